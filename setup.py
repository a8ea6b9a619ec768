"""Lets pre-commit, which installs the repository it gets hooks from, install the program from PyPI."""

import pathlib
import re

from setuptools import setup

manifest = pathlib.Path(__file__).with_name("Cargo.toml").read_text(encoding="utf-8")
version = re.search(r'^version = "(.+)"$', manifest, re.MULTILINE).group(1)

setup(
    name="sitemap-validator-pre-commit",
    version=version,
    install_requires=[f"sitemap-validator=={version}"],
    # Without it, setuptools looks for packages in all folders.
    py_modules=[],
)
