"""The stage that tries the kit with another compiler and on another processor.

It builds the checkout with Debian's Swift in a root file system (`debian`), for x86-64 and for
arm64, runs the tests, and compares the reports byte for byte. arm64 is emulated (`emulation`).
"""
import fcntl
import os
import re
import shutil
import subprocess
import time
from contextlib import contextmanager

from . import debian, emulation, toolchain
from .copying import copy_tracked
from .debian import SWIFT, WORK
from .skipping import Skipped
from .telling import Report, counts, difference

SOURCES = f"{WORK}/sluice"
STUB = f"{WORK}/stub"
REPORTS = f"{WORK}/reports"
# Debian's package has no such library, and SwiftPM links every test program with it. Nothing of it
# is called.
ABSENT_LIBRARY = "lib_Testing_Foundation.so"
STRICT = {toolchain.STRICT: "1"}
ONE_MODULE = {**STRICT, "SLUICE_ONLY_TESTS_OF": "SluiceSimulation"}
PLAY_ALL = ("run", "--reproducible", "--junit")
# What emulation can't do is to start a process.
PLAY_EMULATED = ("run", "--isolation", "none", "--jobs", "1", "--reproducible", "--junit")
PLAY_TENTH = ("run", "--shard", "1/10", *PLAY_EMULATED[1:])
RELEASE = ("-c", "release")
# Seconds after which a part has hung; emulation takes ten times as long as the machine.
BUILD_LIMIT = 3600
RUN_LIMIT = 3600
EMULATION_LIMIT = 1800
HOST = "this machine's Swift"
CASES = re.compile(r"^\d+ cases?: .*$", re.MULTILINE)

LEFT_OUT = (
    f"Swift {SWIFT} alone beside this machine's; other versions, and 6.3 on arm64, are for "
    "Scripts/ci/toolchains.yml",
    "tests in a release build, sanitizers, campaigns and the example packages with the other "
    "compiler",
    "on arm64: the tests of all modules but SluiceSimulation, nine tenths of the shipped cases in "
    "a debug build, and workers, since emulation starts no second process",
    "what emulation hides: pages of other sizes, weaker orders of memory, pointer authentication",
)


def problems(tree):
    """What is wrong with the kit under the other compiler and on the other processor."""
    cache = debian.cache_folder(os.environ)
    misplaced = debian.cache_problem(cache, tree.root)
    if misplaced:
        return [misplaced]
    obstacle = debian.Host.here().obstacle
    if obstacle:
        raise Skipped(obstacle)
    report = Report()
    report.say("cache", f"{cache} ({debian.VARIABLE})")
    with debian.ending_on_signals(), locked(cache, report):
        stage = Stage(tree, debian.RootSystem(cache), report)
        if stage.prepare():
            stage.check_other_compiler()
            stage.check_other_processor()
        for line in stage.left_out:
            report.say("left out", line)
    return report.problems


