"""Recording a play: the rules at a place, the referee who writes, corrections, and who may do what."""
