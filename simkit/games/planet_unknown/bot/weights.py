"""The named features of the greedy bot, with default weights: victory points per unit.

Plain greedy plays the profile ``standard`` with three players or more, ``duel`` with two, ``solo`` alone.
"""

from __future__ import annotations

from simkit.bots.greedy import Weight

WEIGHTS = (
    Weight("coverage", 0.55, "cells covered"),
    Weight("pace", 0.0, "cells covered, by how far this planet lags behind the end of the game"),
    Weight("lines", 0.58, "medals of the rows and columns a cell belongs to, by how full they are"),
    Weight("fill", 0.0, "medals of rows and columns, by the cube of how full they become"),
    Weight("completion", 0.35, "medals of rows and columns completed"),
    Weight("contact", 0.8, "sides that touch tiles or the rim: compact laying"),
    Weight("holes", -1.5, "single free cells shut in by the placement"),
    Weight("tips", -0.2, "free cells left with a single free neighbour"),
    Weight("pockets", -0.5, "free cells in pockets of two to four"),
    Weight("ice", 0.12, "ice kept free by covering land, and ice used up without water"),
    Weight("meteor", -0.5, "medals endangered by a new meteorite"),
    Weight("meteor_late", 0.0, "the same in the last rounds, for lines that are nearly complete"),
    Weight("lifepod_lost", -0.7, "lifepods covered"),
    Weight("rover_lost", -0.8, "rovers covered"),
    Weight("medal", 0.78, "medals a marker gets nearer to"),
    Weight("boost", 1.28, "synergy boosts a marker gets nearer to"),
    Weight("movement", 0.45, "movement a marker gets nearer to, while something can be reached"),
    Weight("new_rover", 1.0, "rovers a marker gets nearer to"),
    Weight("card", 0.56, "levels of civilisation cards a marker gets nearer to"),
    Weight("tech", 0.28, "techs a marker gets nearer to, by the rounds left"),
    Weight("patch", 0.7, "patches a marker gets nearer to"),
    Weight("step_civ", 0.15, "each step of the civ marker"),
    Weight("step_water", 0.28, "each step of the water marker"),
    Weight("step_biomass", 0.15, "each step of the biomass marker"),
    Weight("step_rover", 0.15, "each step of the rover marker"),
    Weight("step_tech", 0.07, "each step of the tech marker"),
    Weight("keep", 0.0, "patches kept for the end, where a tech allows it"),
    Weight("rival", 0.25, "what helps with rival objectives"),
    Weight("private", 0.9, "what helps with private objectives"),
    Weight("lifepod", 1.1, "lifepods collected"),
    Weight("meteorite", 0.5, "meteorites collected"),
    Weight("unvoid", 0.5, "medals of lines freed of a meteorite"),
    Weight("approach", 0.5, "rovers getting nearer to something"),
    Weight("points", 1.4, "points of cards and lifepods"),
    Weight("pod_tech", 2.0, "techs unlocked with lifepods, by the rounds left"),
    Weight("pod_jump", 0.8, "steps jumped over with lifepods"),
    Weight("deny", 0.25, "as commander: what the others get in front of them"),
    Weight("stuck", 0.0, "as commander: planets that can take no tile of their depot, an end"),
    Weight("summit", 0.0, "points of private objectives about tops of tracks that become likelier"),
    Weight("hope", 0.0, "points of other private objectives that become likelier"),
    Weight("duel", 0.0, "points of rival objectives that become likelier"),
    Weight("climb", 0.0, "the best medal of a track, by how high the marker stands already"),
    Weight("medal_late", 0.0, "medals reached, in the last rounds"),
    Weight("completion_late", 0.0, "medals of lines completed, in the last rounds"),
    Weight("contact_late", 0.0, "sides that touch tiles or the rim, in the last rounds"),
    Weight("holes_late", 0.0, "single free cells shut in, in the last rounds"),
    Weight("line_chance", 0.0, "medals of lines, by the chance to complete them (alone)"),
)
