"""The work after which a checker gives up: no file keeps it busy forever."""

from refusal import NotChecked


class Effort:
    """A number of steps, each of which looks at a cell, a pair, a set or a condition."""

    def __init__(self, most, what):
        self.most, self.what = most, what
        self.left = most

    def spend(self, steps=1):
        self.left -= steps
        if self.left < 0:
            raise NotChecked(f"{self.what} takes more than {self.most} steps")
