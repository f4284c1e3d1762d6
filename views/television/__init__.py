"""The television: one big board for the room, with measures and letters of its own."""
