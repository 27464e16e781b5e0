"""Runs the stages of Scripts/check, all of them even if one fails, and sums up."""
import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import architecture, bans, examples, graph, handles, hostile, limits, load, names, readme
from . import surface, toolchain, toolchains
from .skipping import Skipped
from .tree import Tree


def sorted_findings(check):
    """A stage made of a check that yields findings."""
    return lambda tree: [str(finding) for finding in sorted(set(check(tree)))]


# Each stage gives the lines to show; none means that it passed. The quick ones come first.
STAGES = {
    "limits": (sorted_findings(limits.findings), "length of files, functions and lines"),
    "bans": (sorted_findings(bans.findings), "words, code and folders that must not be"),
    "graph": (sorted_findings(graph.findings), "imports against the list in Package.swift"),
    "architecture": (sorted_findings(architecture.findings), "ARCHITECTURE.md against the tree"),
    "names": (sorted_findings(names.findings), "names that differ in their case alone"),
    "surface": (sorted_findings(surface.findings), "what is public against the list of it"),
    "selftest": (toolchain.selftest_problems, "the checks above catch what they should"),
    "format": (toolchain.format_problems, "swift format lint --strict"),
    "build": (toolchain.build_problems, "everything, with warnings as errors"),
    "tests": (toolchain.test_problems, "swift test"),
    "verdicts": (toolchain.verdict_problems, "the kit's own streams, judged in a release build"),
    "campaigns": (toolchain.campaign_problems, "tests that play everything, by that build"),
    "load": (load.problems, "the time of a run beside other work"),
    "hostile": (hostile.problems, "the time that hostile subjects and signals cost"),
    "sanitizers": (toolchain.sanitizer_problems, "the simulation's tests under both sanitizers"),
    "toolchains": (toolchains.problems,
                   "the kit under Swift 6.2 and on arm64, emulated; as root, on Linux x86-64"),
    "handles": (handles.problems, "code for an SDK whose handles are not Sendable"),
    "examples": (examples.problems, "the example packages, green and red"),
    "readme": (sorted_findings(readme.findings), "the example commands of the README"),
}

# What takes far more than five minutes, and is asked for after a change to memory or threads, or to
# the runtime layer.
ON_DEMAND = ("sanitizers", "toolchains")


# A stage that builds in a folder of its own, and beside which other it runs: neither keeps two
# processors busy all the time.
BESIDE = {"verdicts": "examples"}


def chosen_stages(arguments):
    """The stages to run, in their order, and the root to run them in."""
    lines = [f"  {name:12}  {about}" + ("; only if named" if name in ON_DEMAND else "")
             for name, (_, about) in STAGES.items()]
    parser = argparse.ArgumentParser(
        prog="Scripts/check", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Runs the checks of the repository.", epilog="\n".join(["stages:", *lines]))
    parser.add_argument("--only", metavar="A,B", help="run these stages alone")
    parser.add_argument("--skip", metavar="A,B", default="", help="leave these stages out")
    parser.add_argument("--root", default=Path(__file__).resolve().parents[2], type=Path,
                        help="check another folder than this repository")
    options = parser.parse_args(arguments)
    only = [name for name in (options.only or "").split(",") if name]
    skip = [name for name in options.skip.split(",") if name]
    for name in only + skip:
        if name not in STAGES:
            parser.error(f"there is no stage '{name}'; there are {', '.join(STAGES)}")
    chosen = [name for name in STAGES if name not in skip
              and (name in only if only else name not in ON_DEMAND)]
    if not chosen:
        parser.error("no stage is left to run")
    return chosen, options.root


def outcomes(chosen, tree):
    """Runs stages, and gives what came of them in the order of the stages.

    That is a name, the problems, why the stage was skipped if it was, and the seconds.
    """
    def run(name):
        begin = time.monotonic()
        try:
            problems, reason = STAGES[name][0](tree), None
        except Skipped as skipped:
            problems, reason = [], str(skipped)
        return name, problems, reason, time.monotonic() - begin

    begun = {}
    with ThreadPoolExecutor() as pool:
        for name in chosen:
            beside = BESIDE.get(name)
            if beside in chosen:
                begun[beside] = pool.submit(run, beside)
            yield begun[name].result() if name in begun else run(name)


def main(arguments):
    """Runs the chosen stages; the exit code is 1 if one failed, and 2 if the call is wrong."""
    chosen, root = chosen_stages(arguments)
    failed, skipped = [], []
    for name, problems, reason, seconds in outcomes(chosen, Tree(root)):
        state = "FAILED" if problems else "SKIPPED" if reason else "ok"
        print(f"{name:12} {state:7} {seconds:7.1f} s", flush=True)
        for problem in [f"skipped: {reason}"] if reason else problems:
            print("    " + problem.replace("\n", "\n    "), flush=True)
        if problems:
            failed.append(name)
        if reason:
            skipped.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}")
    elif len(skipped) < len(chosen):
        print(f"all {len(chosen) - len(skipped)} stages passed")
    if skipped:
        print(f"skipped, which says nothing of them: {', '.join(skipped)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