@contextmanager
def locked(cache, report):
    """Keeps other calls of the stage out of the cache."""
    try:
        cache.mkdir(parents=True, exist_ok=True)
        file = open(cache / "lock", "w", encoding="utf-8")
    except OSError as error:
        raise Skipped(f"the cache {cache} can't be made: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            report.say("cache", "another call of the stage uses it; this one waits")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Stage:
    """One run of the stage over one root file system."""

    def __init__(self, tree, system, report):
        self.tree = tree
        self.system = system
        self.report = report
        # Whether the program for x86-64 was built by this run: an older one may still be there.
        self.has_program = False
        self.left_out = list(LEFT_OUT)

    def prepare(self):
        """Makes the root file system if there is none, and copies the sources into it.

        False means that its version of Swift is refused.
        """
        begin = time.monotonic()
        made = "found"
        if not self.system.is_there:
            self.report.say("root file system", "is made, which takes minutes")
            self.system.make()
            made = "made"
        version = self.system.swift_version()
        refusal = debian.version_problem("amd64", version, self.system.folder)
        if refusal:
            self.report.fail("root file system", refusal)
            return False
        self.report.say("root file system", f"{self.system.folder}, {made}, swiftlang {version}",
                        time.monotonic() - begin)
        count = copy_tracked(self.tree.root, self.system.outside(SOURCES))
        shutil.rmtree(self.system.outside(REPORTS), ignore_errors=True)
        self.system.outside(REPORTS).mkdir()
        self.report.say("sources", f"{count} tracked files in {self.system.outside(SOURCES)}")
        return True

    def build(self, part, words, log, variables):
        """Whether something builds in the root file system."""
        command = ["swift", "build", *words]
        result = self.system(command, log, BUILD_LIMIT, SOURCES, variables)
        if result.is_late or result.code != 0:
            why = "does not end" if result.is_late else f"ends with {result.code}"
            self.report.say(part, f"FAILED, '{' '.join(command)}' {why}", result.seconds)
            self.report.fail(part, f"'{' '.join(command)}' {why}", result)
            return False
        self.report.say(part, f"'{' '.join(command)}' passed", result.seconds)
        return True

    def make_stub(self, folder, words=()):
        """Makes the library that Debian lacks, empty; gives the words that link with it."""
        path = self.system.outside(folder) / ABSENT_LIBRARY
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            result = self.system(
                [debian.CLANG, *words, "-shared", "-nostdlib", "-o", f"{folder}/{ABSENT_LIBRARY}",
                 "-x", "c", "/dev/null"], "stub", 60)
            if result.code != 0:
                self.report.fail("stub", f"no empty {ABSENT_LIBRARY} can be made", result)
        return ["-Xlinker", f"-L{folder}"]

    def check_other_compiler(self):
        """Builds and tests with the other compiler for this processor, and compares reports."""
        part = f"{SWIFT} x86-64"
        stub = self.make_stub(STUB)
        libraries = {"LD_LIBRARY_PATH": STUB}
        if self.build(f"{part}, tests", ["--build-tests", *stub], "x86-64-build-tests", STRICT):
            command = ["swift", "test", "--skip-build", *stub]
            result = self.system(command, "x86-64-tests", RUN_LIMIT, SOURCES,
                                 {**STRICT, **libraries})
            self.judge_tests(f"{part}, tests", f"'{' '.join(command)}'", result)
        if not self.build(f"{part}, sluice", ["--product", "sluice", *stub], "x86-64-build-sluice",
                          STRICT):
            self.report.say(f"{part}, cases", "not run, since nothing was built")
            return
        self.has_program = True
        self.compare_with_host(f"{part}, cases")
        part += ", release"
        if self.build(f"{part}, sluice", [*RELEASE, "--product", "sluice", *stub],
                      "x86-64-build-release", STRICT):
            release, debug = (f"{REPORTS}/{name}.xml" for name in ("x86-64-release", "x86-64"))
            self.play(f"{part}, cases", f"{SOURCES}/.build/release/sluice", PLAY_ALL, release)
            self.compare(f"{part}, cases", self.system.outside(release), self.system.outside(debug))

    def compare_with_host(self, part):
        """Runs all shipped cases by both compilers' programs, and compares what they report."""
        own = f"{REPORTS}/x86-64.xml"
        self.play(part, f"{SOURCES}/.build/debug/sluice", PLAY_ALL, own)
        program, found = self.host_program()
        if found:
            self.report.problems += found
            self.report.say(part, "not compared, since this machine's compiler built nothing")
            return
        host = self.system.outside(f"{REPORTS}/host.xml")
        result = debian.run([program, *PLAY_ALL, str(host)],
                            self.system.logs / "host-cases.txt", RUN_LIMIT,
                            folder=self.system.outside(SOURCES))
        self.judge_cases(f"{HOST}, cases", PLAY_ALL, result)
        self.compare(part, self.system.outside(own), host)

    def play(self, part, program, arguments, report):
        """Runs cases by a program for this processor, and judges how they end."""
        result = self.system([program, *arguments, report], f"cases-{os.path.basename(report)}",
                             RUN_LIMIT, SOURCES)
        self.judge_cases(part, arguments, result)

    def emulate(self, part, program, arguments, report):
        """Runs cases by a program for arm64, and judges how they end."""
        result, hangs = emulation.run(self.system, program, [*arguments, report],
                                      f"cases-{os.path.basename(report)}", EMULATION_LIMIT)
        self.tell_hangs(part, hangs)
        self.judge_cases(part, arguments, result)

    def host_program(self):
        """The path of a debug build of `sluice` by this machine's Swift, and what is wrong."""
        build = ["swift", "build", *toolchain.strict_arguments(), "--product", "sluice"]
        begin = time.monotonic()
        found = toolchain.run(self.tree, build, ("error:", "warning:"), STRICT)
        version = subprocess.run(["swift", "--version"], text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL).stdout.partition("\n")[0]
        self.report.say(f"{HOST}, sluice", f"'{' '.join(build)}' "
                        f"{'FAILED' if found else 'passed'}; {version}", time.monotonic() - begin)
        if found:
            return None, found
        place = subprocess.run([*build, "--show-bin-path"], cwd=self.tree.root, text=True,
                               stdout=subprocess.PIPE, env={**os.environ, **STRICT})
        return os.path.join(place.stdout.strip(), "sluice"), []

    def check_other_processor(self):
        """Builds for arm64, and runs tests and a part of the cases under emulation."""
        part = f"{SWIFT} arm64"
        found = emulation.exempt_problems(
            [file.text for file in self.tree.sources
             if file.is_in(f"Tests/{emulation.TESTS}")])
        self.report.problems += found
        try:
            debian.require_program(emulation.EMULATOR, emulation.EMULATOR_PACKAGE)
            version = emulation.fetch(self.system)
        except Skipped as skipped:
            self.report.say(part, f"SKIPPED, {skipped}")
            self.left_out.append(f"{part}, skipped: {skipped}")
            return
        refusal = debian.version_problem(
            "arm64", version, self.system.outside(emulation.SYSROOT))
        if refusal:
            self.report.fail(part, refusal)
            return
        self.report.say(part, f"libraries in {self.system.outside(emulation.SYSROOT)}, "
                              f"swiftlang {version}")
        emulation.write_destination(self.system)
        self.check_emulated_tests(f"{part}, tests of SluiceSimulation")
        self.check_emulated_cases(f"{part}, cases")

    def check_emulated_tests(self, part):
        """Builds the simulation's tests for arm64, and runs those that start no process."""
        scratch = f"{SOURCES}/.build-arm64-tests"
        stub = self.make_stub(emulation.STUB, [
            f"--target={emulation.TRIPLE}", "-fuse-ld=lld"])
        if not self.build(part, ["--build-tests", "--scratch-path", scratch, "--destination",
                                 emulation.DESTINATION, *stub], "arm64-build-tests", ONE_MODULE):
            return
        program = f"{scratch}/{emulation.TRIPLE}/debug/sluicePackageTests.xctest"
        # One after the other: simulations wait for each other anyway, and a test with a time limit
        # would be charged for that.
        words = ["--testing-library", "swift-testing", "--no-parallel", *emulation.skip_words()]
        result, hangs = emulation.run(self.system, program, words, "arm64-tests", EMULATION_LIMIT)
        self.tell_hangs(part, hangs)
        for name in emulation.EXEMPT:
            self.report.say(part, f"exempt, since it starts a process: {emulation.TESTS}.{name}")
        self.judge_tests(part, f"the test program under {emulation.EMULATOR}", result)

    def check_emulated_cases(self, part):
        """Runs shipped cases on both processors, and compares what they report.

        An optimized build plays all of them, a debug build a tenth, which takes as long.
        """
        scratch = f"{SOURCES}/.build-arm64"
        for kind, flags, arguments in [
                ("debug", (), PLAY_TENTH), ("release", RELEASE, PLAY_EMULATED)]:
            whole = f"{part}, {kind}"
            if not self.build(whole, [*flags, "--product", "sluice", "--scratch-path", scratch,
                                      "--destination", emulation.DESTINATION],
                              f"arm64-build-{kind}", STRICT):
                continue
            emulated, own = (f"{REPORTS}/{name}-{kind}.xml" for name in ("arm64", "same-cases"))
            self.emulate(whole, f"{scratch}/{emulation.TRIPLE}/{kind}/sluice", arguments, emulated)
            if not self.has_program:
                self.report.fail(whole, "not compared, since nothing was built for x86-64")
                continue
            self.play(f"{SWIFT} x86-64, the same cases", f"{SOURCES}/.build/debug/sluice",
                      arguments, own)
            self.compare(whole, self.system.outside(emulated), self.system.outside(own))

    def tell_hangs(self, part, hangs):
        """Says how often a program hung; once is not a failure, and never silent."""
        if hangs:
            how = "once, and was run again" if hangs == 1 else "twice, and is given up"
            self.report.say(part, f"HUNG for {EMULATION_LIMIT} s, {how}")

    def judge_tests(self, part, call, result):
        """Says how many tests passed; fails for each other one, and if there is none at all."""
        count, failed, skipped = counts(result.text)
        left = sum(skipped.values())
        text = (f"{count - len(failed) - left} of {count} passed, {len(failed)} failed, "
                f"{left} skipped; {call}")
        self.report.say(part, text, result.seconds)
        for reason, number in sorted(skipped.items()):
            self.report.say(part, f"{number} skipped, {reason}")
        if result.is_late or result.code != 0 or not count:
            why = "does not end" if result.is_late else f"ends with {result.code}"
            self.report.fail(part, f"{call} {why}; {len(failed)} of {count} tests failed", result)
            self.report.problems += [f"  failed: {name}" for name in failed]

    def judge_cases(self, part, arguments, result):
        """Says how the cases of a run ended; fails if one did not pass or was not there."""
        call = f"'sluice {' '.join(arguments)} FILE'"
        summary = CASES.findall(result.text)
        text = summary[-1] if summary else "no summary"
        self.report.say(part, f"{text}; {call}", result.seconds)
        if result.is_late or result.code != 0 or not summary:
            why = "does not end" if result.is_late else f"ends with {result.code}"
            self.report.fail(part, f"{call} {why}", result)

    def compare(self, part, first, second):
        """Says whether two reports have the same bytes, and fails if they don't."""
        found = difference(first, second)
        if found:
            self.report.say(part, f"reports DIFFER: {first} and {second}")
            self.report.fail(part, "the reports differ")
            self.report.problems += found
        else:
            self.report.say(part, f"the same {first.stat().st_size} bytes in {first} and {second}")
