"""Games of this engine, written down as the other program would (data/gaia_project/log_notation.md)."""

from __future__ import annotations

import random

import simkit
from simkit.games.gaia_project import schema
from simkit.games.gaia_project.io.recordings import SCHEMA, figures
from simkit.games.gaia_project.rules import apply, income, terms
from simkit.games.gaia_project.rules.geometry import cells_of

OPTIONS = {"turn_order": "by_passing", "end_conversion": "automatic", "faction_choice": "chosen",
           "income_order": "always_asked", "bundled_power": True, "satellite_limit": 25}  # fmt: skip
GAINS, PRICE = "cokq", (1, 3, 4, 4)
COLUMNS = {
    terms.CREDITS: (1, 30),
    terms.ORE: (2, 15),
    terms.KNOWLEDGE: (3, 15),
    terms.QIC: (4, 99),
}  # place in a row, cap
UPGRADES = {1: "ts", 2: "lab", 3: "PI", 4: "ac1", 5: "ac2"}
SPECIAL = ("4pw", "", "q,5c", "3o", "3k", "up-lowest")
CONVERTS = ("1o for 1c", "1o for 1t", "1k for 1c", "1q for 1o")
BUILD_BY = ("", "action power2. ", "action power6. ", "special step. ", "special range+3. ")


def code(faction):
    return terms.FACTIONS[faction].replace("_", "-")


def command(state, action):
    """The command for an action."""
    kind, a = state.rules.decode(action)
    p = state.players[state.seat]
    at = state.galaxy.label[a["hex"]] if "hex" in a else ""
    if kind == "brainstone":
        return "brainstone " + ("discard", "area1", "area2", "area3", "gaia")[a["bowl"]]
    if kind in ("mine", "gaia_project"):
        return f"{BUILD_BY[a['via']]}build {'m' if kind == 'mine' else 'gf'} {at}"
    if kind == "special":
        name = SPECIAL[a["special"]] or ("4c" if terms.FACTIONS[p.faction] == "baltaks" else "q")
        return f"special {name}"
    if kind == "advanced":
        place = terms.PLACES[state.places.index(a["cover"])]
        return f"tech adv-{terms.AREA_CODES[a['area']]}. cover {place}"
    if kind == "federation":
        hexes = ",".join(state.galaxy.label[c] for c in cells_of(a["hexes"]))
        return f"federation {hexes} {terms.TOKENS[a['token'] - 1]}".replace("  ", " ")
    if kind == "leech":
        token = f"{a['amount']}pw"
        return "charge " + (token, f"{token},1t", f"1t,{token}")[a["how"]]
    if kind == "spend_power":
        return f"spend {a['power']}pw for {a['count']}{GAINS[a['gain']]}"
    texts = {
        "place": lambda: f"build {'PI' if terms.FACTIONS[p.faction] == 'ivits' else 'm'} {at}",
        "faction": lambda: f"faction {code(a['faction_chosen'])}",
        "booster": lambda: f"booster {terms.BOOSTERS[a['booster'] - 1]}",
        "income": lambda: f"income {a['amount']}{'t' if a['symbol'] else 'pw'}",
        "gaia_gain": lambda: f"spend {PRICE[a['gain']]}tg for 1{GAINS[a['gain']]}",
        "gaia_tile": lambda: "spend 4tg for tech",
        "gaia_done": lambda: "decline",
        "upgrade": lambda: f"build {UPGRADES[a['building']]} {at}",
        "tile": lambda: f"tech {terms.PLACES[a['place']]}",
        "research": lambda: f"up {terms.AREA_CODES[a['area']]}",
        "step": lambda: f"up {terms.AREA_CODES[a['area']]}",
        "no_step": lambda: "decline up",
        "lost_planet": lambda: f"lostPlanet {at}",
        "power_action": lambda: f"action power{a['action'] + 1}",
        "qic_tile": lambda: "action qic1",
        "qic_token": lambda: f"action qic2. fedtile {terms.TOKENS[a['token'] - 1]}",
        "qic_types": lambda: "action qic3",
        "swap": lambda: f"special swap-PI. swap-PI {at}",
        "downgrade": lambda: f"special down-lab. build ts {at}",
        "space_station": lambda: f"special space-station. build sp {at}",
        "pass": lambda: f"pass {terms.BOOSTERS[a['booster'] - 1]}" if a["booster"] else "pass",
        "decline": lambda: f"decline {a['amount']}pw",
        "burn": lambda: f"burn {a['count']}",
        "convert": lambda: f"spend {CONVERTS[a['exchange']]}",
        "spend_credits": lambda: f"spend {PRICE[a['gain']]}c for 1{GAINS[a['gain']]}",
        "gaiaformer_to_qic": lambda: "spend 1gf for 1q",
        "token_to_knowledge": lambda: "spend 1t-a3 for 1k",
    }  # fmt: skip
    return texts[kind]()


