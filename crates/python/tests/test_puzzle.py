"""Puzzles of one's own."""

import pytest

import fewest

ENGINES = [
    "astar",
    "ida-star",
    "breadth-first",
    "breadth-first-heuristic",
    "partial-expansion-astar",
    "state-table-astar",
    "transposition-ida-star",
]


class River:
    """Wolf, goat and cabbage, and a boat for two."""

    start = frozenset("wgcb")  # Who is on the left bank.

    def successors(self, left):
        here = left if "b" in left else frozenset("wgcb") - left
        for freight in ["", "w", "g", "c"]:
            if set(freight) <= here:
                now = left ^ frozenset(freight + "b")
                alone = now if "b" not in now else frozenset("wgc") - now
                if not ({"w", "g"} <= alone or {"g", "c"} <= alone):
                    yield freight or "nothing", now

    def is_goal(self, left):
        return not left


class Pancakes:
    """Turn over some of the upper pancakes until all are sorted."""

    def __init__(self, stack):
        self.start = tuple(stack)

    def successors(self, stack):
        for count in range(2, len(stack) + 1):
            yield count, stack[:count][::-1] + stack[count:]

    def is_goal(self, stack):
        return list(stack) == sorted(stack)

    def heuristic(self, stack):
        below = [*stack[1:], len(stack)]
        return sum(abs(a - b) > 1 for a, b in zip(stack, below))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_river_is_crossed_in_seven(engine):
    report = fewest.solve_puzzle(River(), engine=engine)
    assert (report.status, report.lower, report.upper) == ("OPTIMAL", 7, 7)
    assert report.plan[0] == report.plan[-1] == "g" and report.engine == engine
    assert report.states[0] == River.start and report.states[-1] == frozenset()
    assert len(report.states) == 8
    assert report.to_dict()["instance"] == "River" and report.heuristic == "none"


def fewest_turns(stack):
    """Plain breadth-first search."""
    puzzle = Pancakes(stack)
    depth, layer, met = 0, {puzzle.start}, set()
    while not any(map(puzzle.is_goal, layer)):
        met |= layer
        layer = {after for stack in layer for _, after in puzzle.successors(stack)} - met
        depth += 1
    return depth


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("stack", [[3, 1, 4, 0, 5, 2], [4, 0, 2, 5, 1, 3], [5, 2, 0, 3, 6, 1, 4]])
def test_pancakes_with_a_heuristic(engine, stack):
    told = []
    puzzle = Pancakes(stack)
    report = fewest.solve_puzzle(puzzle, engine=engine, progress=told.append)
    assert (report.status, report.upper) == ("OPTIMAL", fewest_turns(stack))
    assert report.heuristic == "heuristic" and told[-1]["lower"] <= report.upper
    for count in report.plan:
        stack = stack[:count][::-1] + stack[count:]
    assert puzzle.is_goal(stack)


def test_every_method_is_asked_once_a_state():
    class Counted(Pancakes):
        asked = 0

        def heuristic(self, stack):
            self.asked += 1
            return super().heuristic(stack)

    puzzle = Counted([3, 1, 4, 0, 5, 2])
    report = fewest.solve_puzzle(puzzle, engine="ida-star")
    assert puzzle.asked <= report.statistics["generated"] + 1 + len(report.states)


def test_several_roots_and_a_goal_at_the_start():
    class Roots:
        def roots(self):
            return [40, 7]

        def successors(self, n):
            return [("less", n - 1)] if n else []

        def is_goal(self, n):
            return n == 4

    report = fewest.solve_puzzle(Roots())
    assert (report.plan, report.states) == (["less"] * 3, [7, 6, 5, 4])

    class There(Roots):
        roots = (4,)

    report = fewest.solve_puzzle(There())
    assert (report.upper, report.plan, report.states) == (0, [], [4])

    class Nowhere(Roots):
        roots = (3,)

    report = fewest.solve_puzzle(Nowhere())
    assert (report.status, report.plan, report.states) == ("UNSOLVABLE", None, None)


