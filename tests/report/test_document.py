"""One document, shown in every medium: what each shows, and what it leaves out."""

import pandas as pd
import pytest

from simkit.charts import style
from simkit.core.errors import SimkitError
from simkit.report import html, markdown, notebook, terminal
from simkit.report.document import (
    PAGE,
    TEXT,
    Document,
    Figure,
    Heading,
    Later,
    Note,
    Sentence,
    Table,
    Text,
    only,
)


def drawing():
    return style.finish(style.new(2)[0], "A picture of nothing")


def refused():
    raise SimkitError("too few games")


FRAME = pd.DataFrame({"faction": ["a|b", "c"], "games": ["10", "9"]})
WIDE = pd.DataFrame({"faction": ["a"], **{f"source number {n:02}": ["1.0"] for n in range(9)}})
PAIRS = pd.DataFrame({"what": ["title", "options and patches"], "value": ["chess", "none " * 30]})
REPORT = Document(
    "Balance of <chess>",
    (
        Table(PAIRS, "pairs"),
        Heading("Who wins"),
        Text("Mind **the gap**, *please*, and `a < b`."),
        Sentence("One.", "item"),
        Sentence("Two.", "item"),
        Table(FRAME, caption="Games of each"),
        Table(WIDE, "wide"),
        Figure(drawing, "a picture", "first"),
        Figure(refused, "another"),
        Heading("Only in plain text", 2, TEXT),
        *only(PAGE, Text("Only on pages.")),
        Note("First line\n  second line"),
    ),
)


def test_plain_text_is_aligned_and_fits():
    lines = str(REPORT).splitlines()
    assert lines[:2] == ["Balance of <chess>", "=" * 18]
    assert "title                chess" in lines
    assert "Mind the gap, please, and `a < b`." in lines
    assert lines[lines.index("Games of each") + 1 :][:3] == [
        "faction  games",
        "a|b         10",
        "c            9",
    ]
    assert lines[-2:] == ["First line", "  second line"]
    assert lines[lines.index("- One.") + 1] == "- Two."
    assert "Only in plain text" in lines
    assert "Only on pages." not in lines
    assert max(map(len, lines)) <= terminal.WIDTH
    assert sum(line.startswith("faction  source number") for line in lines) == 2


def test_a_page_marks_what_texts_mark_and_nothing_else():
    page = html.render(REPORT)
    assert "<title>Balance of &lt;chess&gt;</title>" in page
    assert "<strong>the gap</strong>, <em>please</em>, and <code>a &lt; b</code>." in page
    assert "<ul><li>One.</li><li>Two.</li></ul>" in page
    assert '<a href="#part-1">Who wins</a>' in page
    assert page.count("<img ") == 1
    assert '<p class="note">another: not shown, because too few games.</p>' in page
    assert "Only in plain text" not in page
    assert "Only on pages." in page


def test_markdown_stands_in_a_folder_with_its_pictures(tmp_path):
    page = markdown.write(REPORT, tmp_path / "new" / "folder")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Balance of <chess>\n\n| what | value |\n")
    assert (
        "- One.\n- Two.\n\nGames of each\n\n| faction | games |\n| --- | --- |\n| a\\|b | 10 |"
        in text
    )
    assert "\n![a picture](first.png)\n\n*another: not shown, because too few games.*\n" in text
    assert (page.parent / "first.png").read_bytes()[1:4] == b"PNG"
    assert "[picture: a picture]" in markdown.render(REPORT)


def test_a_notebook_may_choose_between_page_and_text():
    forms = REPORT._repr_mimebundle_()
    assert forms == notebook.bundle(REPORT)
    assert forms["text/plain"] == str(REPORT)
    assert "<img " in forms["text/html"]
    assert "body {" not in forms["text/html"]  # the notebook's own look stays as it is


@pytest.mark.parametrize(("medium", "drawn"), [(TEXT, 0), (PAGE, 1)])
def test_what_a_medium_leaves_out_is_not_worked_out(medium, drawn):
    asked = []

    def make():
        asked.append("parts")
        return [Text("worked out")]

    report = Document("Balance", (Later(make, PAGE),))
    assert len(list(report.shown(medium))) == drawn
    assert len(asked) == drawn


def test_a_page_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SimkitError, match="cannot be written"):
        html.write(REPORT, tmp_path / "none" / "page.html")
    with pytest.raises(SimkitError, match="file"):
        markdown.write(REPORT, tmp_path / "file" / "below")
