"""Whether a seat's picture can be judged at all: stalled, frozen, black or covered cameras are told apart."""
