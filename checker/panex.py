"""Panex."""

import itertools
import re
from math import inf as NEVER

from refusal import demand, number


class Panex:
    """A state has the pieces of each column from the bottom up, with 0 between two columns."""

    def __init__(self, instance, direction, heuristic):
        demand((direction, heuristic) == ("forward", "blind"), "this direction or heuristic is not certified")
        demand(set(instance) == {"puzzle", "instance"}, "the instance has the wrong keys")
        text = instance["instance"]
        self.only_neighbours = text.endswith(":neighbours")
        ends = text.removesuffix(":neighbours").split(":")
        if ends[-1] == "one-tower":
            ends = [f"{self.tower('a', ends[0])}/-/-", f"-/-/{self.tower('a', ends[0])}"]
        elif len(ends) == 1:
            a, b = (self.tower(colour, ends[0]) for colour in "ab")
            ends = [f"{a}/-/{b}", f"{b}/-/{a}"]
        (self.start, pieces), (self.goal, others) = (self.position(end) for end in ends)
        self.pieces = sorted(pieces)
        demand(self.pieces == sorted(others), "the goal has other pieces")
        self.width = len(self.start)
        self.roots = [self.start]

    @staticmethod
    def tower(colour, height):
        demand(1 <= number(height) <= 12, "towers have up to twelve pieces")
        return "".join(f"{colour}{size}" for size in range(1, number(height) + 1))

    @staticmethod
    def position(text):
        columns = [column.replace("-", "") for column in text.split("/")]
        demand(len(columns) == 3, "a position has three columns")
        found = [re.findall("([ab])([1-9][0-9]*)", column) for column in columns]
        bottom_up = [[2 * int(s) - (c == "a") for c, s in reversed(column)] for column in found]
        pieces = list(itertools.chain.from_iterable(bottom_up))
        demand("".join(c + s for column in found for c, s in column) == "".join(columns), "this is not a position")
        return (*bottom_up[0], 0, *bottom_up[1], 0, *bottom_up[2]), pieces

    def columns(self, state):
        first = state.index(0)
        second = state.index(0, first + 1)
        return [list(state[:first]), list(state[first + 1 : second]), list(state[second + 1 :])]

    def levels(self, column):
        """Levels count from the track down. A piece rests on the one below, or at its own level."""
        below = float("inf")
        for piece in column:
            below = min((piece + 1) // 2, below - 1)
            yield below

    def has_room(self, column, number):
        """In the middle column, a piece on the track would block it, unless no move passes."""
        highest = 1 if number == 1 and not self.only_neighbours else 0
        return all(level >= highest for level in self.levels(column))

    def is_state(self, state):
        if state.count(0) != 2 or sorted(piece for piece in state if piece) != self.pieces:
            return False
        return all(self.has_room(column, number) for number, column in enumerate(self.columns(state)))

    def is_goal(self, state):
        return state == self.goal

    def children(self, state):
        for start, end in itertools.permutations(range(3), 2):
            child = self.moved(state, start, end)
            if child:
                yield child

    def moved(self, state, start, end):
        columns = self.columns(state)
        if not columns[start] or start == end or self.only_neighbours and abs(start - end) == 2:
            return None
        columns[end].append(columns[start].pop())
        if not self.has_room(columns[end], end):
            return None
        return (*columns[0], 0, *columns[1], 0, *columns[2])

    def needs(self, state, moves):
        return moves < NEVER and moves <= (state != self.goal)

    def replay(self, plan):
        state = self.start
        for start, end in plan:
            state = self.moved(state, start, end)
            demand(state, "the plan: a move is not legal")
        demand(state == self.goal, "the plan does not solve the puzzle")
