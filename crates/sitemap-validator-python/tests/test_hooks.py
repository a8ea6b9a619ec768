"""The hooks for pre-commit, installed by it from the wheel, without a registry."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(os.environ["ROOT"])


def test_pre_commit_installs_the_program_and_runs_it(tmp_path):
    wheels = tmp_path / "wheels"
    for folder in (os.environ["WHEELS"], os.environ["BACKENDS"]):
        shutil.copytree(folder, wheels, dirs_exist_ok=True)
    own = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PRE_COMMIT_HOME": str(tmp_path / "home")}
    # Its environment has the package from nowhere else.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | own

    def run(folder, *words):
        done = subprocess.run(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def repository(name, files):
        folder = tmp_path / name
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text)
        run(folder, "git", "init", "--quiet")
        run(folder, "git", "add", ".")
        author = ("-c", "user.name=Tide", "-c", "user.email=tide@tidepool.page", "-c", "commit.gpgsign=false")
        assert run(folder, "git", *author, "commit", "--quiet", "--message", "Begin")[0] == 0
        return folder

    hooks = [".pre-commit-hooks.yaml", "setup.py", "Cargo.toml"]
    hooks = repository("hooks", {name: (ROOT / name).read_text() for name in hooks})
    sitemap = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://tidepool.page/?a&b</loc></url></urlset>\n"
    site = repository("site", {"sitemap.xml": sitemap, "pom.xml": "<project>"})

    # Both hooks are of one repository, so they are installed once.
    commit = run(hooks, "git", "rev-parse", "HEAD")[1].strip()
    listed = [{"id": "sitemap-validator"}, {"id": "sitemap-validator-fix"}]
    config = tmp_path / "pre-commit.yaml"
    config.write_text(json.dumps({"repos": [{"repo": str(hooks), "rev": commit, "hooks": listed}]}))

    def hook(name):
        return run(site, sys.executable, "-m", "pre_commit", "run", "--config", str(config), name, "--all-files")

    code, text = hook("sitemap-validator")
    assert code == 1 and "error[loc-unescaped-ampersand]" in text and "pom.xml" not in text, text
    code, text = hook("sitemap-validator-fix")
    assert code == 1 and "files were modified by this hook" in text, text
    code, text = hook("sitemap-validator")
    assert code == 0 and "Passed" in text, text
