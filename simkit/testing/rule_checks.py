"""All checks of rules by name; each says in its docstring what must hold."""

from __future__ import annotations

from simkit.testing.choice_checks import check_candidates, check_legal, check_step, check_words
from simkit.testing.copy_checks import check_clone, check_determinize, check_pickle
from simkit.testing.play_checks import (
    check_apply,
    check_deal,
    check_invariants,
    check_points,
    check_reading,
    check_replay,
)
from simkit.testing.setting_checks import (
    check_board,
    check_hash_seed,
    check_patches,
    check_rows,
    check_rules_stay,
    check_tables,
)
from simkit.testing.telling_checks import check_consequences, check_projected
from simkit.testing.walk import Check

RULE_CHECKS: dict[str, Check] = {
    "deal": check_deal,
    "invariants": check_invariants,
    "points": check_points,
    "reading": check_reading,
    "apply": check_apply,
    "replay": check_replay,
    "legal": check_legal,
    "candidates": check_candidates,
    "step": check_step,
    "words": check_words,
    "clone": check_clone,
    "determinize": check_determinize,
    "pickle": check_pickle,
    "patches": check_patches,
    "rules_stay": check_rules_stay,
    "rows": check_rows,
    "tables": check_tables,
    "hash_seed": check_hash_seed,
    "board": check_board,
    "consequences": check_consequences,
    "projected": check_projected,
}
