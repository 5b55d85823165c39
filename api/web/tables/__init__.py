"""How each game's table is drawn: a module and a template a game."""
