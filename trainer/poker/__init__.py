"""What is not house-banked: which cards may play, and how hands compare."""
