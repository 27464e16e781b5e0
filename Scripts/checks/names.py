"""Names that differ in their case alone: on a disk that ignores case they are one."""
import re
import subprocess

from .graph import MANIFEST, declared_modules, declared_targets, without_comments
from .tree import Finding


def findings(tree):
    """Paths, and targets of the manifest, whose names are one where case is ignored."""
    yield from path_findings(tree)
    yield from target_findings(tree)


def path_findings(tree):
    """Tracked files, and the folders that they lie in."""
    seen = {}
    for path in tracked_paths(tree.root):
        parts = path.split("/")
        for count in range(1, len(parts) + 1):
            name = "/".join(parts[:count])
            first = seen.setdefault(name.lower(), name)
            if first != name:
                yield Finding(name, 1, f"differs from {first} in case alone")


def tracked_paths(root, new=("--others", "--exclude-standard")):
    """The paths that git knows, new ones among them, or all where there is no repository."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", *new],
        capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return sorted(path for path in listed.stdout.split("\0") if path)
    return sorted(
        path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def target_findings(tree):
    """Targets, each of which is a module and a folder of what is built."""
    manifest = next((file for file in tree.sources if file.path == MANIFEST), None)
    if manifest is None:
        return
    text = without_comments(manifest)
    modules = declared_modules(text)
    names = [module.name for module in modules] + list(declared_targets(text))
    names += [f"{module.name}Tests" for module in modules if module.has_tests]
    seen = {}
    for name in names:
        first = seen.setdefault(name.lower(), name)
        if first != name:
            place = re.search(rf'"{name}"', text)
            line = text.count("\n", 0, place.start()) + 1 if place else 1
            yield Finding(MANIFEST, line, f"target {name} differs from {first} in case alone")
