import numpy as np
import pytest

from simkit.core.errors import SimkitError
from simkit.stats.corrections import fcr_level, holm


def test_holm_equals_statsmodels():
    from statsmodels.stats.multitest import multipletests

    p = np.random.default_rng(7).random(25) ** 3
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])


def test_holm_leaves_out_what_is_missing():
    assert holm([np.nan, 0.02, 0.5])[1:].tolist() == [0.04, 0.5]
    assert np.isnan(holm([np.nan, 0.02])[0])
    assert len(holm([])) == 0


def test_intervals_of_the_selected_miss_rarely_on_average():
    from scipy import stats

    rng, plain, widened = np.random.default_rng(1), [], []
    for _ in range(2_000):
        z = rng.normal(size=20)
        chosen = np.flatnonzero(np.abs(z) > 1.5)
        if len(chosen):
            limit = stats.norm.ppf(0.5 + fcr_level(len(chosen), 20) / 2)
            widened.append((np.abs(z[chosen]) > limit).mean())
            plain.append((np.abs(z[chosen]) > 1.96).mean())
    assert np.mean(plain) > 0.2
    assert np.mean(widened) < 0.06


def test_more_than_all_cannot_be_selected():
    with pytest.raises(SimkitError, match="21 of 20"):
        fcr_level(21, 20)
