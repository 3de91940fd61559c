"""The replay viewer: a thin view of `ReplayModel`."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from simkit.widgets import pages
from simkit.widgets.board_view import Board, beside
from simkit.widgets.replay_model import ReplayModel
from simkit.widgets.score_chart import ScoreChart

SPEEDS = (("slow", 2000), ("normal", 1000), ("fast", 400), ("very fast", 150))


def replay(game: Any, game_id: int = 0, *, bots: Any = "greedy") -> Replay:
    """Show a game step by step: the board, what was decided and why, points by source.

    Parameters
    ----------
    game
        A run (`Results` or its folder; `game_id` says which game), a recording (a file, parsed JSON
        or `PlayedGame`), or a state, which `bots` then play on to its end.

    Returns
    -------
    Replay
        A widget; `Replay.model` is the `ReplayModel` behind it.

    Examples
    --------
    >>> import simkit, simkit.widgets
    >>> results = simkit.simulate("race_for_the_galaxy", seats=2, games=50)  # doctest: +SKIP
    >>> simkit.widgets.replay(results, 17)                                   # doctest: +SKIP
    """
    return Replay(ReplayModel(game, game_id, bots=bots))


class Replay(widgets.VBox):  # type: ignore[misc]
    """Widget that shows a `ReplayModel`."""

    def __init__(self, model: ReplayModel) -> None:
        self.model = model
        self.chart = ScoreChart(model)
        self._make_parts()
        super().__init__(
            [
                widgets.HTML(pages.STYLE + pages.players_page(model.story.name, model.players)),
                widgets.HTML(pages.caution_page(model.caution)),
                widgets.HBox([*self._steps, self.player, self.speed, self.slider]),
                widgets.HBox([self.rounds, self.seats, self.next, self.eyes, self.board.size]),
                self.headline,
                self.happened,
                self.decision,
                beside(self.board, [self.opinion, self.chances]),
                self.picture,
            ]
        )
        self.add_class("sk-replay")
        self._connect()
        self.show()

    def _make_parts(self) -> None:
        m = self.model
        narrow = widgets.Layout(width="44px")
        self._steps = [
            _button("|◀", "to the beginning", "sk-first", narrow),
            _button("◀", "one decision back", "sk-back", narrow),
            _button("▶", "one decision on", "sk-step", narrow),
            _button("▶|", "to the end", "sk-last", narrow),
        ]
        self.slider = widgets.IntSlider(
            0, 0, m.last, description="decision", layout=widgets.Layout(width="420px")
        )
        self.slider.add_class("sk-position")
        self.player = widgets.Play(max=m.last, interval=1000, show_repeat=False)
        self.player.add_class("sk-player")
        self.speed = widgets.Dropdown(
            options=SPEEDS, value=1000, layout=widgets.Layout(width="100px")
        )
        self.speed.add_class("sk-speed")
        self.rounds = widgets.Dropdown(
            options=[("-", -1), *((f"round {number}", number) for number in m.rounds)],
            description="jump to",
            layout=widgets.Layout(width="200px"),
        )
        self.rounds.add_class("sk-round")
        seats = [(f"seat {seat}: {name}", seat) for seat, name in enumerate(m.players)]
        self.seats = widgets.Dropdown(options=seats, layout=widgets.Layout(width="220px"))
        self.seats.add_class("sk-whose")
        self.next = _button("its next decision", "jump to this seat's next decision", "sk-next")
        self.eyes = widgets.Dropdown(
            options=[("all hands open", -1), *((f"as seat {s} sees it", s) for _, s in seats)],
            layout=widgets.Layout(width="170px"),
        )
        self.eyes.add_class("sk-eyes")
        self.headline, self.decision = widgets.HTML(), widgets.HTML()
        self.headline.add_class("sk-headline")
        self.decision.add_class("sk-decision")
        self.happened = widgets.HTML()
        self.happened.add_class("sk-happened")
        self.board = Board()
        self.opinion, self.chances = widgets.HTML(), widgets.HTML()
        self.opinion.add_class("sk-opinion")
        self.chances.add_class("sk-chances")
        self.picture = widgets.Image(format="png", layout=widgets.Layout(max_width="920px"))
        self.picture.add_class("sk-chart")

    def _connect(self) -> None:
        moves = (lambda: self.model.go(0), self.model.back, self.model.step, self._to_end)
        for button, move in zip(self._steps, moves, strict=True):
            button.on_click(_clicked(self, move))
        widgets.jslink((self.player, "value"), (self.slider, "value"))
        self.slider.observe(self._slid, "value")
        self.speed.observe(self._speed_chosen, "value")
        self.rounds.observe(self._round_chosen, "value")
        self.eyes.observe(lambda change: self.show(), "value")
        self.next.on_click(_clicked(self, lambda: self.model.next_decision(self.seats.value)))

    def _to_end(self) -> None:
        self.model.go(self.model.last)

    def _slid(self, change: dict[str, Any]) -> None:
        if change["new"] != self.model.position:
            self.model.go(change["new"])
            self.show()

    def _speed_chosen(self, change: dict[str, Any]) -> None:
        self.player.interval = change["new"]

    def _round_chosen(self, change: dict[str, Any]) -> None:
        if change["new"] >= 0:
            self.model.to_round(change["new"])
            self.rounds.value = -1  # so that the same round can be chosen again
            self.show()

    def show(self) -> None:
        """Bring everything in line with the model."""
        m = self.model
        self.slider.value = m.position
        self.headline.value = pages.lines_page(m.headline(), [])
        seat = None if self.eyes.value < 0 else self.eyes.value
        self.happened.value = pages.happened_page(m.happened(seat))
        self.decision.value = pages.lines_page("", [m.decision(seat)])
        self.board.value = pages.board_page(m.board(seat))
        self.opinion.value = pages.opinion_page(m.opinion())
        self.chances.value = pages.chances_page(m.chances())
        self.picture.value = self.chart.png(m.position)


def _button(
    text: str, tooltip: str, name: str, layout: widgets.Layout | None = None
) -> widgets.Button:
    more = {"layout": layout} if layout is not None else {}
    made = widgets.Button(description=text, tooltip=tooltip, **more)
    made.add_class(name)
    return made


def _clicked(view: Replay, move: Any) -> Any:
    """Return what a button does: a move of the model, then everything is shown anew."""

    def handler(button: widgets.Button) -> None:
        move()
        view.show()

    return handler
