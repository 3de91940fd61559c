"""Actions in words: every legal action of a position reads differently and can be read back."""

import random

import pytest

import simkit
from simkit.games.planet_unknown.wording import CONDITIONS, SAY

TITLE = "planet_unknown"
SETTINGS = [
    {},
    {"edition": "deluxe", "events": "random"},
    {"edition": "deluxe", "events": "random", "private_objectives": True},
    {"edition": "deluxe", "cosmos_tech_2": "any_time", "horizon_tech_4": "optional"},
    {"edition": "deluxe", "card_lifepods": "up_to", "patch_on_patch": True, "events": "9-3-8"},
]


def positions(count, seed):
    """Random positions of random games of 1 to 6 players."""
    rng = random.Random(seed)
    found = game = 0
    while found < count:
        seats = 1 + game % 6
        game += 1
        last = min(count, found + 12)  # of a game
        options = dict(rng.choice(SETTINGS))
        if seats == 1:
            options.pop("private_objectives", None)
        rules = simkit.rules(TITLE, seats=seats, **options)
        state = rules.deal(simkit.Luck(rng.randrange(10**6)))
        # techs come late: some seats begin with markers half way up
        for p in state.players:
            if rng.random() < 0.5 and p.corp.id not in ("makeshift", "oasis_ultd", "wormhole_corp"):
                p.marker = [track << 4 | rng.randint(0, 12) for track in range(5)]
                p.slots = rng.randrange(64) << 1 if p.corp.slots else 0
                p.all_pods = p.slots.bit_count()
                from simkit.games.planet_unknown import tracks

                tracks.refresh(p)
        while not state.over and found < last:
            legal = state.legal()
            if rng.random() < 0.08 and len(legal) > 1:
                found += 1
                yield state, legal
            few = [a for a in legal if rules.decode(a)[0] != "move"] or legal
            state.apply(rng.choice(legal if rng.random() < 0.5 else few))


def check_words(count, seed):
    kinds = set()
    for state, legal in positions(count, seed):
        rules = state.rules
        said = {}
        for action in legal:
            text = rules.words(state, action)
            assert text not in said, (text, rules.notation(action), rules.notation(said[text]))
            said[text] = action
            assert "=" not in text
            assert "[" not in text
            assert rules.parse(rules.describe(state, action)) == action
            kinds.add(rules.decode(action)[0])
    return kinds


def test_every_legal_action_reads_differently():
    kinds = check_words(200, 1)
    assert {"place", "advance", "move", "rotate"} <= kinds


@pytest.mark.soak
def test_every_legal_action_of_2000_positions_reads_differently():
    kinds = check_words(2000, 2)
    assert len(kinds) >= 20


def test_every_kind_of_action_and_every_condition_has_words():
    rules = simkit.rules(TITLE, seats=2)
    assert set(SAY) == {kind.name for kind in rules.schema.kinds}
    asked = {o[side]["condition"] for o in rules.tables.objectives for side in ("rival", "private")}
    assert asked == set(CONDITIONS)


@pytest.mark.parametrize(
    ("seat", "spec", "notation", "text"),
    [
        (
            {}, {"open": ["I2-CE-m", "Z5-RT"]}, "place slot=inner x=0 y=5 rotation=0 mirror=0",
            "place the civ and energy tile (I2, 2 cells, meteorite) as printed: civ on 0,5, energy on "
            "0,6, meteorite symbol on 0,6",
        ),
        (
            {"rovers": [[3, 5]], "movement": 2, "lifepods": [[4, 5]]}, {},
            "move x=3 y=5 to_x=4 to_y=5", "drive the rover from 3,5 to 4,5, where a lifepod lies",
        ),
    ],
)  # fmt: skip
def test_examples(table, seat, spec, notation, text):
    t = table(seat, **spec)
    action = t.rules.parse(notation)
    assert action in t.state.legal()
    assert t.rules.words(t.state, action) == text


def test_a_tile_says_how_it_is_turned_and_where_its_symbols_lie(table):
    t = table({}, open=["T4-WR", "Z5-RT"])
    said = [t.rules.words(t.state, a) for a in t.state.legal()]
    inner = [text for text in said if "T4" in text]
    for how in ("as printed", "turned right", "upside down", "turned left", "mirrored"):
        assert any(how in text for text in inner)
    assert all("symbol" in text and "water on" in text and "rover on" in text for text in inner)


def test_an_advance_says_what_the_step_gives(table):
    t = table({"tracks": {"civ": 2, "water": 2}}, open=["I2-CE", "Z5-RT"])
    t.play("place slot=inner x=0 y=5 rotation=0 mirror=0")
    said = [t.rules.words(t.state, a) for a in t.state.legal()]
    assert "for the symbol of the tile: civ marker to step 3, for a civ card of level 1" in said
    assert "leave the energy symbol unused" in said
