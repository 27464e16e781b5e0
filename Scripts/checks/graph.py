"""The module graph: what Package.swift declares, and what the sources import.

The manifest's list `modules` and its enumeration `Floor` are read as text, so that this check needs
no compiler; it wants both in the shape they have, and says so if it finds another.
"""
import re
from dataclasses import dataclass

from .tree import Finding

MANIFEST = "Package.swift"
TOOLCHAIN = {
    "Swift", "_Concurrency", "Synchronization", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationXML", "Glibc", "Musl", "Darwin", "Combine", "Observation", "XCTest", "Testing",
}
WITHOUT_FOUNDATION = ("SluiceSimulation", "SluiceScenarios")
FOUNDATION = {"Foundation", "FoundationEssentials", "FoundationXML"}

MODULE = re.compile(r'\bModule\(\s*name:\s*"(\w+)"((?:[^()]|\([^()]*\))*)\)', re.DOTALL)
FLOORS = re.compile(r"\benum Floor\b[^{]*\{(.*?)^\s*\}", re.DOTALL | re.MULTILINE)
FLOOR = re.compile(r'\bcase (\w+) = "(\w+)"')
IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*"
    r"(?:(?:public|package|internal|fileprivate|private)[ \t]+)?"
    r"import[ \t]+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)[ \t]+)?(\w+)",
    re.MULTILINE)


@dataclass(frozen=True)
class Target:
    """A target that is declared by itself: its kind, its floor if it is no test, its imports."""

    kind: str
    floor: str
    dependencies: tuple


@dataclass(frozen=True)
class Module:
    """An entry of the list: its floor, and what it and its tests may import."""

    name: str
    line: int
    floor: str
    dependencies: tuple
    test_dependencies: tuple
    has_tests: bool


def findings(tree):
    """All breaches of the graph."""
    manifest = next((file for file in tree.sources if file.path == MANIFEST), None)
    if manifest is None:
        yield Finding(MANIFEST, 1, "there is no manifest")
        return
    text = without_comments(manifest)
    modules = declared_modules(text)
    if not modules:
        yield Finding(MANIFEST, 1, "found no list of Module(name: …) to check the imports against")
        return
    floors = declared_floors(text)
    if not floors:
        yield Finding(MANIFEST, 1, "found no cases of Floor, the folders that modules lie in")
        return
    others = declared_targets(text)
    if re.search(r"\.package\(\s*(url|path|id|name)\s*:", text):
        yield Finding(MANIFEST, 1, "the package depends on another package")
    yield from order_findings(modules, others)
    yield from floor_findings(tree, floors, modules, others)
    yield from folder_findings(tree, floors, modules, others)
    yield from import_findings(tree, allowed_imports(modules, others))


def without_comments(file):
    """The text with blanks for comments; strings stay."""
    pairs = zip(file.text, file.comments)
    return "".join(" " if comment.strip() else character for character, comment in pairs)


def declared_modules(text):
    """The entries of the list, in its order."""
    modules = []
    groups = declared_groups(text)
    for match in MODULE.finditer(text):
        rest = with_groups(match.group(2), groups)
        tests = re.search(r"testDependencies:\s*(nil|\[[^\]]*\])", rest)
        modules.append(Module(
            name=match.group(1), line=text.count("\n", 0, match.start()) + 1,
            floor=floor_named(r"\bfloor:\s*\.(\w+)", rest),
            dependencies=names_after(r"(?<!\w)dependencies:", rest),
            test_dependencies=names_after(r"testDependencies:", rest),
            has_tests=tests is None or tests.group(1) != "nil"))
    return modules


def declared_floors(text):
    """The floors: the case of each to its folder in Sources."""
    block = FLOORS.search(text)
    return dict(FLOOR.findall(block.group(1))) if block else {}


def floor_named(pattern, text):
    """The case of the floor that an entry names, or nothing."""
    match = re.search(pattern, text)
    return match.group(1) if match else ""


def declared_groups(text):
    """The lists of names that entries share: name to names."""
    pattern = re.compile(r'^let (\w+) = \[((?:\s*"\w+",?)*)\s*\]', re.MULTILINE)
    return {match.group(1): match.group(2) for match in pattern.finditer(text)}


def with_groups(text, groups):
    """An entry with the names of a shared list in the place of its name."""
    for name, names in groups.items():
        text = re.sub(rf"\]\s*\+\s*{name}\b", lambda _: f", {names}]", text)
        text = re.sub(rf":\s*{name}\b", lambda _: f": [{names}]", text)
    return text


