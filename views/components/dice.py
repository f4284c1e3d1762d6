"""What dice show: their faces as signs, and as words."""

FACES = "\u2680\u2681\u2682\u2683\u2684\u2685"
NAMES = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
