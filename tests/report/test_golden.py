"""Reports of stored runs read as they are stored; `python -m tests.report.golden` writes them anew."""

import pytest

from simkit.report.balance import document
from tests.report import golden


@pytest.mark.parametrize("title", golden.TITLES)
def test_the_report_of_a_stored_run_is_the_stored_one(title):
    report = document(golden.run_of(title))
    assert f"{report}\n" == (golden.FOLDER / f"{title}.txt").read_text(encoding="utf-8")
    assert golden.page(report) == (golden.FOLDER / f"{title}.html").read_text(encoding="utf-8")
