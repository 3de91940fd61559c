"""The actions of a check case (the action types of log_notation.md); `ACTIONS` lists them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from simkit.games.federation.io import case_names, case_rounds, case_words
from simkit.games.federation.io.case_outcomes import MOST_OUTCOMES, Outcome, follow
from simkit.games.federation.io.position_names import letter_seat, number_of, same_name
from simkit.games.federation.io.position_senate import find_spaces
from simkit.games.federation.rules import apply, effects, erudites, kinds, legal, terms
from simkit.games.federation.rules.payment import pack
from simkit.games.federation.rules.planets import ON_PLANET

if TYPE_CHECKING:
    from simkit.games.federation.io.cases import Case
    from simkit.games.federation.rules.state import FederationState

AFTERWARDS = (
    "after the action"  # said of the use of an erudite that follows the action it is used during
)


def do_place(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Place an ambassador: the whole main action, without the mission after it."""
    case.flown = False
    first = s.first
    if not {"turn", "first_player"} & set(case.situation):  # else not the first player's first turn
        s.first = (s.seat + 1) % s.seats
    p, tables = s.players[s.seat], s.tables
    token = -1
    if action.get("alteration"):
        token = number_of(tables.token_ids, action["alteration"], "alteration token")
        if "alterations" not in case.given(s.seat) and token not in p.tokens:
            p.tokens.append(token)
    s.todo = [(terms.TURN, 0, 0, -1)]
    allowed = legal.legal(s)
    refused = "no such placement"
    for space in find_spaces(s, action):
        for piece in case_names.pieces(s, action):
            place = kinds.K_PLACE | space << 6 | piece
            if place not in allowed:
                refused = s.why_illegal(place)
                continue
            new = s.clone()
            apply.resolve(new, place)
            new.todo = new.todo[len(apply.AFTER_PLACING) :]
            asked = any(task[0] == terms.COVER for task in new.todo)  # else covered, with nothing
            ways = legal.cover_options(new, space, new.todo[-1][2]) if asked else [kinds.K_COVER]
            cover = case_names.cover(token, case_names.adds_die(action))
            if cover not in ways:
                refused = "the ambassador may not be covered like this, or the cost cannot be paid"
                continue
            if asked:
                apply.resolve(new, cover)
            for end in follow(new, action, case.words(action)):
                end.noted |= {"space": space, "first": first}
                yield end
            return
    yield Outcome(s, refused)


