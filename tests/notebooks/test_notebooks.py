"""Every notebook is made from its source, runs at test scale, and its stored outputs are fit to publish.

Cells are executed in this process, one after the other, as a kernel would: starting kernels would cost
more than the notebooks do. One notebook is run through a real kernel.
"""

from __future__ import annotations

import ast
import re
import statistics
import sys
import time
import tomllib
import types
from pathlib import Path

import nbformat
import pytest

from simkit.runs.bench import REFERENCE_LOOP, calibration
from simkit.widgets import notebook as helpers
from tests.notebooks.making import build

ROOT = Path(__file__).resolve().parents[2]
SOURCES = build.sources([])
NAMES = [source.stem for source in SOURCES]
CPU_SECONDS = 12.0  # of the reference core, at test scale
ALL_BYTES = 6_000_000
PATHS = re.compile(r"(?<![\w.~<$}:/-])/(?:work|root|home|tmp|usr|var|Users)/[\w.-]+")
LINK = re.compile(r"\]\(([^)#\s]+)")


def run(source: Path) -> None:
    """Execute the cells of a notebook; a value at the end of a cell is shown, as in a notebook."""
    module = types.ModuleType(f"notebook_{source.stem[:2]}")  # classes are looked up by it
    sys.modules[module.__name__] = module
    space = module.__dict__
    for number, cell in enumerate(build.notebook_of(source).cells):
        if cell.cell_type != "code":
            continue
        tree = ast.parse(cell.source, f"{source.stem}, cell {number}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{source.stem}, cell {number}", "exec"), space)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), source.stem, "eval"), space)
            for form in ("_repr_mimebundle_", "_repr_html_"):
                if hasattr(value, form):
                    getattr(value, form)()
                    break


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_runs_at_test_scale(
    source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv(helpers.VARIABLE, "test")
    monkeypatch.setenv("LOKY_MAX_CPU_COUNT", "1")  # no workers: their seconds would not be counted
    monkeypatch.chdir(tmp_path)  # what a notebook writes is gone afterwards
    loops = [calibration(1)]
    before = time.process_time()
    run(source)
    seconds = time.process_time() - before
    loops.append(calibration(1))  # a machine that others share may be slower by half for a while
    seconds *= REFERENCE_LOOP / statistics.mean(loops)
    with capsys.disabled():
        print(f"\n{source.stem}: {seconds:.1f} CPU s of the reference core at test scale")
    assert seconds <= CPU_SECONDS
    assert not re.search(r"\bnan\b", capsys.readouterr().out), (
        "a sentence tells of a missing figure"
    )


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_is_made_from_its_source(source: Path) -> None:
    stored = nbformat.read(build.target(source), as_version=4)
    made = build.notebook_of(source)
    assert [(c.cell_type, c.source) for c in stored.cells] == [
        (c.cell_type, c.source) for c in made.cells
    ], f"run: python notebooks/build.py {source.stem[:2]}"
    assert stored.metadata == made.metadata


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_stored_outputs_are_fit_to_publish(source: Path) -> None:
    text = build.target(source).read_text(encoding="utf-8")
    assert not PATHS.search(text)
    assert build.WIDGET not in text and '"execution"' not in text
    cells = nbformat.reads(text, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert all(cell.execution_count == number for number, cell in enumerate(code, 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs), "no chart is stored"
    assert not any(output.output_type == "error" for output in outputs)
    assert not any(output.get("name") == "stderr" for output in outputs)


@pytest.mark.parametrize("source", SOURCES, ids=NAMES)
def test_reads_well(source: Path) -> None:
    cells = build.notebook_of(source).cells
    assert cells[0].cell_type == "markdown" and cells[0].source.startswith("# ")
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    assert 'SCALE = scale("shown")' in code[0], "the switch stands in the first cell"
    assert sum("= scale(" in cell for cell in code) == 1, "there is one switch"
    assert max(cell.count("\n") for cell in code) < 30, "a cell fits on a screen"
    assert "Next:" in cells[-1].source, "the last cell leads on"


@pytest.mark.parametrize(
    "page", sorted([*build.HERE.glob("*.md"), *build.HERE.glob("docs/**/*.md"), *SOURCES]),
    ids=lambda page: page.name,
)  # fmt: skip
def test_links_lead_somewhere(page: Path) -> None:
    folder = build.HERE if page.suffix == ".py" else page.parent
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (folder / link).exists(), f"{page.name}: {link}"


def test_all_stays_small() -> None:
    files = [path for path in build.HERE.rglob("*") if path.suffix in {".ipynb", ".md", ".py"}]
    assert sum(path.stat().st_size for path in files) < ALL_BYTES


def test_every_notebook_has_a_source() -> None:
    assert sorted(path.stem for path in build.HERE.glob("*.ipynb")) == NAMES


def test_data_dictionaries_are_current() -> None:
    for path, text in build.dictionaries().items():
        assert path.read_text(encoding="utf-8") == text, (
            "run: python notebooks/build.py --dictionary"
        )


def test_one_notebook_runs_in_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the pages show in JupyterLab: charts as pictures, words as Markdown, widgets."""
    monkeypatch.setenv(helpers.VARIABLE, "test")
    made = build.notebook_of(next(s for s in SOURCES if s.stem.startswith("11")))
    build.execute(made)
    kinds = [
        set(output.get("data", {})) for cell in made.cells for output in cell.get("outputs", [])
    ]
    assert any("image/png" in kind for kind in kinds)
    assert any("text/markdown" in kind for kind in kinds)
    assert any({build.WIDGET, "image/svg+xml"} <= kind for kind in kinds), (
        "the replay and its picture"
    )
    build.clean(made)
    assert not any(
        build.WIDGET in o.get("data", {}) for c in made.cells for o in c.get("outputs", [])
    )


def test_the_methods_page_tells_the_stored_figures() -> None:
    page = (build.HERE / "docs" / "background" / "methods.md").read_text(encoding="utf-8")
    told = re.findall(r"\| (\d+\.\d) % \|$", page, re.MULTILINE)
    coverage = [
        ("mirrored_deals", "win_share"), ("mirrored_deals", "score"), ("plain_games", "win_share"),
        ("paired_arms", "win_share"), ("strengths", "strength"), ("false_alarms", "win_share"),
        ("false_alarms", "score"), ("planned_games", "power"), ("looks_at_waves", "late"),
        ("looks_at_waves", "unguarded"),
    ]  # fmt: skip
    null = [
        ("card_of_a_real_faction", "false"),
        ("edges_of_things", "false_10_percent_20_rows"),
        ("edges_of_things", "false_10_percent_40_rows"),
        ("edges_of_things", "false_10_percent_100_rows"),
        ("edges_of_things", "false_25_percent_20_rows"),
        ("edges_of_things", "false_25_percent_40_rows"),
        ("edges_of_things", "false_25_percent_100_rows"),
        ("edges_of_things", "false_50_percent_20_rows"),
        ("edges_of_things", "false_50_percent_40_rows"),
        ("edges_of_things", "false_50_percent_100_rows"),
        ("edges_in_replayed_deals", "false"),
        ("edges_of_real_takers", "false_boosters"),
        ("edges_of_real_takers", "false_openings"),
        ("paired_claims", "false"),
        ("looks_after_every_batch", "false_scores"),
        ("looks_after_every_batch", "false_win_shares"),
        ("six_equal_strategies", "false"),
        ("heterogeneous", "false_3"),
        ("heterogeneous", "false_5"),
        ("heterogeneous", "false_10"),
        ("shares_of_hardly_any_games", "false_25_percent_3_rows"),
        ("shares_of_hardly_any_games", "false_25_percent_9_rows"),
        ("shares_of_hardly_any_games", "false_10_percent_9_rows"),
        ("rare_counts_by_group", "false_mean_0_1"),
        ("heterogeneous_games", "false_few_wins"),
        ("heterogeneous_games", "false_few_deals"),
        ("heterogeneous_games", "false_shared_deals"),
        ("as_good_as_equal", "false_share"),
        ("four_of_five", "power_of_1"),
        ("four_of_five", "power_of_4"),
        ("four_of_five", "power_of_14"),
        ("four_of_five", "power_of_56"),
        ("four_of_five_by_wins", "power_of_1_where_4_of_1000_change"),
        ("four_of_five_by_wins", "power_of_14_where_4_of_1000_change"),
        ("four_of_five_by_wins", "power_of_14_win_shares"),
        ("four_of_five_by_wins", "power_of_14_without_pairs"),
        ("one_score_watched", "found_2_5_points"),
        ("one_score_watched", "found_with_planned_looks"),
        ("one_score_watched", "found_by_a_fixed_test"),
        ("shares_of_few", "covers_25_percent_in_deals_of_1"),
        ("shares_of_few", "covers_10_percent_in_deals_of_1"),
        ("rare_flips", "covers_half_a_percent"),
        ("named_extremes", "covers_largest_of_8_spread_1"),
        ("named_extremes", "covers_largest_of_30_spread_1"),
        ("named_extremes", "unselected_largest_of_30_spread_1"),
        ("flips_of_mirrored_arms", "covers_20_of_1000_deals_change"),
        ("extremes_of_arms", "covers_largest"),
        ("extremes_of_arms", "unselected_covariance_forgotten"),
        ("heterogeneous", "found_5"),
    ]
    stored = []
    for file, promises in (("analysis/coverage", coverage), ("stats/figures", null)):
        figures = tomllib.loads((ROOT / "tests" / f"{file}.toml").read_text())
        stored += [f"{100 * figures[study][figure]:.1f}" for study, figure in promises]
    assert told == stored
