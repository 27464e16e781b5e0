"""Counts the tokens of the Swift sources, module by module, and compares a commit with the tree.

`tokens.py` defines a token. The totals leave out the rules (`SluiceConformance/Rules`) and the
module `FaultyStreams`: both grow with what the kit finds, and not with how it is built. The counts
of these two are below the totals.
"""
import argparse
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .graph import MANIFEST, declared_floors, declared_modules, without_comments
from .tokens import tokens
from .tree import SourceFile

SOURCES = "Sources"
RULES = ("SluiceConformance", "Rules")
FAULTY = "FaultyStreams"
# What is counted apart, in the order in which it is shown.
APART = ("rules", "faulty streams")


@dataclass(frozen=True)
class Count:
    """The tokens of one state of the sources: by module, and of what is counted apart."""

    modules: dict
    apart: dict

    @property
    def total(self):
        return sum(self.modules.values())


def count(files, has_floors):
    """Counts files: pairs of a path and its text. With floors a module is a folder deeper."""
    modules, apart = {}, dict.fromkeys(APART, 0)
    for path, text in files:
        parts = path.split("/")[2 if has_floors else 1:]
        if len(parts) < 2:
            continue
        number = len(tokens(text))
        if tuple(parts[:2]) == RULES:
            apart["rules"] += number
        elif parts[0] == FAULTY:
            apart["faulty streams"] += number
        else:
            modules[parts[0]] = modules.get(parts[0], 0) + number
    return Count(modules, apart)


def has_floors(manifest):
    """Whether a manifest declares floors, so that modules lie below them."""
    return bool(declared_floors(manifest))


def count_of_tree(root):
    """The count of the files as they are now."""
    paths = sorted((root / SOURCES).rglob("*.swift"))
    files = [(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
             for path in paths]
    return count(files, has_floors((root / MANIFEST).read_text(encoding="utf-8")))


def count_of_commit(root, commit):
    """The count of the files of a commit."""
    listed = git(root, "ls-tree", "-r", "-z", commit, "--", MANIFEST, SOURCES + "/")
    blobs = {}
    for entry in listed.decode().split("\0"):
        facts, _, path = entry.partition("\t")
        if path == MANIFEST or path.endswith(".swift"):
            blobs[path] = facts.split()[2]
    texts = texts_of(root, list(blobs.values()))
    manifest = texts[blobs[MANIFEST]]
    files = [(path, texts[blob]) for path, blob in blobs.items() if path != MANIFEST]
    return count(files, has_floors(manifest))


def texts_of(root, blobs):
    """The texts of blobs, by their names."""
    output = git(root, "cat-file", "--batch", words="".join(f"{blob}\n" for blob in blobs))
    texts, at = {}, 0
    for blob in blobs:
        header_end = output.index(b"\n", at)
        size = int(output[at:header_end].split()[2])
        texts[blob] = output[header_end + 1:header_end + 1 + size].decode()
        at = header_end + size + 2
    return texts


def git(root, *arguments, words=""):
    """What a call of git prints."""
    return subprocess.run(
        ["git", "-C", str(root), *arguments], input=words.encode(), check=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def order_of_modules(root):
    """The modules in the order of the manifest."""
    text = without_comments(SourceFile(root, root / MANIFEST))
    return [module.name for module in declared_modules(text)]


def table(order, now, before=None):
    """The lines that show counts: of the tree alone, or beside those of a commit."""
    names = set(now.modules) | set(before.modules if before else ())
    ordered = [name for name in order if name in names] + sorted(names - set(order))
    rows = [(name, now.modules.get(name, 0), before and before.modules.get(name, 0))
            for name in ordered]
    rows.append(("all modules", now.total, before and before.total))
    rows += [(f"apart: {name}", now.apart[name], before and before.apart[name]) for name in APART]
    head = f"{'module':22}" + (f"{'commit':>10}" if before else "") + f"{'tree':>10}"
    return [head + (f"{'change':>10}{'percent':>10}" if before else ""),
            *(line(*row) for row in rows)]


def line(name, now, before):
    """A row of the table."""
    if before is None:
        return f"{name:22}{now:10}"
    percent = f"{100 * (now - before) / before:+.1f} %" if before else "new"
    return f"{name:22}{before:10}{now:10}{now - before:+10}{percent:>10}"


def main(arguments):
    """Prints the table; the exit code is 2 if there is no such commit."""
    parser = argparse.ArgumentParser(
        prog="Scripts/measure-architecture", description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("commit", nargs="?", help="a commit to compare the tree with")
    parser.add_argument("--root", default=Path(__file__).resolve().parents[2], type=Path,
                        help="measure another folder than this repository")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    before = None
    if options.commit:
        try:
            before = count_of_commit(root, options.commit)
        except subprocess.CalledProcessError:
            print(f"git has no commit '{options.commit}' in {root}", file=sys.stderr)
            return 2
    print("\n".join(table(order_of_modules(root), count_of_tree(root), before)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
