"""What every screen is made of: plain functions from values to controls, and the boundary that faults stop at."""
