"""The notebook in docs/ runs, and finds what its example contains."""

import json
import os
import pathlib

NOTEBOOK = pathlib.Path(os.environ["ROOT"]) / "docs/search-console.ipynb"


def test_the_notebook_joins_sitemaps_with_an_export():
    names = {}
    for at, cell in enumerate(json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "the notebook is kept without outputs"
            exec(compile("".join(cell["source"]), f"cell {at}", "exec"), names)
    assert names["silent"]["loc"].tolist() == ["https://tidepool.page/tides?place=a&month=1"]
    assert names["unlisted"]["loc"].tolist() == ["https://tidepool.page/boats"]
    found = names["findings"].merge(names["silent"][["loc"]], on="loc")["rule"]
    assert {"loc-unescaped-ampersand", "lastmod-invalid-calendar"} <= set(found)
