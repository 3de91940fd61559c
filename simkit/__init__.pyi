"""What ``import simkit`` offers, for editors and type checkers; at run time it is imported when used."""

from simkit import analysis as analysis
from simkit import charts as charts
from simkit import engine as engine
from simkit import runs as runs
from simkit import stats as stats
from simkit import studies as studies
from simkit import testing as testing
from simkit import theory as theory
from simkit import widgets as widgets
from simkit.bots import make_bot as make_bot
from simkit.bots.greedy import GreedyBot as GreedyBot
from simkit.bots.kinds import BotKind as BotKind
from simkit.core.bot import Bot as Bot
from simkit.core.bot import Choice as Choice
from simkit.core.bot import RandomBot as RandomBot
from simkit.core.errors import SimkitError as SimkitError
from simkit.core.luck import Luck as Luck
from simkit.core.registry import rules as rules
from simkit.core.registry import titles as titles
from simkit.engine.observer import Observer as Observer
from simkit.engine.play import play_game as play_game
from simkit.engine.recorder import Recorder as Recorder
from simkit.runs import Results as Results
from simkit.runs import Spec as Spec
from simkit.runs import load as load
from simkit.runs import load_parts as load_parts
from simkit.runs import simulate as simulate

__version__: str
