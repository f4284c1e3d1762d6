"""The end of a play, and what fills the screen once: who has won, the picture for the chat, and what is revealed."""
