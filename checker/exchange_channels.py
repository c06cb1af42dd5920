"""What happens to big pieces in the channels: book/src/theory/panex-exchange.md has the terms.

An event is (piece, column, is it a drop). The channels are three strings, each from the top.
"""

from functools import lru_cache

BEGINNING = (("A", "BC", "D"),)


def whole(channels):
    return sum(map(len, channels)) == 4


@lru_cache(maxsize=None)
def after(history, event):
    """A history of what the channels held, with one more event, reduced.

    None if the event cannot happen, or if a shorter way does the same.
    """
    piece, column, is_drop = event
    now = list(history[-1])
    if is_drop:
        now[column] = piece + now[column]
    elif now[column][:1] == piece:
        now[column] = now[column][1:]
    else:
        return None
    steps = (*history, tuple(now))
    if len(steps) > 2 and steps[-3] == steps[-1]:
        if not is_drop and has_room(steps[0][column], steps[-1][column]):
            return steps[:-2]
        if is_drop:
            return None
    arrangements = [channels for channels in steps if whole(channels)]
    return steps if len(set(arrangements)) == len(arrangements) else None


def has_room(first, now):
    """Whether a channel has lost pieces and gained none."""
    return len(now) < len(first) and first.endswith(now)


@lru_cache(maxsize=None)
def events(history):
    """The events of a history, as in a certificate."""
    words = []
    for before, then in zip(history, history[1:]):
        (column,) = (column for column in range(3) if before[column] != then[column])
        is_drop = len(then[column]) > len(before[column])
        piece = (then if is_drop else before)[column][0]
        words.append((piece, column, is_drop))
    return tuple(words)


def shown(history):
    return ",".join(f"{piece}{'^v'[is_drop]}{'LMR'[column]}" for piece, column, is_drop in events(history)) or "-"
