"""The stage that times what hostile subjects cost, and how soon a signal ends a command.

What a case may take is half a second beside the watchdog on the machine that set the limit; on
another one, or beside other work, as much more as a run without a hostile subject takes there.
"""
import json
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from . import toolchain

PLACE = "Scenarios/listener/cancellation/hostile.scenario"
CASE = """
scenario "a waiting consumer is cancelled, {number}"
  timeline
    @0ms    S = listener.values()
            expect S added
            listener.send(1)
            expect S next 1
    @10ms   cancel S
            expect S removed promptly
            expect S ended
"""
CASES = 4
# Each with the outcomes that its cases may have: a stage of cases that all pass would time nothing.
SUBJECTS = {
    "faulty-stops-itself": "SubjectHung",
    "faulty-becomes-another-program": "SubjectCrashed",
    "faulty-repeats-for-ever": "RuleViolation",
    "faulty-ticks-for-ever": "RuleViolation",
    "faulty-yields-for-ever": "RuleViolation",
    "faulty-traps-at-length": "SubjectCrashed",
}
# A right one that the program finds as it finds those: to make the kit's own faulty streams takes
# each worker some time.
CALM = "right-can-not-fail"
WATCHDOG = 2.0
# What a case may take beside the watchdog, and a command behind a signal, where a run of the same
# cases with a right subject takes no longer than the usual time.
MARGIN = 0.5
FAREWELL = 2.0
USUAL = 0.05
ROUNDS = 3
# The commands that a signal comes for in the middle of a hang, and those that have work to do.
SPINNING = ["--subject", "faulty-spins", "--watchdog", "86400"]
COMMANDS = [
    ["run", *SPINNING], ["explore", *SPINNING], ["coverage", *SPINNING],
    ["replay", "*, 1", "--schedule", "canonical", *SPINNING], ["report", "*, 1", *SPINNING],
    ["stress", "--subject", "faulty-spins"], ["traits", "faulty-spins", "--watchdog", "86400"],
    ["run", "--isolation", "none", *SPINNING], ["selftest", "--random", "100000000", PLACE],
]
# How long a command is let go on before the signal; each has begun its first case by then.
HEAD_START = 1.0


def problems(tree):
    """What takes longer than it may, as lines to show."""
    program, found = toolchain.release_program(tree)
    if found:
        return found
    with tempfile.TemporaryDirectory() as folder:
        write_cases(folder)
        calm = min(timed(program, folder) for _ in range(3))
        found = [line for subject, kind in SUBJECTS.items()
                 for line in subject_problems(program, folder, subject, kind)]
        for words in COMMANDS:
            found += stop_problems(program, folder, words)
    return found and [f"a run of {CASES} right cases takes {calm:.2f} s here", *found]


def write_cases(folder):
    """Writes the scenarios below a root of their own."""
    path = Path(folder) / PLACE
    path.parent.mkdir(parents=True)
    cases = [CASE.format(number=number) for number in range(1, CASES + 1)]
    path.write_text("format 1\n" + "".join(cases), encoding="utf-8")


def allowed(margin, calm):
    """A margin on this machine, as it is now: larger where even a right subject takes longer."""
    return margin * max(1.0, calm / USUAL)


def timed(program, folder):
    """The seconds that the cases take with a right subject."""
    begin = time.monotonic()
    cases(program, folder, CALM)
    return time.monotonic() - begin


def cases(program, folder, subject):
    """The results of the cases, as the program prints them."""
    command = [program, "run", "--subject", subject, "--watchdog", f"{WATCHDOG:.0f}",
               "--jobs", "1", "--format", "json"]
    result = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return [line for line in lines if line.get("event") == "case"]


def subject_problems(program, folder, subject, kind):
    """What is wrong with the results of a subject, or with the best time of its slowest case."""
    best, limit = None, None
    for _ in range(ROUNDS):
        # Measured at once before, since the machine's other work comes and goes.
        calm = timed(program, folder)
        results = cases(program, folder, subject)
        kinds = [result.get("type") for result in results]
        if kinds != [kind] * CASES:
            return [f"'{subject}' has {kinds}, and not {CASES} times '{kind}'"]
        slowest = max(result["time"] for result in results)
        bound = WATCHDOG + allowed(MARGIN, calm)
        if best is None or slowest - bound < best - limit:
            best, limit = slowest, bound
        if best <= limit:
            return []
    return [f"a case of '{subject}' takes {best:.2f} s at a watchdog of {WATCHDOG:.0f} s; "
            f"{limit:.2f} s is the most"]


def stop_problems(program, folder, words):
    """What is wrong with the end of a command for which a signal comes."""
    best, limit = None, None
    for _ in range(ROUNDS):
        calm = timed(program, folder)
        code, seconds = stopped([program, *words], folder)
        if code != 2:
            return [f"'{' '.join(words)}' ends with {code} for a signal, and not with 2"]
        bound = allowed(FAREWELL, calm)
        if best is None or seconds - bound < best - limit:
            best, limit = seconds, bound
        if best <= limit:
            return []
    return [f"'{' '.join(words)}' ends {best:.2f} s behind a signal; {limit:.2f} s is the most"]


def stopped(command, folder):
    """The exit code of a command that is told to stop, and the seconds that it takes to."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env={**os.environ, "NO_COLOR": "1"})
    time.sleep(HEAD_START)
    begin = time.monotonic()
    process.send_signal(signal.SIGTERM)
    try:
        code = process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
    return code, time.monotonic() - begin
