"""Playing in a notebook cell: a thin view of `PlayModel`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from simkit.core.bot import Bot
from simkit.core.errors import SimkitError
from simkit.core.packs import Places
from simkit.widgets import pages
from simkit.widgets.board_view import Board, beside
from simkit.widgets.play_model import Option, PlayModel
from simkit.widgets.replay_model import ReplayModel
from simkit.widgets.replay_view import Replay

PAGE = 24  # buttons shown at once
LINES = 14  # decisions of the others that are listed


def play(
    title: str,
    seats: int = 2,
    bots: str | Bot | Sequence[str | Bot] = "greedy",
    seed: int = 0,
    seat: int = 0,
    practice: bool = True,
    folder: str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    patch: Mapping[str, Any] | None = None,
    deal: Mapping[str, Any] | None = None,
    pack: Places = None,
) -> Play:
    """Play a game against bots.

    Parameters
    ----------
    title, seats, bots, seed, seat, practice, options, patch, deal, pack
        See `PlayModel`.
    folder
        Where the finished game is written as a recording.

    Returns
    -------
    Play
        A widget; `Play.model` is the `PlayModel` behind it, with `tables()` once the game is over.

    Examples
    --------
    >>> import simkit.widgets
    >>> simkit.widgets.play("race_for_the_galaxy", seats=2, seed=4)  # doctest: +SKIP
    """
    model = PlayModel(title, seats, bots, seed, seat, practice, options, patch, deal, pack)
    return Play(model, folder)


class Play(widgets.VBox):  # type: ignore[misc]
    """Widget that shows a `PlayModel` and hands it the person's clicks."""

    def __init__(self, model: PlayModel, folder: str | Path | None = None) -> None:
        self.model = model
        self.folder = folder
        self.first = 0
        self.place = ""
        self.kept = ""
        self._buttons: list[widgets.Button] = []
        self._make_parts()
        super().__init__(
            [
                widgets.HTML(pages.caution_page(model.caution)),
                self.headline,
                self.problem,
                widgets.HBox(
                    [
                        self.undo,
                        self.hint,
                        self.board.size,
                        self.all,
                        self.before,
                        self.after,
                        self.pick,
                    ]
                ),
                self.kinds,
                self.choices,
                beside(self.board, [self.since, self.hints]),
                self.replay,
            ]
        )
        self.add_class("sk-play")
        self._show()

    def _make_parts(self) -> None:
        self.headline, self.problem = widgets.HTML(), widgets.HTML()
        self.headline.add_class("sk-headline")
        self.problem.add_class("sk-problem")
        self.undo = self._tool("Undo", "take back your last choice", "sk-undo", self._undo)
        self.hint = widgets.ToggleButton(description="Hints", tooltip="what a greedy bot would do")
        self.hint.add_class("sk-hint")
        self.hint.observe(self._hint_toggled, "value")
        self.all = self._tool("All places", "forget the place clicked", "sk-all", self._all)
        self.before = self._tool("◀ earlier", "earlier choices", "sk-before", self._before)
        self.after = self._tool("more ▶", "further choices", "sk-after", self._after)
        # A click on the board arrives here; see `pages.CLICK`.
        self.pick = widgets.Text(layout=widgets.Layout(display="none"))
        self.pick.add_class("sk-pick")
        self.pick.observe(self._picked, "value")
        self.kinds = widgets.ToggleButtons(style={"button_width": "auto"})
        self.kinds.add_class("sk-kinds")
        self.kinds.observe(self._kind_chosen, "value")
        self.choices = widgets.HBox(layout=widgets.Layout(flex_flow="row wrap"))
        self.choices.add_class("sk-choices")
        self.board = Board()
        self.since, self.hints = widgets.HTML(), widgets.HTML()
        self.since.add_class("sk-log")
        self.hints.add_class("sk-hints")
        self.replay = widgets.VBox()
        self._layout = widgets.Layout(width="auto", max_width="100%")
        self._plain = widgets.ButtonStyle()
        self._marked = widgets.ButtonStyle(button_color="#c9dff2", font_weight="bold")

    def _tool(self, text: str, tooltip: str, name: str, do: Any) -> widgets.Button:
        made = widgets.Button(
            description=text, tooltip=tooltip, layout=widgets.Layout(width="auto")
        )
        made.add_class(name)
        made.on_click(lambda _: do())
        return made

    # What the person does --------------------------------------------------------------------

    def do(self, option: Option) -> None:
        """Carry out what was chosen."""
        self._try(lambda: self.model.do(option.action))

    def _undo(self) -> None:
        self.kept = ""
        self._try(self.model.undo)

    def _try(self, change: Any) -> None:
        """Change the game and show it anew; a refusal or a failing bot is told, not raised."""
        problem = ""
        try:
            change()
            if self.model.over and self.folder is not None and not self.kept:
                self.kept = str(self.model.save(self.folder))
        except SimkitError as error:
            problem = str(error)
        self.first, self.place = 0, ""
        self._show()
        self.problem.value = pages.problem_page(problem)

    def _picked(self, change: dict[str, Any]) -> None:
        """Take a click on the board: one possibility is carried out, several are listed."""
        decision, _, rest = change["new"].partition("|")
        key = rest.rpartition("|")[0]
        if decision != str(self.model.decision) or not key:
            return  # a click on a board that has changed since
        here = self.model.at(key)
        if len(here) == 1:
            self.do(here[0])
        elif here:
            self.place, self.first = key, 0
            self._show_choices()

    def _all(self) -> None:
        self.place, self.first = "", 0
        self._show_choices()

    def _before(self) -> None:
        self.first = max(0, self.first - PAGE)
        self._show_buttons()

    def _after(self) -> None:
        self.first += PAGE
        self._show_buttons()

    def _kind_chosen(self, change: dict[str, Any]) -> None:
        self.first = 0
        self._show_buttons()

    def _hint_toggled(self, change: dict[str, Any]) -> None:
        self._show_hints()
        self._show_buttons()

    # What is shown ---------------------------------------------------------------------------

    def _show(self) -> None:
        m = self.model
        kept = f"; kept as {self.kept}" if self.kept else ""
        self.headline.value = pages.STYLE + pages.lines_page(m.headline() + kept, [])
        svg = m.board()
        self.board.value = pages.clickable_page(svg, m.decision, m.live_keys(svg))
        recent = [(one.words, one.followed) for one in m.since()[-LINES:]]
        self.since.value = pages.log_page("Since your last choice", recent)
        self.undo.disabled = not m.can_undo
        self._show_hints()
        self._show_choices()
        self._show_end()

    def _show_choices(self) -> None:
        """Offer the kinds of what can be done (at the place that was clicked)."""
        self.all.disabled = not self.place
        groups: dict[str, int] = {}
        for option in self._offered():
            groups[option.kind] = groups.get(option.kind, 0) + 1
        named = [(f"{kind.replace('_', ' ')} ({n})", kind) for kind, n in groups.items()]
        if len(named) > 1:
            named.insert(0, (f"all ({sum(groups.values())})", ""))
        self.kinds.unobserve(self._kind_chosen, "value")
        self.kinds.options = named
        self.kinds.index = (
            0 if named else None
        )  # equal options would leave the last choice standing
        self.kinds.layout.display = None if len(named) > 1 else "none"
        self.kinds.observe(self._kind_chosen, "value")
        self._show_buttons()

    def _offered(self) -> list[Option]:
        return self.model.at(self.place) if self.place else self.model.options

    def _show_buttons(self) -> None:
        """Give every choice a button of its own, made anew: a late click on an old one is lost."""
        kind = self.kinds.value
        offered = [option for option in self._offered() if not kind or option.kind == kind]
        best = self._best()
        offered.sort(key=lambda option: best.get(option.action, len(best)))
        shown = offered[self.first : self.first + PAGE]
        old = self._buttons
        self._buttons = [self._choice(option, option.action in best) for option in shown]
        self.choices.children = self._buttons
        for button in old:
            button.close()
        self.before.disabled = self.first == 0
        self.after.disabled = self.first + PAGE >= len(offered)

    def _choice(self, option: Option, marked: bool) -> widgets.Button:
        made = widgets.Button(
            description=option.words,
            tooltip=self.model.rules.notation(option.action),
            layout=self._layout,
            style=self._marked if marked else self._plain,
        )
        made.add_class("sk-choice")
        made.on_click(lambda _: self.do(option))
        return made

    def _best(self) -> dict[int, int]:
        """Return the actions that the hints name, and their ranks."""
        found = self.model.hints(3) if self.hint.value else None
        return {one.action: rank for rank, one in enumerate(found.best)} if found else {}

    def _show_hints(self) -> None:
        found = self.model.hints() if self.hint.value else None
        self.hints.value = pages.opinion_page(found)

    def _show_end(self) -> None:
        """After the end, offer the game as a replay."""
        if self.model.over and not self.replay.children:
            self.replay.children = [
                self._tool("Replay this game", "step through it", "sk-again", self._replay)
            ]
        elif not self.model.over:
            self.replay.children = []

    def _replay(self) -> None:
        self.replay.children = [Replay(ReplayModel(self.model))]
