"""What notebooks show."""

import html
import re
from html.parser import HTMLParser

import fewest
from test_puzzle import River


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))


def test_a_report_is_a_replay_in_a_frame_of_its_own():
    report = fewest.solve("water")
    [(tag, attributes)] = Tags(report._repr_html_()).tags
    assert tag == "iframe" and attributes["sandbox"] == "allow-scripts"
    page = attributes["srcdoc"]
    assert page.startswith("<!doctype html>") and "OPTIMAL: 13 moves" in page
    inner = Tags(page).tags
    # Nothing is loaded from elsewhere.
    assert not any("src" in attributes or tag == "link" for tag, attributes in inner)
    steps = re.search(r'id="steps">\n(.*?)</script>', page, re.S).group(1)
    assert len(steps.splitlines()) == 13


def test_without_a_plan_there_is_the_start():
    shown = fewest.solve("water", upper_bound=12)._repr_html_()
    assert Tags(shown).tags[1][0] == "img" and "at least 13 moves needed" in shown
    # Too long to be played.
    assert "iframe" not in fewest.solve("panex:10")._repr_html_()
    assert "iframe" in fewest.solve("panex:4")._repr_html_()


def test_an_instance_is_a_picture_with_styles_of_its_own():
    [(tag, attributes)] = Tags(fewest.read("first-steps:1")._repr_html_()).tags
    assert tag == "img" and attributes["src"].startswith("data:image/svg+xml,")
    assert "%3Csvg" in attributes["src"] and "first-steps_01" in attributes["alt"]


def test_names_are_no_markup(tmp_path):
    file = tmp_path / "a<b>&'\"c.txt"
    file.write_text("1 2 3 4 5 6 7 0 8\n")
    instance = fewest.read(file)
    for shown in (instance._repr_html_(), fewest.solve(instance)._repr_html_()):
        assert "<b>" not in shown and len(Tags(shown).tags) == 1

    class Marked(River):
        def successors(self, left):
            return [(f"<i>{action}</i>", state) for action, state in super().successors(left)]

    shown = fewest.solve_puzzle(Marked())._repr_html_()
    assert shown.count("<li>") == 7 and "<i>" not in shown
    assert html.escape("<i>g</i>") in shown
