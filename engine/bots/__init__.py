"""Players that see only what a seat may see, and the table at which they play."""
