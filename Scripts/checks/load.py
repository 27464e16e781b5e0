"""The stage that times a run beside other work, as a ratio to the same run on an idle machine."""
import os
import statistics
import subprocess
import sys
import tempfile
import time

from . import toolchain

# Its cases block their threads, so that simulation threads hand over to each other all the time.
SCENARIOS = "Scenarios/core/cancellation/races.scenario"
PAIRS = 7
# A machine's other work comes and goes: the least of so many medians counts.
SERIES = 3
# Two is a fair share of a processor that another thread wants as well.
MOST = 2.4
BUSY = [sys.executable, "-c", "while True: pass"]


def problems(tree):
    """What is wrong with the least median ratio over pairs of an idle and a loaded run."""
    program, found = toolchain.release_program(tree)
    if found:
        return found
    best = None
    for _ in range(SERIES):
        try:
            pairs = [pair(tree, program) for _ in range(PAIRS)]
        except subprocess.CalledProcessError as error:
            return [f"'{' '.join(error.cmd)}' ended with {error.returncode}"]
        ratio = statistics.median(loaded / idle for idle, loaded in pairs)
        if ratio <= MOST:
            return []
        best = min(best or (ratio, pairs), (ratio, pairs))
    ratio, pairs = best
    rows = [f"idle {idle:5.2f} s, loaded {loaded:5.2f} s" for idle, loaded in pairs]
    return [f"beside a busy loop on each processor '{SCENARIOS}' takes {ratio:.1f} times as long; "
            f"{MOST} is the most", *rows]


def pair(tree, program):
    """The seconds of a run on an idle machine and of one beside a busy loop on each processor."""
    idle = timed(tree, program)
    loops = [subprocess.Popen(BUSY) for _ in range(os.cpu_count() or 1)]
    try:
        return idle, timed(tree, program)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def timed(tree, program):
    """The seconds that the scenarios take; their report is thrown away."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", SCENARIOS, "--junit", os.path.join(folder, "junit.xml")]
        subprocess.run(command, cwd=tree.root, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    return time.monotonic() - begin
