"""Runs of the laboratory."""

import json
import sys
from types import SimpleNamespace

import pytest

import fewest

RUN = {
    "instance": "water",
    "configuration": "A*",
    "arguments": ["--engine", "astar"],
    "conditions": {"version": "0.1.0", "machine": {"cpu": "some"}, "limits": {"seconds": 10}},
    "wall_seconds": 0.5,
    "ended": {"exit": 0},
    "result": {"status": "OPTIMAL", "lower": 13, "upper": 13, "expanded": 99},
    "progress": [{"lower": 9}],
}


@pytest.fixture
def folder(tmp_path):
    stopped = {**RUN, "instance": "other", "result": None}
    lines = [json.dumps(RUN), json.dumps(stopped), '{"instance": "cut o']
    (tmp_path / "runs.jsonl").write_text("\n".join(lines))
    return tmp_path


def test_records_are_flat(folder):
    first, second = fewest.lab_records(folder)
    assert first["instance"] == "water" and first["expanded"] == 99
    assert first["conditions.limits.seconds"] == 10 and first["ended.exit"] == 0
    assert first["arguments"] == ["--engine", "astar"]
    assert second["instance"] == "other" and "status" not in second


def test_broken_records_are_told_with_their_place(folder):
    file = folder / "runs.jsonl"
    file.write_text(json.dumps(RUN) + "\n{7}\n")
    with pytest.raises(fewest.InputError) as raised:
        fewest.lab_records(folder)
    assert (raised.value.file, raised.value.line, raised.value.column) == (str(file), 2, 2)
    with pytest.raises(FileNotFoundError):
        fewest.lab_records(folder / "nothing")


def test_a_frame_needs_pandas(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="lab_records works without it"):
        fewest.lab_frame(folder)


def test_a_frame_is_made_of_the_records(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda rows: ("frame", rows)))
    assert fewest.lab_frame(folder) == ("frame", fewest.lab_records(folder))


def test_a_frame_has_a_row_a_run(folder):
    pytest.importorskip("pandas")
    frame = fewest.lab_frame(folder)
    assert list(frame["instance"]) == ["water", "other"]
    assert frame["expanded"].sum() == 99