def names_after(label, text):
    """The names in the list behind a label."""
    match = re.search(label + r"\s*(?:\w*\(\s*)?\[([^\]]*)\]", text)
    return tuple(re.findall(r'"(\w+)"', match.group(1))) if match else ()


def declared_targets(text):
    """The targets declared one by one, by their names."""
    pattern = re.compile(
        r'\.(target|executableTarget|testTarget)\(\s*name:\s*"(\w+)"'
        r'((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)')
    groups = declared_groups(text)
    return {
        match.group(2): Target(
            kind=match.group(1), floor=floor_named(r"\bFloor\.(\w+)\.path\(", match.group(3)),
            dependencies=names_after(
                r"(?<!\w)dependencies:", with_groups(match.group(3), groups)))
        for match in pattern.finditer(text)}


def order_findings(modules, others):
    """Entries named twice, arrows to nowhere, and arrows that go up."""
    places = {}
    for place, module in enumerate(modules):
        if module.name in places:
            yield Finding(MANIFEST, module.line, f"{module.name} is declared twice")
        places[module.name] = place
    for place, module in enumerate(modules):
        for name in module.dependencies:
            if name not in places and name not in others:
                yield Finding(
                    MANIFEST, module.line, f"{module.name} names {name}, which is nowhere")
            elif name in places and places[name] <= place:
                yield Finding(
                    MANIFEST, module.line,
                    f"{module.name} names {name}, which does not stand below it")


def floor_findings(tree, floors, modules, others):
    """Modules that name no floor of the manifest, and folders of Sources that are no floor."""
    for module in modules:
        if module.floor not in floors:
            yield Finding(MANIFEST, module.line, f"{module.name} names no floor that Floor lists")
    for name, target in others.items():
        if target.kind != "testTarget" and target.floor not in floors:
            yield Finding(MANIFEST, 1, f"{name} names no floor that Floor lists")
    for name in sorted(folders_in(tree.root / "Sources") - set(floors.values())):
        yield Finding(f"Sources/{name}", 1, "this folder is no floor; Floor in the manifest lists"
                      f" {', '.join(floors.values())}")


def folder_findings(tree, floors, modules, others):
    """Folders and declarations that have no counterpart."""
    wanted = {f"Sources/{folder}": set() for folder in floors.values()} | {"Tests": set()}
    for module in modules:
        wanted.get(f"Sources/{floors.get(module.floor)}", set()).add(module.name)
        if module.has_tests:
            wanted["Tests"].add(f"{module.name}Tests")
    for name, target in others.items():
        is_test = target.kind == "testTarget"
        parent = "Tests" if is_test else f"Sources/{floors.get(target.floor)}"
        wanted.get(parent, set()).add(name)
    for parent, names in wanted.items():
        present = folders_in(tree.root / parent)
        for name in sorted(names - present):
            yield Finding(f"{parent}/{name}", 1, "the manifest declares it, and it is not there")
        # Packages of their own, which depend on this one.
        for name in sorted(present - names - {"Examples"}):
            yield Finding(f"{parent}/{name}", 1, "the manifest declares no such target")


def folders_in(path):
    """The names of the folders in a folder."""
    return {entry.name for entry in path.glob("*") if entry.is_dir()}


def allowed_imports(modules, others):
    """What each target may import of the package: what it declares, nothing indirect."""
    allowed = {name: set(target.dependencies) for name, target in others.items()}
    for module in modules:
        allowed[module.name] = set(module.dependencies)
        allowed[f"{module.name}Tests"] = (
            {module.name} | set(module.dependencies) | set(module.test_dependencies))
    return allowed


def import_findings(tree, allowed):
    """Imports that no declaration allows."""
    for file in tree.sources:
        if not file.is_swift or file.module not in allowed:
            continue
        for match in IMPORT.finditer(file.code):
            name, line = match.group(1), file.line_at(match.start(1))
            if name in allowed and name not in allowed[file.module]:
                yield Finding(file.path, line, f"{file.module} may not import {name}")
            elif name not in allowed and name not in TOOLCHAIN:
                yield Finding(file.path, line, f"{name} is no module of the kit or the toolchain")
            elif name in FOUNDATION and file.module in WITHOUT_FOUNDATION:
                yield Finding(file.path, line, f"{file.module} does without Foundation")
