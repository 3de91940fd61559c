from simkit.core.greedy import GreedyBot

GREEDY = GreedyBot