def same_line(before, state):
    """Does the question after an action belong to the line of that action?"""
    if state.over or state.seat != before.seat or state.phase != before.phase:
        return False
    if state.mode in (schema.M_STONE, schema.M_PAY, schema.M_TAKE):
        return state.phase != schema.P_INCOME
    if state.mode == schema.M_TURN:  # a free action before the main one
        return before.mode == schema.M_TURN and state.acting == before.acting
    if state.phase == schema.P_ACTIONS:
        return state.mode != schema.M_LEECH
    return state.phase == schema.P_GAIA and state.mode != schema.M_GAIA


class Writer:
    """Plays a game and writes its lines.

    Parameters
    ----------
    factions
        What the seats choose; seat 0 begins.
    seed
        Of the deal and of the whims.
    single
        Let the other program ask about the brainstone at every charge of the income: several answers, in
        one line or in lines of their own, where this engine asks once or has nothing to ask.
    wild
        How often a whim decides instead of the bot.

    Attributes
    ----------
    several, lines, alone, joined
        How often several answers stood where this engine asks once; lines that stop between two answers;
        pauses where this engine has nothing to ask; answers in the line that led to the question.
    """

    def __init__(self, factions, seed, single=True, wild=0.1):
        self.rules = simkit.rules("gaia_project", seats=len(factions), **OPTIONS)
        self.state = self.rules.deal(simkit.Luck(seed))
        self.start = self.state.clone()
        self.factions, self.single, self.wild = factions, single, wild
        self.draw = random.Random(seed)
        self.moves = [{"n": 0, "line": f"init {len(factions)} seed"}]
        self.several = self.lines = self.alone = self.joined = 0
        self.play()

    def play(self):
        seats = len(self.factions)
        bots = [simkit.make_bot("greedy", "gaia_project") for _ in range(seats)]
        for seat, bot in enumerate(bots):
            bot.start(self.rules, seat, simkit.Luck(1))
        line: list[str] = []
        while not self.state.over:
            state = self.state
            seat = state.seat
            who = f"p{seat + 1}" if state.phase == 0 else code(state.players[seat].faction)
            action = self.choice(bots[seat])
            before = state.clone()
            ends = self.rules.schema.kinds[action & 63].name == "end_turn"
            if not ends:
                line.append(command(state, action))
            state.step(action)
            if (
                self.single
                and action & 63 == schema.K_BRAINSTONE
                and before.phase == schema.P_INCOME
            ):
                self.per_charge(line)
            if not ends and (same_line(before, state) or self.runs_on(before)):
                continue
            if before.phase == schema.P_INCOME:
                line = self.split(line, who, before)
            text = f"{who} {'. '.join(line)}{'.' if ends else ''}"
            line = []
            self.write(text, before, action)

    def choice(self, bot):
        state = self.state
        if state.phase == 0:
            wanted = f"faction faction_chosen={self.factions[state.seat]}"
            return self.rules.parse(wanted)
        options = state.candidates()
        if self.draw.random() < self.wild:
            return self.draw.choice(options)
        return bot.choose(state, options).action

    def runs_on(self, before):
        """May the income's question be answered in the line that led to it?"""
        state = self.state
        if state.over or state.phase != schema.P_INCOME or state.seat != before.seat:
            return False
        if before.phase == schema.P_INCOME:
            return self.draw.random() < 0.4
        runs = self.single and state.mode == schema.M_STONE and self.draw.random() < 0.7
        self.joined += runs
        return runs

    def split(self, line, who, before):
        """Write what comes before some of the answers in lines of their own; return the rest."""
        rest = [line[0]]
        for one in line[1:]:
            # The other program stops between its questions, too.
            answers = one.startswith("brainstone") and rest[-1].startswith("brainstone")
            if answers and self.draw.random() < 0.5:
                self.lines += 1
                rows = self.stage(self.rows(before), before)
                self.add({"line": f"{who} {'. '.join(rest)}", "round": before.round,
                          "phase": "roundIncome", "p": rows})  # fmt: skip
                rest = []
            rest.append(one)
        return rest

    def stage(self, rows, state):
        """Rows with some of the goods of Taklons' income, once its order is settled."""
        p = next(p for p in state.players if p.faction == terms.TAKLONS)
        if state.income_left not in ([], income.SYMBOLS_DONE):
            return rows
        row = rows[p.seat][:]
        for kind, amount in income.sources(state, p):
            if kind in COLUMNS and self.draw.random() < 0.5:
                column, cap = COLUMNS[kind]
                row[column] = min(cap, row[column] + amount)
        return [row if seat == p.seat else other for seat, other in enumerate(rows)]

    def per_charge(self, line):
        """Any places first, as if the stone had been asked about charge by charge."""
        if line[-1].startswith("brainstone area") and self.draw.random() < 0.7:
            places = self.draw.choices((1, 2), k=self.draw.choice((1, 1, 2)))
            line[-1:] = [*(f"brainstone area{n}" for n in places), line[-1]]
            self.several += 1

    def rows(self, state):
        return [figures(state, seat) for seat in range(state.seats)]

    def write(self, text, before, action):
        state = self.state
        phase = "endGame" if state.over else schema.PHASES[state.phase]
        move = {"line": text, "round": max(0, state.round), "phase": phase, "p": self.rows(state)}
        stop = self.single and self.stop(before, action)
        seat = next((p.seat for p in state.players if p.faction == terms.TAKLONS), 0)
        place = figures(state, seat)[9]
        if stop and place in (1, 2, 3):
            self.alone += 1
            self.pause(move, stop, place)
        else:
            self.add(move)

    def pause(self, move, stop, place):
        """Write a line that stops in the income, and the answers that the other program asks for."""
        lines = [[move["line"]]]
        for number in (*self.draw.choices((1, 2, 3), k=self.draw.randrange(3)), place):
            answer = f"brainstone area{number}"
            if lines[-1][0].startswith("taklons") and self.draw.random() < 0.5:
                self.joined += len(lines) == 1
                lines[-1].append(answer)
            else:
                lines.append([f"taklons {answer}"])
        for line in lines[:-1]:
            self.add({**move, "line": ". ".join(line), "phase": "roundIncome",
                      "p": self.stage(stop, self.state)})  # fmt: skip
        self.add({**move, "line": ". ".join(lines[-1])})

    def add(self, move):
        self.moves.append({"n": len(self.moves), **move})

    def stop(self, before, action):
        """Rows where the other program stops in Taklons' income though this engine went through it."""
        state = self.state
        p = next((p for p in state.players if p.faction == terms.TAKLONS), None)
        if p is None or state.over or action & 63 == schema.K_BRAINSTONE or state.round == 0:
            return None
        if figures(before, p.seat)[9] not in (1, 2, 3):
            return None  # in the Gaia bowl no charge moves it
        waiting = before.phase != schema.P_INCOME or p.seat in before.queue
        turned = before.round != state.round or before.phase == schema.P_INCOME
        if not (waiting and turned):
            return None
        if state.phase == schema.P_INCOME and p.seat in state.queue:
            return None
        if before.mode == schema.M_INCOME and before.seat == p.seat:
            return self.rows(before)  # the order was answered, then it asks about a charge
        stop = before.clone()
        if before.round != state.round:
            apply.ACTIONS[action & 63](stop, stop.players[stop.seat], action >> 6)
            queue = state.order
        else:
            return None
        for seat in queue[: queue.index(p.seat)]:
            one = stop.players[seat]
            found = income.sources(stop, one)
            if income.order_matters(stop, one, income.symbols(found)):
                return None  # its owner is asked; the pause comes after that line
            for symbol in income.symbols(found):
                income.take_symbol(stop, one, symbol)
            income.take_goods(stop, one, found)
        mine = stop.players[p.seat]
        if not any(symbol & 1 == 0 for symbol in income.symbols(income.sources(stop, mine))):
            return None
        return self.rows(stop)

    def data(self):
        state, start = self.state, self.start
        shape, galaxy = start.shape, start.galaxy
        points = [state.points_of(seat) for seat in range(state.seats)]
        hexes = [
            [*shape.coordinates[c], galaxy.label[c],
             terms.PLANETS[galaxy.planet[c]] if galaxy.planet[c] >= 0 else "empty", str(galaxy.sector[c])]
            for c in shape.cells
        ]  # fmt: skip
        names = [code(terms.FACTIONS.index(name)) for name in self.factions]
        return {
            "schema": SCHEMA,
            "game": "gaia_project",
            "id": "written",
            "complete": True,
            "base_game_clean": True,
            "end_conversion": "automatic",
            "turn_order_rule": "pass order",
            "engine_options": {},
            "hexes": hexes,
            "table_order": names,
            "moves": self.moves,
            "setup": {
                "tech_tiles": {
                    place: terms.STANDARD[t]
                    for place, t in zip(terms.PLACES, start.places, strict=True)
                },
                "advanced_tech_tiles": {
                    area: terms.ADVANCED[t]
                    for area, t in zip(terms.AREA_CODES, start.dealt_advanced, strict=True)
                },
                "terraforming_federation_token": terms.TOKENS[start.dealt_token],
                "round_scoring": [terms.ROUND_TILES[t] for t in start.round_tiles],
                "final_scoring": [terms.FINAL_TILES[t] for t in start.final_tiles],
                "round_boosters": [terms.BOOSTERS[b] for b in cells_of(start.boosters)],
            },
            "players": [
                {
                    "seat": seat,
                    "faction": name,
                    "bid": 0,
                    "final_vp": state.score[seat],
                    "vp_at_last_line": state.score[seat],
                }
                for seat, name in enumerate(names)
            ],
            "final_scores": {name: state.score[seat] for seat, name in enumerate(names)},
            "end_game_vp": {
                name: {
                    "final1": points[seat][schema.SRC_FINAL],
                    "final2": points[seat][schema.SRC_FINAL + 1],
                    **{
                        area: points[seat][schema.SRC_RESEARCH + i]
                        for i, area in enumerate(schema.AREA.names)
                    },
                    "spend": points[seat][schema.SRC_RESOURCES],
                }
                for seat, name in enumerate(names)
            },
        }
