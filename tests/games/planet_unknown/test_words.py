"""Actions in words: every legal action of a position reads differently and can be read back."""

import random

import pytest

import simkit
from simkit.games.planet_unknown import schema
from simkit.games.planet_unknown.rules import cards
from simkit.games.planet_unknown.view.names import CONDITIONS, event_words
from simkit.games.planet_unknown.view.words import SAY

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
                from simkit.games.planet_unknown.rules import tracks

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


def said(t, head):
    """The words of the only legal action whose notation begins so."""
    (found,) = [a for a in t.state.legal() if t.rules.notation(a).startswith(head)]
    return t.rules.words(t.state, found)


def test_a_step_says_whether_a_card_gives_it(table):
    t = table({}, {})
    t.p.placed = True
    t.state.phase = schema.CIV_PHASE
    t.state.deck |= 1 << 2
    cards.look_at_deck(t.state, 0, 1)
    t.state.step(t.rules.encode("card", card=2))
    assert said(t, "advance why=advance marker=civ ") == "by the civ card: civ marker to step 1"
    t.advance("advance", "civ")  # what is left is bound to the marker
    assert said(t, "advance why=advance").startswith("by the civ card: civ marker to step 2")


def test_a_step_says_whether_the_event_gives_it():
    rules = simkit.rules(TITLE, seats=2, events="7-7-6")
    state = rules.deal(simkit.Luck(1), events=[9, *range(21, 40)])
    state.step(state.candidates()[0])
    told = [rules.words(state, action) for action in state.legal()]
    assert told
    assert all(text.startswith("by the event: ") for text in told)


@pytest.mark.parametrize(
    ("corporation", "tech", "source"),
    [("horizon_group", 14, "by tech 5: "), ("wormhole_corp", 0, "")],
)
def test_a_step_says_whether_a_tech_gives_it(table, corporation, tech, source):
    seat = {"corporation": corporation, "tracks": {"tech": tech}}
    t = table(seat, open=["I2-RT", "Z5-CE"])
    if tech:
        t.play("tech level=5")
        assert said(t, "advance why=advance").startswith(source)
        return
    t = table({**seat, "tracks": {"biomass": 1}}, {})
    t.p.placed = True
    t.p.pending.append(schema.SYNERGY)
    t.advance("synergy", "biomass")
    assert said(t, "fork branch=first") == "choose a step of the civ marker for the biomass step"
    assert said(t, "fork branch=patch") == "choose a biomass patch for the biomass step"
    t.play("fork branch=first")
    assert said(t, "advance why=advance").startswith("for the biomass step: civ marker to step 1")


def test_events_name_markers_steps_and_terrain():
    events = simkit.rules(TITLE, seats=1).tables.events
    texts = [event_words(card) for card in events]
    assert not [text for text in texts if "listed" in text or "given" in text]
    assert texts[4] == "Advance the civ or rover marker 1 step, with benefits."
    assert texts[3] == "Advance the civ, water or biomass marker 3 steps, without benefits."
    assert texts[41] == "Move any one marker down 3 steps (as far as possible), without benefit."
    assert texts[32] == "This round rovers may not enter water terrain."
    for card, text in zip(events, texts, strict=True):
        assert all(track in text for track in card.data.get("tracks", [])) or "any one" in text
        assert str(card.data.get("terrain", "")) in text


def test_a_rover_that_carries_a_meteorite_says_so(table):
    seat = {"corporation": "horizon_group", "board": [["I2-RT", "5,0,0,0"]], "movement": 3}
    t = table({**seat, "rovers": [[4, 1]], "meteorites_left": [[5, 1]], "lifepods": []})
    t.play("move x=4 y=1 to_x=5 to_y=1")
    text = said(t, "move x=5 y=1 to_x=4 to_y=1")
    assert text == "drive the rover with its meteorite from 5,1 to 4,1"


def test_a_marker_says_what_it_jumps_over(table):
    seat = {"corporation": "cosmos_inc", "tracks": {"tech": 7}}
    t = table(seat, {})
    t.p.placed = True
    t.p.pods_on = 1 << (4 << 4 | 8)
    t.p.pending.append(schema.SYNERGY)
    assert "tech marker to step 9, past 1 lifepod" in said(t, "advance why=synergy marker=tech")


def test_points_name_cards_and_medals_as_people_do():
    words = {source.name: source.words for source in schema.SOURCES}
    assert words["card_07"] == "civ card 7"
    assert words["track_civ"] == "civ medal"
    assert words["rows"] == "rows"
