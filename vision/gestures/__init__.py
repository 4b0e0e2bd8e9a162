"""What hands say: shapes, and the meanings a table gives them."""
