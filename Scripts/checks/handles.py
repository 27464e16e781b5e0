"""What compiles against the fakes' handles, as they are and as some releases of the SDK have them.

Whoever wraps such a release has the package's trait `NonSendableHandles` on: what then compiles in
Swift 6 does so with the SDK, too.
"""
import os
import subprocess
import tempfile
from pathlib import Path

from . import toolchain

TRAIT = "NonSendableHandles"
SCRATCH = ".build-handles"
# Each fake whose handles are the SDK's, and the wrapper in the vendor's style over it.
WRAPPERS = {
    "FakeAuth": "UserSequences.swift",
    "FakeDatabase": "DatabaseSequences.swift",
    "FakeFirestore": "SnapshotSequences.swift",
    "FakeRemoteConfig": "UpdateSequences.swift",
}
FOLDER = Path("Tests/VendorStyleSwift5Tests")

# A wrapper that passes its handle and its source on to whichever task ends the stream; see CAREFUL.
CARELESS = """import {fake}
func watch(_ source: {source}) -> AsyncStream<Int> {{
  AsyncStream {{ continuation in
    let handle = source.{add}
    continuation.onTermination = {{ _ in {remove} }}
  }}
}}
"""
# One that keeps them where a lock stands before them.
CAREFUL = """import {fake}
import Synchronization
func watch(_ source: {source}) -> AsyncStream<Int> {{
  AsyncStream {{ continuation in
    nonisolated(unsafe) let source = source
    nonisolated(unsafe) let handle = source.{add}
    let lock = Mutex(())
    continuation.onTermination = {{ _ in lock.withLock {{ _ in {remove} }} }}
  }}
}}
"""
CALLS = {
    "FakeAuth": ("Auth", "addStateDidChangeListener { _, _ in continuation.yield(1) }",
                 "source.removeStateDidChangeListener(handle)"),
    # The handle is a number; the source is what is not Sendable.
    "FakeDatabase": ("DatabaseQuery", "observe(.value) { _ in continuation.yield(1) }",
                     "source.removeObserver(withHandle: handle)"),
    "FakeFirestore": ("DocumentReference",
                      "addSnapshotListener { _, _ in continuation.yield(1) }", "handle.remove()"),
    "FakeRemoteConfig": ("RemoteConfig",
                         "addOnConfigUpdateListener { _, _ in continuation.yield(1) }",
                         "handle.remove()"),
}


def problems(tree):
    """What compiles and should not, or does not and should, as lines to show."""
    usual = modules(tree, toolchain.strict_arguments())
    strict = modules(tree, ["--traits", TRAIT, "--scratch-path", SCRATCH])
    found = usual[1] + strict[1]
    if found:
        return found
    with tempfile.TemporaryDirectory() as folder:
        for fake, wrapper in WRAPPERS.items():
            source, add, remove = CALLS[fake]
            files = {}
            for kind, text in [("careless", CARELESS), ("careful", CAREFUL)]:
                files[kind] = Path(folder) / f"{fake}-{kind}.swift"
                files[kind].write_text(
                    text.format(fake=fake, source=source, add=add, remove=remove),
                    encoding="utf-8")
            shipped = tree.root / FOLDER / wrapper
            for path, place, version, compiles in [
                    (shipped, usual[0], 5, True), (shipped, usual[0], 6, True),
                    (shipped, strict[0], 5, True), (shipped, strict[0], 6, False),
                    (files["careless"], usual[0], 6, True),
                    (files["careless"], strict[0], 6, False),
                    (files["careful"], usual[0], 6, True),
                    (files["careful"], strict[0], 6, True)]:
                found += compiling_problems(tree, path, place, version, compiles)
    return found


def modules(tree, arguments):
    """The folder of the fakes' modules in a build, and what went wrong with it."""
    command = ["swift", "build", *arguments]
    found = []
    for fake in WRAPPERS:
        found += toolchain.run(
            tree, [*command, "--target", fake], ("error:",), {toolchain.STRICT: "1"})
    place = subprocess.run([*command, "--show-bin-path"], cwd=tree.root, text=True,
                           stdout=subprocess.PIPE, check=True)
    return os.path.join(place.stdout.strip(), "Modules"), found


def compiling_problems(tree, path, place, version, compiles):
    """What is wrong where a file compiles against some modules, or does not."""
    shim = Path(place).parent / "CSimulationRuntime.build" / "module.modulemap"
    result = subprocess.run(
        ["swiftc", "-typecheck", "-suppress-warnings", "-swift-version", str(version), "-I", place,
         "-Xcc", f"-fmodule-map-file={shim}", str(path)],
        cwd=tree.root, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    how = f"{path.name} in Swift {version} against {place}"
    if compiles:
        return [f"{how} does not compile", result.stdout] if result.returncode else []
    if result.returncode == 0:
        return [f"{how} compiles, and its handles may not be passed on"]
    return [] if "non-Sendable" in result.stdout else [f"{how} fails otherwise", result.stdout]
