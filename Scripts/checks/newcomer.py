"""The README's way from nothing: its blocks lead from red to green, as they stand.

Blocks marked `newcomer` are followed in their order, in an empty folder:

    ```swift newcomer=PATH              a file to write
    ```swift newcomer=PATH after=TEXT   lines to put below the line that contains TEXT
    ```console newcomer exit=1          commands, and what they print

Nothing in them is changed. The README's address of the kit is a placeholder until there is a public
one, so git is told where it leads: to a bare repository with the README's version as its tag, made
of the files as they are now. That holds for the calls of this walk alone, by variables; nobody's
configuration and nobody's caches are touched.
"""
import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

from . import readme

STEP = re.compile(
    r"^```(\w+) (newcomer\b.*)\n((?:(?!^```).*\n)*?)^```\s*$", re.MULTILINE)
ADDRESS = re.compile(
    r'\.package\(url: "(https://example\.invalid/)([^"/]+)", from: "([^"]+)"\)')
# Its own, since the kit is another one than that of the examples: the package manager's checkout.
SCRATCH = ".build-newcomer"


def problems(tree, variables):
    """What goes otherwise than the README says, as lines to show."""
    text = (tree.root / readme.README).read_text(encoding="utf-8")
    steps = list(STEP.finditer(text))
    if sum(match.group(1) == "console" for match in steps) < 2:
        return [f"{readme.README} does not lead from nothing to red and green"]
    address = ADDRESS.search("".join(match.group(3) for match in steps))
    if not address:
        return [f"{readme.README} has no line that installs the kit by a version from the "
                "placeholder https://example.invalid/"]
    with tempfile.TemporaryDirectory() as folder:
        published = Published(tree.root, Path(folder), *address.groups())
        walk = Walk(tree, Path(folder) / "empty", {**variables, **published.variables(variables)})
        for match in steps:
            line = text.count("\n", 0, match.start()) + 1
            language, words, body = match.groups()
            options = dict(word.split("=", 1) for word in shlex.split(words) if "=" in word)
            if language == "console":
                found = walk.call(body, int(options.get("exit", 0)))
            else:
                found = walk.write(options["newcomer"], options.get("after"), body)
            if found:
                return [f"{readme.README}:{line}: {found[0]}", *found[1:]]
        return walk.release()


class Published:
    """The kit as if it were published: a bare repository in a folder, with one tagged commit."""

    def __init__(self, root, folder, site, name, version):
        self.site = site
        self.host = folder / "published"
        bare = self.host / name
        self.git = {
            **os.environ, "GIT_DIR": str(bare), "GIT_INDEX_FILE": str(folder / "index"),
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{role}_{fact}": "sluice@example.invalid"
               for role in ("AUTHOR", "COMMITTER") for fact in ("NAME", "EMAIL")}}
        self.call("init", "--quiet", "--bare", str(bare))
        self.git["GIT_WORK_TREE"] = str(root)
        self.call("add", "--all", "--", ".")
        commit = self.call("commit-tree", "-m", version, self.call("write-tree"))
        self.call("update-ref", "HEAD", commit)
        self.call("tag", version, commit)

    def call(self, *words):
        """Calls git, and has what it prints."""
        return subprocess.run(
            ["git", *words], cwd=self.git.get("GIT_WORK_TREE"), env=self.git, text=True, check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout.strip()

    def variables(self, present):
        """The variables by which git takes the kit from here, beside those that are present."""
        count = int(present.get("GIT_CONFIG_COUNT", 0))
        return {"GIT_CONFIG_COUNT": str(count + 1),
                f"GIT_CONFIG_KEY_{count}": f"url.file://{self.host}/.insteadOf",
                f"GIT_CONFIG_VALUE_{count}": self.site}


class Walk:
    """One walk through the steps, in a folder that begins empty."""

    def __init__(self, tree, folder, variables):
        self.folder = folder
        self.folder.mkdir()
        beside = folder.parent
        # The package manager keeps what it fetched from an address, and which commit a version was.
        self.words = ["--scratch-path", str(tree.root / SCRATCH)] + [
            word for kind in ("cache", "config", "security")
            for word in (f"--{kind}-path", str(beside / kind))]
        self.variables = variables

    def write(self, path, after, body):
        """Writes a file, or puts lines into one."""
        file = self.folder / path
        if after is None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body, encoding="utf-8")
            return []
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        places = [index for index, line in enumerate(lines) if after in line]
        if len(places) != 1:
            return [f"'{after}' stands {len(places)} times in {path}"]
        lines.insert(places[0] + 1, body)
        file.write_text("".join(lines), encoding="utf-8")
        return []

    def call(self, body, code):
        """Runs the commands of a step, the last of which ends with a code."""
        commands = readme.parse(body)
        for offset, command, shown in commands:
            wanted = code if offset == commands[-1][0] else 0
            result = self.run(command)
            if result.returncode != wanted:
                return [f"'{command}' ends with {result.returncode}, not {wanted}",
                        *result.stdout.splitlines()[-40:]]
            # A program that was built elsewhere is named by its path.
            output = re.sub(r"\S*/debug/gate ", "swift run gate ", result.stdout)
            if (missing := readme.first_missing(shown, output)) is not None:
                return [f"'{command}' does not print '{missing}' where shown",
                        *result.stdout.splitlines()[-40:]]
        return []

    def release(self):
        """Builds for release, too, if there is a package: the flags are others then."""
        if not (self.folder / "Package.swift").is_file():
            return []
        command = "swift build -c release --product gate"
        result = self.run(command)
        return [] if result.returncode == 0 else [
            f"'{command}' ends with {result.returncode}", *result.stdout.splitlines()[-40:]]

    def run(self, command):
        """Runs a command; only where things are kept is otherwise."""
        words = " ".join(map(shlex.quote, self.words))
        line = re.sub(r"^swift (\w+)", lambda match: f"{match.group()} {words}", command)
        return subprocess.run(
            ["bash", "-c", line], cwd=self.folder, env=self.variables, text=True,
            encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
