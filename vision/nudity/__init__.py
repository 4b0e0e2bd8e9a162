"""Whether a picture shows a naked body: two independent opinions on all of it, the cheap one first."""
