"""The command line: thin, and slow to import anything."""
