"""How much is done before a checker gives up: no file makes it work for ever."""

from refusal import NotChecked


class Effort:
    """So many steps, each of them a cell, a pair, a set or a condition that is looked at."""

    def __init__(self, most, what):
        self.most, self.what = most, what
        self.left = most

    def spend(self, steps=1):
        self.left -= steps
        if self.left < 0:
            raise NotChecked(f"{self.what} takes more than {self.most} steps")
