"""How each kind of question is asked on a sheet."""
