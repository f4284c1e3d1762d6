"""What goes over the wire to a device, for what may not be sent to it at all, or can't be seen on its screen."""

import re

from driver import STEADY_FRAMES


class Wiretap:
    """Everything that the app sends to a device, as it goes over the wire; to be laid before the device is opened."""

    def __init__(self, device):
        self.device = device
        self.frames = []
        device.overhear(self.frames.append)

    def sent(self, words):
        """Whether these words were sent."""
        return any(words.encode() in frame for frame in self.frames)

    def matches(self, pattern):
        """Whether anything of this kind was sent."""
        return any(re.search(pattern.pattern.encode(), frame) for frame in self.frames)

    def wait(self, words):
        """Wait until these words are sent."""
        for _ in range(200):
            if self.sent(words):
                return
            self.device.frames(STEADY_FRAMES)
        raise AssertionError(f"{words!r} was never sent")

    def forget(self):
        """Forget what was sent so far."""
        self.frames.clear()