def do_main_action(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Carry out the effect and cost of a senate action, without the ambassador."""
    which = main_action_number(s, action)
    if not legal.can_do(s, which, pack(s.players[s.seat].res)):
        yield Outcome(s, f"{terms.ACTIONS[which]} cannot be paid for")
        return
    if not case_names.pays(s, action, s.tables.action_cost[which]):
        yield Outcome(s, "the cost cannot be paid like this")
        return
    s.todo = [(terms.ACTION, which, 0, -1)]
    yield from follow(s, action, case.words(action))


def main_action_number(s: FederationState, action: Mapping[str, Any]) -> int:
    """Return the senate action that is meant, by its name or that of one of its spaces."""
    tables = s.tables
    known = (*terms.ACTIONS, *tables.spaces)
    keys = case_words.SUBJECTS["main_action"]
    number = case_names.named(action, known, keys, "senate action")
    if number < len(terms.ACTIONS):
        return number
    return tables.space_action[number - len(terms.ACTIONS)]


def do_mission(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Fly a ship to a mission and carry it out."""
    keys = ("mission", "which", "id")
    mission = case_names.named(action, s.tables.missions, keys, "mission")
    s.todo = [(terms.MISSION, int(case.flown and "legal" in case.expected), 0, -1)]
    fly = kinds.K_MISSION | mission << 6
    if fly not in legal.options(s, *s.todo[-1][:3]):
        yield Outcome(s, s.why_illegal(fly))
        return
    if not case_names.pays(s, action, s.tables.mission_cost[mission]):
        yield Outcome(s, "the cost cannot be paid like this")
        return
    case.flown = True
    apply.resolve(s, fly)
    s.todo = s.todo[1:]
    yield from follow(s, action, case.words(action))


def do_use_erudite(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Use an erudite: alone, or together with the planet's action where the case means that, too.

    It is meant where the effect is one on the action itself (steps, a discount), and where the use alone
    leaves words unanswered (the cell, the structure ...).
    """
    tables = s.tables
    keys = case_words.SUBJECTS["use_erudite"]
    tile = case_names.named(action, tables.erudites, keys, "erudite")
    bit = 1 << tile
    said = case.words(action)
    p = s.players[s.seat]
    if bit & tables.immediate_mask and not p.used & bit:
        p.used |= bit & p.erudites
        erudites.start_effect(s, tile, bit)
        yield from follow(s, action, said)
        return
    own_erudite(s, tile)
    planet = planet_of_use(case, s, action)
    s.todo = [(terms.MISSION, 1, 0, -1)]
    if planet >= 0:
        s.todo = [(terms.AFTER, planet, 0, -1), (ON_PLANET[planet], 0, 0, -1)]
        if action.get(AFTERWARDS):
            s.todo.pop()
    use = kinds.K_USE | tile << 6
    if use not in legal.options(s, *s.todo[-1][:3]):
        if planet < 0 or action.get(AFTERWARDS) or use not in legal.uses(s, planet, False):
            yield Outcome(s, "the erudite is used up or does nothing here")
            return
        s.todo.pop()
    bottom = len(s.todo)
    apply.resolve(s, use)
    whole = s.clone()
    changes_action = any(
        task[0] in (terms.EXTRA_STEPS, terms.DISCOUNT) for task in tables.erudite_effects[tile]
    )
    alone = [] if bottom == 2 and changes_action else list(follow(s, action, said.copy(), bottom))
    for end in alone:
        end.state.todo = []
    if bottom == 2 and not any(end.left == Counter() and not end.refused for end in alone):
        yield from follow(whole, action, said.copy())
    yield from alone


def own_erudite(s: FederationState, tile: int) -> None:
    """Let the seat own an erudite that a case uses, though it does not say that the seat has it."""
    p = s.players[s.seat]
    if not p.erudites >> tile & 1:
        p.erudites |= 1 << tile
        p.collection = erudites.collection(s.tables, p.erudites)


def planet_of_use(case: Case, s: FederationState, action: Mapping[str, Any]) -> int:
    """Return the planet during whose action an erudite is used, -1 = at another time of the turn."""
    during = action.get("during")
    if during is not None:
        return number_of(terms.PLANETS, during, "planet")
    if "legal" in case.expected:
        return -1
    # The case asks what comes of the use, not if it is possible: it is the planet's own one.
    tile = case_names.named(
        action, s.tables.erudites, case_words.SUBJECTS["use_erudite"], "erudite"
    )
    return s.tables.erudite_planet[tile]


def planet_acted_on(s: FederationState, action: Mapping[str, Any]) -> int:
    """Return the planet whose action an action of a case is, or -1."""
    kind, tables = action["type"], s.tables
    which = -1
    if kind == "build":
        which = terms.E81216
    elif kind == "mission":
        which = case_names.named(action, tables.missions, case_words.SUBJECTS[kind], "mission")
    elif kind == "main_action":
        which = main_action_number(s, action)
    elif kind == "place":
        actions = {tables.space_action[space] for space in find_spaces(s, action)}
        which = actions.pop() if len(actions) == 1 else -1
    if which >= len(terms.PLANETS) and isinstance(action.get("copy"), str):
        which = next(iter(same_name(terms.PLANETS, action["copy"])), -1)
    return which if which < len(terms.PLANETS) else -1


def together(
    case: Case, s: FederationState, uses: list[dict[str, Any]], action: Mapping[str, Any]
) -> tuple[dict[str, Any], str]:
    """Return an action of a planet with the uses of erudites during it, and why one is refused."""
    planet = planet_acted_on(s, action)
    joined = dict(action)
    tiles = []
    for use in uses:
        keys = case_words.SUBJECTS["use_erudite"]
        tile = case_names.named(use, s.tables.erudites, keys, "erudite")
        s.seat = case.seat_of(use)
        own_erudite(s, tile)
        if kinds.K_USE | tile << 6 not in legal.uses(s, planet, True):
            return joined, "the erudite is used up or does nothing here"
        tiles.append(s.tables.erudites[tile])
        own = case_words.own_keys(s.tables, use)
        for key, value in use.items():
            if key not in own and key not in case_words.ASIDE:
                joined[key] = [*listed(joined.get(key)), *listed(value)]
    joined["erudite"] = [*listed(joined.get("erudite")), *tiles]
    return joined, ""


def listed(value: Any) -> list[Any]:
    """Return a value as a list: of itself, or of nothing for None."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def do_build(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Build a structure, with its cost or (``cost_waived``) without."""
    keys = ("structure", "which", "id", "building")
    structure = case_names.named(action, s.tables.structures, keys, "structure")
    if structure < s.tables.n_industries and structure not in s.industries:
        for slot, pair in enumerate(s.tables.slots):
            if structure in pair:
                s.industries[slot] = structure
        s.note_structures()
    said = case.words(action)
    if structure not in legal.structures(s):
        yield Outcome(s, "already built, no place left, or no robot")
    elif action.get("cost_waived"):
        s.todo = [(terms.BUILD, structure, 0, -1)]
        yield from follow(s, action, said)
    else:
        s.todo = [(terms.AFTER, terms.E81216, 0, -1), (terms.ON_E81216, 0, 0, -1)]
        s.waiting = legal.options(s, *s.todo[-1][:3])
        payable = kinds.K_BUILD | structure << 6 in s.waiting
        if not payable and not any(a & kinds.KIND == kinds.K_USE for a in s.waiting):
            yield Outcome(s, "it cannot be paid for")
            return
        said["structure", s.tables.structures[structure]] += 1
        yield from follow(s, action, said)


def do_income(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Take the income of one industry."""
    keys = ("industry", "structure", "which", "id", "building")
    known = s.tables.structures[: s.tables.n_industries]
    industry = case_names.named(action, known, keys, "industry")
    phase, s.phase = s.phase, terms.EXECUTIVE_PHASE
    effects.push(s, s.tables.industry_income[industry])
    for end in follow(s, action, case.words(action)):
        end.state.phase = phase
        yield end


def do_gain(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Receive resources (ships, steps ...); what does not fit is lost."""
    tasks = [case_names.gain_task(name, n) for name, n in case_names.gains(action)]
    effects.push(s, tasks)
    yield from follow(s, action, case.words(action))


def do_fund_general(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Contribute to the general project several times."""
    for _ in range(int(action.get("times", 1))):
        effects.fund(s, terms.GENERAL, 1)
    yield from follow(s, action, case.words(action))


def do_query(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Ask about a state; about an action it describes: whether that may be taken."""
    asked_of = action.get("action")
    if isinstance(asked_of, Mapping) and "type" in asked_of:
        kind, about = number_of(ACTIONS, asked_of["type"], "action type"), {**action, **asked_of}
        doing = list(ACTIONS.values())[kind]
    elif "mission" in action:
        doing, about = do_mission, dict(action)
    elif "space" in action:
        doing, about = do_place, dict(action)
    else:
        asked = next((action[key] for key in case_words.QUERY_KEYS if key in action), None)
        yield Outcome(s, "", {"asked": asked} if isinstance(asked, str) else {})
        return
    ends = list(islice(doing(case, s.clone(), about), MOST_OUTCOMES))
    refused = next((end.refused for end in ends), "nothing can be done")
    yield Outcome(s, "" if any(not end.refused for end in ends) else refused)


def do_winners(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Ask who has won, with the points of the state or those the action gives."""
    given = action.get("pp", {})
    for letter, n in given.items():
        seat = letter_seat(s.seats, letter)
        s.gain(seat, terms.S_MISSION, int(n) - s.score[seat])
    yield Outcome(s)


def do_legal_takes(case: Case, s: FederationState, action: Mapping[str, Any]) -> Iterator[Outcome]:
    """Ask what an action on a planet could take now: by default the erudites on Atal."""
    given = {"planet": "atal", **action}
    planet = case_names.named(given, terms.PLANETS, ("which", "planet"), "planet")
    options = legal.options(s, ON_PLANET[planet], 0, 0)
    takes = [a for a in options if a & kinds.KIND not in (kinds.K_USE, kinds.K_END)]
    names = [case_names.names(s, (ON_PLANET[planet], 0, 0, -1), a)[0] for a in takes]
    yield Outcome(s, "", {"takes": sorted(names)})


ACTIONS = {
    "place": do_place,
    "main_action": do_main_action,
    "mission": do_mission,
    "use_erudite": do_use_erudite,
    "build": do_build,
    "income": do_income,
    "gain": do_gain,
    "fund_general": do_fund_general,
    "upkeep": case_rounds.do_upkeep,
    "executive_step": case_rounds.do_executive_step,
    "round_start": case_rounds.do_round_start,
    "reveal_laws": case_rounds.do_reveal_laws,
    "play_round_using_special": case_rounds.do_play_round,
    "final_scoring": case_rounds.do_final_scoring,
    "winners": do_winners,
    "query": do_query,
    "legal_takes": do_legal_takes,
}
