"""What every game is declared by: the turn that rules see, actions, questions and options."""
