"""The container file of docs/cluster.md names what there is: an image is built where there is Docker, not here."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from processes import ROOT

FILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_what_is_copied_is_there_and_is_sent_to_the_builder() -> None:
    sources = [word for line in re.findall(r"^COPY (.+)", FILE, re.MULTILINE) for word in line.split()[:-1]]
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert sources and all((ROOT / source).exists() and f"!{source}" in sent for source in sources)
    needed = {PROJECT["readme"], *PROJECT["license-files"], "nexus_env", "agents", "train.py"}
    assert all(any(Path(name).is_relative_to(source) for source in sources) for name in needed)


def test_it_installs_extras_that_there_are_on_a_python_that_is_supported() -> None:
    (extras,) = re.findall(r"'\.\[(.+?)\]'", FILE)
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    (version,) = re.findall(r"^FROM python:(\S+)-slim", FILE, re.MULTILINE)
    assert f"Programming Language :: Python :: {version}" in PROJECT["classifiers"]


def test_the_cluster_file_of_the_page_is_one_for_ray() -> None:
    """By Ray's own schema."""
    ray = pytest.importorskip("ray", reason="Ray has an environment of its own: make test-ray")
    import jsonschema
    import yaml

    page = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    schema = json.loads((Path(ray.__file__).parent / "autoscaler" / "ray-schema.json").read_text(encoding="utf-8"))
    found = yaml.safe_load(block)
    jsonschema.validate(found, schema)
    assert found["head_node_type"] in found["available_node_types"]
