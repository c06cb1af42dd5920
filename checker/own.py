"""The four puzzles of crates/puzzles/examples: book/src/guide/your-own-puzzle.md has their states."""

import re

from graph import Graph
from refusal import demand


class Pancakes(Graph):
    """The sizes of the pancakes from the top down."""

    def __init__(self, instance):
        self.roots = [tuple(map(int, instance.split(" ")))]
        self.width = len(self.roots[0])
        demand(sorted(self.roots[0]) == list(range(1, self.width + 1)), "sizes are missing")

    def is_state(self, state):
        return sorted(state) == sorted(self.roots[0])

    def is_goal(self, state):
        return list(state) == sorted(state)

    def children(self, state):
        for turned in range(2, self.width + 1):
            yield state[:turned][::-1] + state[turned:]

    def needs(self, state, moves):
        """A turn separates only one pair; in the end all pairs are neighbours in size."""
        pairs = zip(state, state[1:])
        return sum(abs(one - other) != 1 for one, other in pairs) >= moves


class River(Graph):
    """For each wife, each husband and the boat: 1 if across."""

    def __init__(self, instance):
        self.couples, self.seats = map(int, instance.split(" "))
        demand(1 <= self.couples <= 8, "up to eight couples are known here")
        self.width = 2 * self.couples + 1
        self.roots = [(0,) * self.width]

    def is_goal(self, state):
        return all(state)

    def children(self, state):
        people = range(2 * self.couples)
        for chosen in range(1, 1 << len(people)):
            crew = {person for person in people if chosen >> person & 1}
            if len(crew) > self.seats or any(state[person] != state[-1] for person in crew):
                continue
            moving = crew | {len(people)}
            after = tuple(side ^ (number in moving) for number, side in enumerate(state))
            banks = [{person for person in people if after[person] == side} for side in (0, 1)]
            if all(map(self.is_at_ease, (crew, *banks))):
                yield after

    def is_at_ease(self, group):
        """Where there are men, each wife is with her own husband."""
        men = {person for person in group if person >= self.couples}
        return not men or all(wife + self.couples in men for wife in group - men)


class RushHour(Graph):
    """The letter of the car in each of 36 cells, or o."""

    def __init__(self, instance):
        self.roots = [tuple(re.sub("[^A-Za-z]", "", instance).encode())]
        self.width = len(self.roots[0])
        demand(self.width == 36, "a board has 36 cells")

    def is_goal(self, state):
        return state[17] == ord("A")

    def children(self, state):
        for car in range(ord("A"), ord("Z") + 1):
            cells = [divmod(cell, 6) for cell in range(36) if state[cell] == car]
            rows, columns = ({cell[part] for cell in cells} for part in (0, 1))
            ways = ((0, 1), (0, -1)) if len(rows) == 1 else ((1, 0), (-1, 0)) if len(columns) == 1 else ()
            for way in ways:
                yield from self.slides(state, car, cells, way)

    @staticmethod
    def slides(state, car, cells, way):
        rest = {divmod(cell, 6) for cell in range(36) if state[cell] not in (car, ord("o"))}
        while True:
            cells = [(row + way[0], column + way[1]) for row, column in cells]
            if any(not (0 <= row < 6 and 0 <= column < 6) for row, column in cells) or rest & set(cells):
                return
            own = {6 * row + column for row, column in cells}
            others = (ord("o") if letter == car else letter for letter in state)
            yield tuple(car if cell in own else letter for cell, letter in enumerate(others))


class Sokoban(Graph):
    """The cells of the boxes in ascending order, and the first cell that the keeper can walk to."""

    WAYS = (-1, 1, -8, 8)

    def __init__(self, instance):
        rows = instance.split("\n")[: -1 if instance.endswith("\n") else None]
        demand(len(rows) <= 8 and all(len(row) <= 8 for row in rows), "a level has eight rows of eight")
        signs = "".join(row.ljust(8, "#") for row in rows)
        border = {cell for cell in range(len(signs)) if cell < 8 or cell >= len(signs) - 8 or cell % 8 in (0, 7)}
        self.free = {cell for cell, sign in enumerate(signs) if sign in " .$@*+"}
        self.places = {cell for cell, sign in enumerate(signs) if sign in ".*+"}
        demand(not self.free & border, "a level has walls all around")
        boxes = [cell for cell, sign in enumerate(signs) if sign in "$*"]
        (keeper,) = (cell for cell, sign in enumerate(signs) if sign in "@+")
        self.roots = [self.state(boxes, keeper)]
        self.width = len(boxes) + 1

    def state(self, boxes, keeper):
        return (*sorted(boxes), min(self.walk(boxes, keeper)))

    def walk(self, boxes, keeper):
        reached, new = {keeper}, [keeper]
        while new:
            new = {cell + way for cell in new for way in self.WAYS} & self.free - reached - set(boxes)
            reached |= new
        return reached

    def is_state(self, state):
        boxes = state[:-1]
        is_apart = list(boxes) == sorted(set(boxes)) and set(state) <= self.free
        return is_apart and state[-1] not in boxes and state == self.state(boxes, state[-1])

    def is_goal(self, state):
        return set(state[:-1]) <= self.places

    def children(self, state):
        boxes = state[:-1]
        reached = self.walk(boxes, state[-1])
        for number, box in enumerate(boxes):
            for way in self.WAYS:
                if box - way in reached and box + way in self.free - set(boxes):
                    yield self.state((*boxes[:number], box + way, *boxes[number + 1 :]), box)

    def needs(self, state, moves):
        """A box that is not on a place needs a push."""
        return len(set(state[:-1]) - self.places) >= moves


RULES = {"pancakes": Pancakes, "river": River, "rush-hour": RushHour, "sokoban": Sokoban}
