"""Puzzles that the library knows: solved, verified, limited."""

import pytest

import fewest


def test_water_takes_thirteen_moves():
    report = fewest.solve("water")
    assert (report.status, report.lower, report.upper) == ("OPTIMAL", 13, 13)
    assert report.stop is None and report.states is None
    assert len(report.plan) == 13 and all(isinstance(move, str) for move in report.plan)
    assert fewest.verify("water", report.plan) == 13
    assert fewest.verify("water", ", ".join(report.plan)) == 13
    assert repr(report) == "<fewest.Report 'water': OPTIMAL: 13 moves>"


def test_a_fifteen_puzzle_is_proved_by_two_engines():
    board = "123456789abc0def"
    first = fewest.solve("bc9e80df3412a756")
    assert first.status == "OPTIMAL" and fewest.verify("bc9e80df3412a756", first.plan) == first.upper
    easy = [fewest.solve(board, engine=engine) for engine in ("astar", "ida-star", "frontier")]
    assert [report.upper for report in easy] == [3, 3, 3]
    assert [report.engine for report in easy] == ["astar", "ida-star", "frontier"]


def test_the_record_is_all_that_a_report_says():
    report = fewest.solve("first-steps:1", engine="astar", direction="backward")
    record = report.to_dict()
    for key in ("status", "stop", "lower", "upper", "engine", "heuristic", "direction"):
        assert getattr(report, key) == record[key], key
    assert report.plan == record["moves"] and record["instance"] == "first-steps_01"
    assert record["version"] == fewest.__version__
    assert {key: record[key] for key in report.statistics} == report.statistics
    assert isinstance(report.statistics["expanded"], int)
    assert isinstance(report.statistics["seconds"], float)
    # What is done to a copy is not done to the report.
    record["moves"].clear()
    report.plan.clear()
    assert len(report.plan) == report.upper


def test_limits_leave_what_was_shown():
    report = fewest.solve("water", nodes=100, engine="astar")
    assert (report.status, report.stop, report.plan) == ("BOUNDED", "nodes", None)
    assert 0 < report.lower < 13 and report.upper is None
    report = fewest.solve("water", upper_bound=12)
    assert (report.status, report.stop, report.lower) == ("BOUNDED", "bound", 13)
    report = fewest.solve("123456789abcdfe0")
    assert (report.status, report.lower, report.plan) == ("UNSOLVABLE", None, None)
    report = fewest.solve("124356780", time=0)
    assert (report.status, report.stop) == ("BOUNDED", "time") or report.status == "UNSOLVABLE"


def test_settings_have_the_names_of_the_flags():
    report = fewest.solve("123406758", engine="weighted-astar", weight=1.5, open_list="buckets")
    assert report.status in ("OPTIMAL", "SOLVED") and report.upper == 2
    assert fewest.solve("123406758", tie_breaking=None, direction="auto").upper == 2
    counted = fewest.solve("water", all=3).to_dict()
    assert counted["count"] == 36 and len(counted["solutions"]) == 3


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"engine": "a-star"}, ValueError, 'engine: "a-star" is not one of astar, '),
        ({"heuristic": "none-such"}, ValueError, "heuristic:"),
        ({"direction": "up"}, ValueError, "forward"),
        ({"weight": 0.5}, ValueError, "weight:"),
        ({"open_list": 3}, ValueError, "open_list:"),
        ({"time": -1}, ValueError, "time:"),
        ({"memory": 10}, ValueError, "memory:"),
        ({"threads": 0}, ValueError, ""),
        ({"nodes": -1}, OverflowError, ""),
        ({"engin": "astar"}, TypeError, '"engin"'),
        ({"engine": "korf-felner"}, fewest.UnsupportedError, "korf-felner"),
        ({"weight": 2, "engine": "astar"}, fewest.UnsupportedError, "weight"),
    ],
)
def test_what_means_nothing_is_refused(arguments, error, words):
    with pytest.raises(error) as raised:
        fewest.solve("water", **arguments)
    assert words in str(raised.value)


def test_plans_are_refused_with_the_number_of_the_move():
    plan = fewest.solve("water").plan
    with pytest.raises(fewest.PlanError) as raised:
        # The same move again: the atom is no longer there.
        fewest.verify("water", plan[:3] + plan[2:])
    assert raised.value.number == 4
    with pytest.raises(fewest.PlanError) as raised:
        fewest.verify("water", plan[:-1])
    assert raised.value.number is None
    with pytest.raises(fewest.PlanError) as raised:
        fewest.verify("water", [plan[0], "sideways"])
    assert raised.value.number == 2
    for text, number in [
        (f"{plan[0]}, {plan[1]}, sideways", 3),
        (f"{plan[0]}, {plan[1]}, {plan[2]} sideways", 4),
        (f"# two moves\n\n{plan[0]}, {plan[1]}\nsideways", 3),
        ("sideways", 1),
    ]:
        with pytest.raises(fewest.PlanError) as raised:
            fewest.verify("water", text)
        assert raised.value.number == number, text
    with pytest.raises(fewest.PlanError) as raised:
        fewest.verify("water", '[{"history": "none"}]')
    assert raised.value.number is None
    with pytest.raises(ValueError, match="notation"):
        fewest.verify("water", plan, notation="morse")


def test_names_are_shown_in_quotes(tmp_path):
    # Whoever wrote the file may have written its name like a verdict.
    file = tmp_path / "water: OPTIMAL: 1 move>\n\u202e.txt"
    file.write_text("1 2 3 / 4 5 6 / 7 0 8\n")
    board = fewest.read(file)
    shown = "'water: OPTIMAL: 1 move>\\n\\u202e'"
    assert repr(board) == f"<fewest.Instance {shown}: tiles>"
    report = fewest.solve(board)
    assert repr(report) == f"<fewest.Report {shown}: OPTIMAL: 1 move>"
    report.certificate(tmp_path / "proof")
    proof = fewest.check_certificate(tmp_path / "proof")
    assert repr(proof) == f"<fewest.Certificate {shown}>"


def test_a_puzzle_goes_on_after_moves():
    water = fewest.read("water")
    plan = fewest.solve(water).plan
    after = water.after(plan[:5])
    assert after.name == "water after 5 moves" and after != water
    assert fewest.solve(after).upper == 8
    assert fewest.verify(after, plan[5:]) == 8
    with pytest.raises(fewest.PlanError) as raised:
        water.after(plan[:2] + plan[1:])
    assert raised.value.number == 3
