"""What notebooks need: outside of one everything is printed; inside it is a bundle of formats."""

from __future__ import annotations

import base64
import io

import pytest
from matplotlib.figure import Figure
from PIL import Image

import simkit
from simkit.core.errors import SimkitError, UnknownName
from simkit.widgets import notebook, replay


@pytest.fixture
def state() -> simkit.core.state.State:
    return simkit.rules("tests.tiny", seats=2).deal(simkit.Luck(1))


def chart() -> Figure:
    figure = Figure(figsize=(3, 2))
    figure.suptitle("A sentence\n over   two lines")
    figure.subplots().plot([0, 1], [1, 0])
    return figure


def test_the_scale_is_what_the_notebook_or_the_environment_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(notebook.VARIABLE, raising=False)
    assert notebook.scale() == "shown"
    assert notebook.scale("big") == "big"
    monkeypatch.setenv(notebook.VARIABLE, "test")
    assert notebook.scale("big") == "test"
    monkeypatch.setenv(notebook.VARIABLE, "")
    assert notebook.scale("big") == "big"
    with pytest.raises(UnknownName, match="unknown scale 'huge'"):
        notebook.scale("huge")


def test_paragraphs_are_words_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    words = notebook.Words(" **a** ", 3)
    assert words._repr_markdown_() == repr(words) == "**a**\n\n3"
    notebook.say("one", "two")
    assert capsys.readouterr().out == "one\n\ntwo\n"


def test_charts_are_small_pictures_with_their_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    picture = notebook.Picture(chart())
    data, more = picture._repr_mimebundle_()
    assert more == {"image/png": {"alt": "A sentence over two lines", "width": 300}}
    assert data["text/plain"] == repr(picture) == "[chart: A sentence over two lines]"
    drawn = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert drawn.size == (300, 200)
    assert len(drawn.convert("RGB").getcolors(1000)) <= notebook.SHADES
    notebook.show(chart(), chart())
    assert capsys.readouterr().out == 2 * "[chart: A sentence over two lines]\n"


def test_what_games_do_not_tell_is_said_instead(capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> None:
        raise SimkitError("too few games")

    notebook.if_enough(fails)
    notebook.if_enough(lambda: notebook.say("enough"))
    assert capsys.readouterr().out == "*Not shown: too few games.*\nenough\n"


def test_a_board_is_a_picture_without_places_to_click(state: simkit.core.state.State) -> None:
    drawing = notebook.board(state)
    bundle = drawing._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert "sk-place" not in bundle["image/svg+xml"]
    assert bundle["text/plain"] == repr(drawing) == "[picture: the board of The Fair]"


def test_a_still_widget_shows_its_board_where_pages_are_only_read() -> None:
    view = replay(simkit.rules("tests.tiny", seats=2).deal(simkit.Luck(1)))
    view.model.go(view.model.last)
    still = notebook.still(view)
    end = notebook.board(view.model.state_at(view.model.last))
    bundle = still._repr_mimebundle_()
    assert bundle["image/svg+xml"] == end.svg
    assert bundle["text/plain"] == repr(still) == "[picture: the board of The Fair]"
    assert "application/vnd.jupyter.widget-view+json" in bundle
    begin = notebook.still(view, view.model.state_at(0))
    assert begin.svg == notebook.board(view.model.state_at(0)).svg != end.svg


def test_printed_names_come_from_records_sources_and_roles() -> None:
    named = notebook.labels("federation")
    assert named["federation"] == "Federation"
    data = [{"id": "a", "name": "A"}, {"id": "b"}, {"deep": [({"id": "c", "name": "C"},)]}, 3]
    assert list(notebook._printed_names(data)) == [("a", "A"), ("c", "C")]
    for column in notebook.COLUMNS:
        assert column not in notebook.labels("gaia_project")
