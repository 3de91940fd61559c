"""The stored figures of OpenSpiel are what OpenSpiel says: run where it is installed.

They were computed with open_spiel 2.0.2 (which needs matplotlib and networkx to import alpha-rank).
"""

import numpy as np
import pytest

from tests.theory import open_spiel_figures as figures

pytest.importorskip("pyspiel")
pytest.importorskip("matplotlib")
alpharank = pytest.importorskip("open_spiel.python.egt.alpharank")
dynamics = pytest.importorskip("open_spiel.python.egt.dynamics")

ONE, ZERO = np.array(figures.ONE), np.array(figures.CONSTANT_SUM)
SEATS = {"T": np.array(figures.THREE_SEATS), "B": np.array(figures.TWO_SEATS)}


def test_alpha_rank_figures():
    for grid, cases, local in (
        (ONE, figures.ONE_LOCAL, True),
        (ONE, figures.ONE_GLOBAL, False),
        (ZERO, figures.CONSTANT_GLOBAL, False),
    ):
        for case in cases:
            found = alpharank.compute(
                [grid], m=case["m"], alpha=case["alpha"], use_local_selection_model=local
            )
            np.testing.assert_allclose(found[2], case["pi"], atol=1e-9)
    for case in figures.ONE_LIMIT:
        found = alpharank.compute([ONE], use_inf_alpha=True, inf_alpha_eps=case["noise"])
        np.testing.assert_allclose(found[2], case["pi"], atol=1e-9)
    for case in figures.MANY:
        found = alpharank.compute(list(SEATS[case["game"]]), m=case["m"], alpha=case["alpha"])
        np.testing.assert_allclose(found[2], case["pi"], atol=1e-9)
    for case in figures.MANY_LIMIT:
        tables = list(SEATS[case["game"]])
        found = alpharank.compute(tables, use_inf_alpha=True, inf_alpha_eps=case["noise"])
        np.testing.assert_allclose(found[2], case["pi"], atol=1e-9)


def test_replicator_figures():
    one = dynamics.SinglePopulationDynamics(np.stack([ONE, ONE.T]), dynamics.replicator)
    many = dynamics.MultiPopulationDynamics(SEATS["T"], dynamics.replicator)
    for rule, case in ((one, figures.REPLICATOR_ONE), (many, figures.REPLICATOR_MANY)):
        np.testing.assert_allclose(rule(np.array(case["start"])), case["velocity"], atol=1e-12)
