"""What tools/check-chart and tools/render-manifests ask of the chart: renderings by helm, as text and as objects."""

import pathlib
import subprocess

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHART = ROOT / "charts/npushare"
NEWEST = "1.37.2"
OLDEST = "1.29.0"


def profiles():
    """The documented sets of values, by name."""
    return {file.stem: file for file in sorted((CHART / "profiles").glob("*.yaml"))}


class Helm:
    def __init__(self, path):
        self.path = path

    def run(self, *words, stdin=None):
        """(exit code, what it wrote, what it complained of) without helm's remarks on linked files."""
        done = subprocess.run([self.path, *map(str, words)], input=stdin, capture_output=True, text=True, check=False)
        complaint = "\n".join(line for line in done.stderr.splitlines() if "found symbolic link" not in line)
        return done.returncode, done.stdout, complaint

    def template(self, *values, version=NEWEST, settings=()):
        """The manifest as text; values are files. A refusal is a ValueError."""
        words = ["template", "npushare", CHART, "--namespace", "kube-system", "--kube-version", version]
        for file in values:
            words += ["--values", file]
        for setting in settings:
            words += ["--set", setting]
        code, text, complaint = self.run(*words)
        if code != 0:
            raise ValueError(complaint)
        return text

    def refusal(self, values):
        """Why the chart refuses this mapping of values; empty when it does not."""
        words = ["template", "npushare", CHART, "--namespace", "kube-system", "--kube-version", NEWEST, "--values", "-"]
        code, _, complaint = self.run(*words, stdin=yaml.safe_dump(values))
        return complaint if code != 0 else ""


def objects(text):
    """The objects of a manifest, in its order."""
    return [each for each in yaml.safe_load_all(text) if each]


def key(thing):
    """Kind, namespace and name, as one text."""
    meta = thing["metadata"]
    return f'{thing["kind"]} {meta.get("namespace", "-")}/{meta["name"]}'


def find(things, wanted):
    """The one object of that key, or None."""
    return next((each for each in things if key(each) == wanted), None)


def pods(things):
    """(key, pod template) of each Deployment."""
    return [(key(each), each["spec"]["template"]) for each in things if each["kind"] == "Deployment"]
