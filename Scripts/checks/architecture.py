"""ARCHITECTURE.md against the tree: its floors, the files that it names, and its glossary.

The table of floors names each module once, on the floor where it lies, in the order of the
manifest. A word in backticks that is a path, or ends like the name of a file, is looked for among
the files of the repository: a path from its root, the end of a path, or a name alone. A part in
angle brackets, as in `Sources/<Floor>`, is any name.
"""
import re

from .graph import MANIFEST, declared_floors, declared_modules, declared_targets
from .graph import without_comments
from .names import tracked_paths
from .tree import Finding

PAGE = "ARCHITECTURE.md"
FLOORS = "Floors"
GLOSSARY = "Glossary"
MOST_TERMS = 40

HEADING = re.compile(r"^## (.+?)\s*$")
ROW = re.compile(r"^\|\s*`?(\w+)`?\s*\|\s*`(\w+)`\s*\|")
TERM = re.compile(r"^- \*\*(.+?)\*\*: \S")
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.+<>/-]*/[\w.+<>/-]+|[\w+-][\w.+-]*\.(?:swift|c|h|py|sh|md|txt|scenario)")


def findings(tree):
    """All places where the page and the tree differ."""
    page = tree.root / PAGE
    manifest = next((file for file in tree.sources if file.path == MANIFEST), None)
    if manifest is None or not page.exists():
        yield Finding(PAGE if manifest else MANIFEST, 1, "there is no such file")
        return
    lines = page.read_text(encoding="utf-8").splitlines()
    yield from floor_findings(without_comments(manifest), lines)
    yield from name_findings(tree, lines)
    yield from glossary_findings(lines)


def section(lines, title):
    """The numbered lines below a heading, up to the next one; none if there is no such heading."""
    present = None
    for number, line in enumerate(lines, start=1):
        if match := HEADING.match(line):
            present = match.group(1)
        elif present == title:
            yield number, line


def floor_findings(manifest, lines):
    """Modules that the table lacks, repeats, misplaces or makes up."""
    floors = declared_floors(manifest)
    modules = declared_modules(manifest)
    targets = declared_targets(manifest)
    folders = {module.name: floors.get(module.floor) for module in modules}
    folders |= {name: floors.get(target.floor) for name, target in targets.items()
                if target.kind != "testTarget"}
    places = {module.name: place for place, module in enumerate(modules)}
    seen, last = set(), -1
    for number, line in section(lines, FLOORS):
        match = ROW.match(line)
        if not match:
            continue
        floor, name = match.groups()
        if name not in folders:
            yield Finding(PAGE, number, f"the manifest declares no module {name}")
        elif name in seen:
            yield Finding(PAGE, number, f"{name} has a line already")
        elif floor != folders[name]:
            yield Finding(PAGE, number, f"{name} is on the floor {folders[name]}, not {floor}")
        elif places.get(name, last) < last:
            yield Finding(PAGE, number, f"{name} comes earlier in the manifest")
        last = max(last, places.get(name, last))
        seen.add(name)
    for name in sorted(folders.keys() - seen):
        yield Finding(PAGE, 1, f"{name} has no line in the table of floors")


def name_findings(tree, lines):
    """Names of files and folders that the repository does not have."""
    paths = tracked_paths(tree.root)
    known = {"/".join(parts[:count]) for parts in (path.split("/") for path in paths)
             for count in range(1, len(parts) + 1)}
    for number, line in enumerate(lines, start=1):
        for match in CODE.finditer(line):
            name = match.group(1).rstrip("/")
            if PATH.fullmatch(name) and not is_known(name, known):
                yield Finding(PAGE, number, f"there is no {name}")


def is_known(name, known):
    """Whether a name is a path, or the end of one."""
    if "<" in name:
        pattern = re.compile("(?:.*/)?" + re.sub(r"<\w+>", "[^/]+", re.escape(name)))
        return any(pattern.fullmatch(path) for path in known)
    return name in known or any(path.endswith("/" + name) for path in known)


def glossary_findings(lines):
    """A glossary that is missing, too long, or has a term twice."""
    terms = [(number, match.group(1)) for number, line in section(lines, GLOSSARY)
             if (match := TERM.match(line))]
    if not terms:
        yield Finding(PAGE, 1, "there is no glossary")
    if len(terms) > MOST_TERMS:
        yield Finding(PAGE, terms[MOST_TERMS][0],
                      f"{len(terms)} terms in the glossary; {MOST_TERMS} is the limit")
    seen = set()
    for number, term in terms:
        if term in seen:
            yield Finding(PAGE, number, f"the glossary has '{term}' already")
        seen.add(term)
