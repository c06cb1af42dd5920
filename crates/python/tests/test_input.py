"""Inputs: names, texts, files, and what is wrong with them."""

from pathlib import Path

import pytest

import fewest

LEVEL = """\
#######
#1..2.#
#.....#
#######

molecule:
12
"""


def test_everything_that_the_command_reads_is_read():
    assert fewest.read("water").puzzle == "atomix"
    assert fewest.read("first-steps:3").name == "first-steps_03"
    assert len(fewest.load("first-steps")) > 3
    assert "a7   .    b7" in str(fewest.read("panex:7"))
    assert str(fewest.read("123406758")) == "1 2 3\n4 _ 6\n7 5 8"
    assert fewest.read("0 1 2 3 4 5 6 7 8", goal="blank-first") != fewest.read("012345678")
    assert fewest.solve(fewest.read("0 1 2 3 4 5 6 7 8", goal="blank-first")).upper == 0
    assert str(fewest.read("1 2 3 4 0 5", size="3x2")) == "1 2 3\n4 _ 5"


def test_files_and_texts(tmp_path, monkeypatch):
    level = fewest.read(LEVEL)
    assert (level.puzzle, level.title) == ("atomix", None) and "1" in str(level)
    assert fewest.solve(level).status == "OPTIMAL"
    file = tmp_path / "water"
    file.write_text(LEVEL)
    assert fewest.read(file) == fewest.read(str(file)) and str(fewest.read(file)) == str(level)
    boards = tmp_path / "boards.txt"
    boards.write_text("1 2 3 4 5 6 7 0 8\n1 2 3 4 0 6 7 5 8\n")
    assert [fewest.solve(board).upper for board in fewest.load(boards)] == [1, 2]
    assert fewest.solve(f"{boards}:2").upper == 2
    monkeypatch.chdir(tmp_path)
    # A path is a file, a word the built-in level.
    assert str(fewest.read(Path("water"))) == str(level) != str(fewest.read("water"))


def test_errors_have_their_place(tmp_path):
    file = tmp_path / "broken.txt"
    file.write_text("1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 7 7 8\n")
    with pytest.raises(fewest.InputError) as raised:
        fewest.read(f"{file}:2")
    error = raised.value
    assert (error.file, error.line) == (str(file), 2) and error.column > 1
    assert str(error).startswith(f"{file}:2:{error.column}: ")
    assert isinstance(error, fewest.Error)
    with pytest.raises(fewest.InputError) as raised:
        fewest.read(LEVEL.replace("12\n", "1?\n"))
    assert (raised.value.line, raised.value.column) == (7, 2)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("wter", "water"),
        ("first-steps:9999", "no level 9999"),
        ("panex:0", "panex:0"),
        ("-", "standard input"),
        ("first-steps", "load"),
        (Path("no/such/file"), "cannot be read"),
    ],
)
def test_what_is_no_puzzle(wrong, words):
    with pytest.raises(fewest.InputError) as raised:
        fewest.read(wrong)
    assert words in str(raised.value) and raised.value.line is None


def test_options_that_mean_nothing():
    with pytest.raises(ValueError, match="goal is only for tile puzzles"):
        fewest.read("water", goal="snail")
    with pytest.raises(ValueError, match="format"):
        fewest.read("water", format="pdf")
    with pytest.raises(ValueError, match="size"):
        fewest.read("123456780", size="3 by 3")
    with pytest.raises(TypeError):
        fewest.read(17)
