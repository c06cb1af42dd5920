"""All positions of a board by their distance from one: book/src/reference/stored-certificates.md."""

from artifact import lines_of, read
from blake3 import digests
from refusal import NotChecked, demand
from tiles import beside, board

BEGINS = b"fewest layers 1\n"
MOST_POSITIONS = 2_000_000


def check(data):
    (start, layers, _), rest = read(data, "fewest layers 1", ["start", "layers", "built-by"])
    claimed = lines_of(rest)
    demand(layers == str(len(claimed)), "the number of layers does not match the header")
    tiles, width = board(start)
    near = [list(beside(cell, width, len(tiles))) for cell in range(len(tiles))]
    before, layer, positions = set(), {bytes(tiles)}, 0
    for moves, line in enumerate(claimed):
        total = sum(int.from_bytes(digest[:16], "little") for digest in digests(list(layer)))
        found = f"{len(layer)} {total % 2**128:032x}"
        demand(layer and line == found, f"after {moves} moves there are {found}")
        positions += len(layer)
        if positions > MOST_POSITIONS:
            raise NotChecked(f"there are more than {MOST_POSITIONS} positions")
        # A position one move away is in the previous layer or in the next one, never in this one.
        after = {child for position in layer for child in children(position, near)}
        before, layer = layer, after - before
    demand(not layer, "there are more positions")
    return f"{positions} positions can be reached from {start}, the farthest after {moves} moves"


def children(position, near):
    blank = position.index(0)
    for cell in near[blank]:
        child = bytearray(position)
        child[blank], child[cell] = child[cell], 0
        yield bytes(child)
