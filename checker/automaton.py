"""Rules that prune moves of tile puzzles: book/src/reference/stored-certificates.md."""

from artifact import lines_of, read
from refusal import demand

BEGINS = b"fewest automaton 1\n"
ALPHABET = "EWNS"
WAYS = {"E": (0, 1), "W": (0, -1), "N": (-1, 0), "S": (1, 0)}


def check(data):
    fields = ["size", "moves", "rules", "built-by"]
    (size, _, rules, _), rest = read(data, "fewest automaton 1", fields)
    width, height = map(int, size.split("x"))
    demand(size == f"{width}x{height}" and 2 <= width <= 8 and 2 <= height <= 8, "this is not a board size")
    lines = lines_of(rest)
    demand(rules == str(len(lines)), "the number of rules does not match the header")
    for line in lines:
        forbidden, instead = map(path, line.split(" "))
        demand(place(instead) < place(forbidden), f"{line}: the second path does not come first")
        for blank in range(width * height):
            there = after(forbidden, blank, width, height)
            is_same = there is None or after(instead, blank, width, height) == there
            demand(is_same, f"{line}: from cell {blank} the second path leads elsewhere")
    return f"{len(lines)} rules for {size} hold"


def path(word):
    steps = "" if word == "-" else word
    demand(word and set(steps) <= set(ALPHABET), f"{word!r} is not a path")
    return steps


def place(steps):
    """The key by which paths are ordered."""
    return len(steps), [ALPHABET.index(step) for step in steps]


def after(steps, blank, width, height):
    """The content of each cell after a path of the blank; None if it leaves the board."""
    board = list(range(width * height))
    for step in steps:
        row, column = blank // width + WAYS[step][0], blank % width + WAYS[step][1]
        if not (0 <= row < height and 0 <= column < width):
            return None
        cell = row * width + column
        board[blank], board[cell], blank = board[cell], board[blank], cell
    return board, blank
