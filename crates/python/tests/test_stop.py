"""Searches that are watched and stopped."""

import itertools
import signal
import subprocess
import sys
import threading
import time

import pytest

import fewest

# A search of minutes, at least.
HARD = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13"

# Says when the search has begun, and when it has ended.
BEGIN = """
import time, fewest
begun = []
def tell(told):
    if not begun:
        begun.append(told)
        print("begun", flush=True)
"""

CHILD = f"""{BEGIN}
try:
    fewest.solve("{HARD}", time=60, progress=tell, **OPTIONS)
except KeyboardInterrupt as error:
    print("ended", time.monotonic(), error.report.stop, error.report.lower, flush=True)
"""

OWN = f"""{BEGIN}
class Endless:
    start = 0
    def successors(self, n):
        return [("one", n + 1), ("two", n + 2)]
    def is_goal(self, n):
        return False
try:
    fewest.solve_puzzle(Endless(), time=60, progress=tell)
except KeyboardInterrupt as error:
    print("ended", time.monotonic(), error.report.stop, error.report.lower, flush=True)
"""

# The moves of one state have no end.
WIDE = """
import itertools, time, fewest
class Wide:
    start = -1
    def successors(self, n):
        print("begun", flush=True)
        return ((m, m) for m in itertools.count())
    def is_goal(self, n):
        return False
try:
    fewest.solve_puzzle(Wide())
except KeyboardInterrupt as error:
    print("ended", time.monotonic(), error.report.stop, error.report.lower, flush=True)
"""


def interrupted(program):
    """What a program says that is interrupted once it has begun, and how long that takes."""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "begun\n"
        time.sleep(1)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        words = child.stdout.readline().split()
        assert words[0] == "ended" and child.wait(30) == 0
    finally:
        child.kill()
    return float(words[1]) - sent, words[2:]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize(
    "options", ['{"engine": "ida-star", "heuristic": "manhattan"}', '{"engine": "astar"}', "{}"]
)
def test_an_interrupt_ends_a_search_at_once(options, capsys):
    took, (stop, lower) = interrupted(CHILD.replace("OPTIONS", options))
    with capsys.disabled():
        print(f" [{options}: {took:.3f} s]", end="")
    assert took < 5
    assert stop == "interrupted" and int(lower) > 40


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("program", [OWN, WIDE])
def test_an_interrupt_ends_a_search_of_ones_own(program, capsys):
    took, (stop, lower) = interrupted(program)
    assert stop == "interrupted" and int(lower) >= 0
    with capsys.disabled():
        print(f" [{took:.3f} s]", end="")
    assert took < 5


def test_progress_has_the_keys_of_the_records():
    told = []
    report = fewest.solve("water", engine="ida-star", progress=told.append)
    assert [now["lower"] for now in told] == sorted(now["lower"] for now in told)
    assert told[-1]["lower"] == 13 and told[-1]["instance"] == "water"
    keys = {"instance", "lower", "upper", "seconds", "expanded", "generated", "stored"}
    assert keys <= told[0].keys()
    assert told[-1]["expanded"] <= report.statistics["expanded"]


class Enough(Exception):
    """What `stop` raises, with the lower bound that it was told."""


def stop(told):
    if told["lower"] >= 9:
        raise Enough(told["lower"])


def test_an_exception_of_the_callback_stops_the_search():
    with pytest.raises(Enough) as raised:
        fewest.solve(HARD, engine="ida-star", heuristic="manhattan", progress=stop)
    report = raised.value.report
    assert report.status == "BOUNDED" and report.stop == "interrupted"
    assert report.lower >= raised.value.args[0]
    with pytest.raises(TypeError):
        fewest.solve("water", progress=3)


def test_an_exception_of_the_callback_stops_a_search_of_ones_own():
    class Steps:
        start = 0

        def successors(self, n):
            return [("one", n + 1), ("two", n + 2)]

        def is_goal(self, n):
            return n == 40

    with pytest.raises(Enough) as raised:
        fewest.solve_puzzle(Steps(), engine="breadth-first", progress=stop)
    report = raised.value.report
    assert (report.status, report.stop, report.plan) == ("BOUNDED", "interrupted", None)
    # What an engine makes of states that tell it nothing any more is not in it.
    assert raised.value.args[0] <= report.lower <= 20


def test_the_time_ends_a_search_within_the_moves_of_a_state():
    class Wide:
        start = 0

        def successors(self, n):
            return ((m, m) for m in itertools.count(1)) if n == 7 else [("one", n + 1)]

        def is_goal(self, n):
            return n == -1

    began = time.monotonic()
    report = fewest.solve_puzzle(Wide(), time=0.5)
    assert time.monotonic() - began < 5
    assert (report.status, report.stop, report.plan) == ("BOUNDED", "time", None)
    assert 0 <= report.lower <= 8


def test_other_threads_run_meanwhile():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    try:
        before = counted
        report = fewest.solve(HARD, engine="ida-star", heuristic="manhattan", time=1, threads=1)
        during = counted - before
    finally:
        done.set()
        other.join()
    assert report.stop == "time"
    # It would be a handful if the search held the interpreter.
    assert during > 50


def test_searches_run_side_by_side():
    reports = []
    searches = [
        threading.Thread(target=lambda: reports.append(fewest.solve("water"))) for _ in range(4)
    ]
    for search in searches:
        search.start()
    for search in searches:
        search.join()
    assert [report.upper for report in reports] == [13] * 4
