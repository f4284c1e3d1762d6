"""What one connected screen knows, and the plays that are open in this process. No control is made here."""
