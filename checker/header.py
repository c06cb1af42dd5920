"""What a certificate of a search claims, and of which graph: book/src/reference/certificates.md."""

import json

import own
from atomix import Atomix
from panex import Panex
from pddl import Planning
from refusal import NotChecked, Rejected, demand
from tiles import Tiles

KEYS = {"name", "instance", "lower", "direction", "heuristic", "plan"}
PUZZLES = {"atomix": Atomix, "panex": Panex, "pddl": Planning, "tiles": Tiles}
MOST_MOVES = 2**16 - 1
MOST_BYTES = 1 << 20


def read(line):
    """The header, and the graph of its instance, whose plan was replayed."""
    demand(len(line.encode()) <= MOST_BYTES, "the header is too long")
    try:
        header = json.loads(line, object_pairs_hook=once_each, parse_int=whole)
        # Halves of a character are not text.
        json.dumps(header, ensure_ascii=False).encode()
    except ValueError as error:
        raise Rejected(f"the header: {error}") from error
    demand(isinstance(header, dict) and set(header) == KEYS, "the header has the wrong keys")
    demand(isinstance(header["name"], str), "the name is not a text")
    lower, instance, plan = header["lower"], header["instance"], header["plan"]
    demand(lower is None or is_number(lower, MOST_MOVES), "the bound is not a number of moves")
    demand(header["direction"] in ("forward", "backward"), "there is no such direction")
    demand(isinstance(instance, dict), "there is no instance")
    demand(all(isinstance(value, str) for value in instance.values()), "the instance is not a text")
    demand(plan is None or isinstance(plan, list) and all(map(is_move, plan)), "the plan is not a list of moves")
    graph = graph_of(instance, header["direction"], header["heuristic"])
    if plan is not None:
        graph.replay(plan)
        demand(lower is not None and lower <= len(plan), "the plan is shorter than claimed")
    return header, graph


def once_each(pairs):
    demand(len(dict(pairs)) == len(pairs), "the header has a key twice")
    return dict(pairs)


def whole(text):
    demand(text != "-0", "a number is negative")
    return int(text)


def is_number(value, most):
    return type(value) is int and 0 <= value <= most


def is_move(move):
    return isinstance(move, list) and len(move) == 2 and all(is_number(part, 255) for part in move)


def graph_of(instance, direction, heuristic):
    kind = instance.get("puzzle")
    if kind == "own":
        demand(set(instance) == {"puzzle", "rules", "instance"}, "the instance has the wrong keys")
        demand((direction, heuristic) == ("forward", "own"), "this direction or heuristic is not certified")
        if instance["rules"] not in own.RULES:
            raise NotChecked(f"the rules of {instance['rules']} are not known here")
        return own.RULES[instance["rules"]](instance["instance"])
    demand(kind in PUZZLES, "there is no such puzzle")
    return PUZZLES[kind](instance, direction, heuristic)
