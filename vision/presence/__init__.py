"""Whether a person is at the seat: face, body and hands, the cheap evidence sparing the dear one."""
