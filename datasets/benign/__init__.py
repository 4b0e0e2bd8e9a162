"""How often the judgement of nudity errs on pictures that show none: no other pictures are kept or needed."""