def test_limits_leave_a_bound():
    report = fewest.solve_puzzle(Pancakes([3, 8, 0, 9, 5, 1, 7, 2, 6, 4]), nodes=5)
    assert (report.status, report.stop) == ("BOUNDED", "nodes")
    assert 0 < report.lower <= 10
    report = fewest.solve_puzzle(River(), upper_bound=6)
    assert (report.status, report.stop, report.lower) == ("BOUNDED", "bound", 7)
    assert fewest.solve_puzzle(River(), engine="bitstate-ida-star", time=5).status != "OPTIMAL"


@pytest.mark.parametrize("method", ["successors", "is_goal", "heuristic"])
@pytest.mark.parametrize("engine", ENGINES)
def test_exceptions_of_the_methods_are_raised(method, engine):
    class Broken(Pancakes):
        pass

    def fail(self, stack):
        if stack != self.start:
            raise ZeroDivisionError(method)
        return getattr(Pancakes, method)(self, stack)

    setattr(Broken, method, fail)
    with pytest.raises(ZeroDivisionError, match=method):
        fewest.solve_puzzle(Broken([2, 0, 1]), engine=engine)


@pytest.mark.parametrize(
    ("said", "error"),
    [(-1, ValueError), (10**6, ValueError), (10**30, ValueError), ("3", TypeError), (1.5, TypeError)],
)
def test_heuristics_that_mean_nothing(said, error):
    puzzle = Pancakes([2, 0, 1])
    puzzle.heuristic = lambda stack: said
    with pytest.raises(error, match="the heuristic must give a number of moves or None"):
        fewest.solve_puzzle(puzzle)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("said", [50, 7])
def test_a_heuristic_that_is_seen_to_say_too_much(engine, said):
    puzzle = Pancakes([2, 0, 1])
    # Two turns are enough.
    puzzle.heuristic = lambda stack: said if stack == puzzle.start else 0
    with pytest.raises(fewest.PuzzleError, match="not admissible"):
        fewest.solve_puzzle(puzzle, engine=engine)


def test_puzzles_that_are_none():
    with pytest.raises(TypeError, match="it has no start and no roots"):
        fewest.solve_puzzle(object())

    class Half:
        start = 0

        def successors(self, n):
            return [n + 1]

    with pytest.raises(TypeError, match="Half is not a puzzle: it has no is_goal"):
        fewest.solve_puzzle(Half())
    Half.is_goal = lambda self, n: False
    with pytest.raises(TypeError, match="pairs of an action and a state, not 1"):
        fewest.solve_puzzle(Half())
    Half.successors = lambda self, n: [("a", [n])]
    with pytest.raises(TypeError, match="unhashable"):
        fewest.solve_puzzle(Half())
    Half.successors = lambda self, n: None
    with pytest.raises(TypeError):
        fewest.solve_puzzle(Half())
    with pytest.raises(fewest.UnsupportedError, match="perimeter-ida-star"):
        fewest.solve_puzzle(River(), engine="perimeter-ida-star")
    with pytest.raises(fewest.UnsupportedError, match="nbs"):
        fewest.solve_puzzle(River(), engine="nbs")


def test_moves_that_are_not_always_the_same():
    class Fickle(River):
        asked = 0

        def successors(self, left):
            self.asked += 1
            if self.asked > 30:
                return []
            return super().successors(left)

    report = fewest.solve_puzzle(River())
    assert report.statistics["expanded"] < 30
    puzzle = Fickle()
    puzzle.asked = 30 - report.statistics["expanded"]
    with pytest.raises(fewest.PuzzleError, match="leads elsewhere"):
        fewest.solve_puzzle(puzzle)


def test_there_is_no_certificate(tmp_path):
    with pytest.raises(fewest.UnsupportedError):
        fewest.solve_puzzle(River()).certificate(tmp_path / "proof")
    assert not list(tmp_path.iterdir())


def test_a_puzzle_within_a_puzzle():
    class Outer(River):
        def is_goal(self, left):
            return super().is_goal(left) and fewest.solve_puzzle(River()).upper == 7

    assert fewest.solve_puzzle(Outer()).upper == 7
