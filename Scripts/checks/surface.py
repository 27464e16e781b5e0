"""The public surface: what the libraries offer, against the list that is kept of it.

A declaration is known by its module and the line on which it begins. `Scripts/check --only surface`
writes the list anew if `SLUICE_UPDATE_SURFACE` is set; read the difference before you commit.
"""
import os
import re

from .tree import Finding

LIST = "Scripts/public-surface.txt"
# What the libraries are made of. No module beside them has anything public.
MODULES = ("Sluice", "SluiceTesting", "SluiceXCTest", "SluiceHarness", "SluiceProducts",
           "SluiceConformance", "SluiceSpies", "SluiceSimulation", "ShippedProducts",
           "FakeListener", "FakeAuth", "FakeDatabase", "FakeDevice", "FakeFirestore",
           "FakeMessaging", "FakeRemoteConfig", "FakeStorage", "FakeWebSocket",
           "FakeCore", "FakeFunctions", "Interop", "DemandStreams")
# Layers of scenarios are part of how verbs are declared, and stand with the language; the kit's own
# gate is public for its executable.
PARTLY = ("SluiceScenarios", "ShippedGate")

DECLARATION = re.compile(
    r"^[ \t]*((?:@\w+(?:\([^)]*\))?[ \t]+)*public[ \t]+(?!import\b)[^\n{=]*)", re.MULTILINE)


def findings(tree):
    """Public declarations that the list does not have, and entries that are no more."""
    present = surface(tree)
    path = tree.root / LIST
    if os.environ.get("SLUICE_UPDATE_SURFACE"):
        path.write_text("".join(f"{entry}\n" for entry in sorted(present)), encoding="utf-8")
        return
    listed = set(path.read_text(encoding="utf-8").splitlines()) if path.exists() else set()
    for entry in sorted(present.keys() - listed):
        yield Finding(*present[entry], f"public, and not in {LIST}: {entry}")
    for entry in sorted(listed - present.keys()):
        yield Finding(LIST, 1, f"listed, and not public any more: {entry}")
    for file in tree.sources:
        if file.is_in("Sources") and file.is_swift and file.module not in MODULES + PARTLY:
            for match in DECLARATION.finditer(file.code):
                yield Finding(file.path, file.line_at(match.start(1)),
                              f"{file.module} is part of no library; 'package' is enough")


def surface(tree):
    """The entries, each with the place where it stands first."""
    found = {}
    for file in tree.sources:
        if not (file.is_in("Sources") and file.is_swift and file.module in MODULES):
            continue
        for match in DECLARATION.finditer(file.code):
            entry = f"{file.module}: {' '.join(match.group(1).split())}"
            found.setdefault(entry, (file.path, file.line_at(match.start(1))))
    return found
