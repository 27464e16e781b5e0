"""What must not stand in the sources, and where an exception holds."""
import re
from dataclasses import dataclass
from typing import Callable

from .proofs import OPEN_CLASS, UNSAFE, unproved
from .tree import Finding

SIMULATION = ("Sources/Runtime/SluiceSimulation", "Sources/Runtime/CSimulationRuntime",
              "Tests/SluiceSimulationTests")
# Foundation's Process hands over no further descriptors and makes no process group, so workers
# are spawned, watched and reaped by system calls, which take pointers; all of them stand here.
SYSTEM = ("Sources/Kit/SluiceRunner/Workers/System",)
# Some of the vendor's classes have subclasses, in its API and so here, and are Sendable; of a class
# that is not final, and of its subclass, the compiler takes that only as a promise.
OPEN_CLASSES = ("Sources/Fakes/FakeDatabase/API/DatabaseQuery.swift",
                "Sources/Fakes/FakeDatabase/API/DatabaseReference.swift",
                "Sources/Fakes/FakeFirestore/API/DocumentSnapshot.swift",
                "Sources/Fakes/FakeFirestore/API/Query.swift",
                "Sources/Fakes/FakeStorage/API/StorageTask.swift")
# Combine's protocols, which the module has in their own shape, know nothing of Sendable.
# An executor is handed jobs, and the type by which it names itself to them is unsafe.
HANDED = ("Sources/Streams/DemandStreams/Vocabulary/Handed.swift",
          "Tests/SluiceHarnessTests/EndToEnd/Support/ProgramTrait.swift",
          "Tests/VendorStyleSwift5Tests/SequencePublisher.swift",
          "Tests/VendorStyleSwift6Tests/SequencePublisher.swift")
REAL_TIME = ("Sources/Fronts/SluiceHarness", "Sources/Kit/SluiceRunner/Workers/System",
             "Sources/Runtime/SluiceSimulation", "Sources/Runtime/CSimulationRuntime")
# A stream that polls on purpose, in the virtual time of whoever runs it.
POLLING = ("Sources/Streams/FaultyStreams/Fatal/Polling",)
# Streams that hand values on later, in that time, too; and calls that wait until an instant.
DELAYING = ("Sources/Support/CBlockingCalls",
            "Sources/Streams/FaultyStreams/Delayed",
            "Sources/Streams/FaultyStreams/Pairwise",
            "Sources/Streams/ProposalStreams/Timer")
# Finds out whether what asks for chance gets the scheduler's numbers.
SELF_TEST = ("Sources/Runtime/SluiceSimulation/Capture",)
# What prints a text for people, or puts it into a report, or into an error of a test.
LEAVES = ("Sources/Model/SluiceText", "Sources/Reports")
LEAF_FILES = ("Sources/Fronts/Sluice/PlayedTest.swift",
              "Sources/Fronts/SluiceHarness/Commands/ExplainCommand.swift",
              "Sources/Fronts/SluiceHarness/Commands/RuleExplanation.swift",
              "Sources/Fronts/SluiceHarness/Environment/TextSink.swift",
              "Sources/Kit/SluiceRunner/Checks/ConformanceIssue.swift",
              "Sources/Kit/SluiceRunner/Planning/RunPlan.swift")
EXECUTABLE = ("Sources/Shipped/SluiceTool",)
VAGUE_FOLDERS = {"utils", "util", "utilities", "helpers", "helper", "extensions", "misc", "common"}


def anywhere(file):
    return True


def in_sources_outside(*folders):
    return lambda file: file.is_in("Sources") and not file.is_in(*folders)


@dataclass(frozen=True)
class Ban:
    """A pattern that may not be found in the code, or in the comments, of some files."""

    pattern: str
    message: str
    where: Callable = anywhere
    in_comments: bool = False

    def findings(self, file):
        if not self.where(file):
            return
        text = file.comments if self.in_comments else file.code
        for match in re.finditer(self.pattern, text):
            yield Finding(file.path, file.line_at(match.start()), self.message)


BANS = [
    Ban(r"\btry!", "try! hides an error; handle it or let it through"),
    Ban(r'\bfatalError\(\s*(""\s*)?\)', "fatalError needs a message"),
    Ban(r"\bas!", "as! traps without a message; use a conditional cast"),
    Ban(r"@testable\b", "@testable is banned; what a test needs is package"),
    Ban(r"(?<![.\w`])(?<!func )(?:Swift\.)?(?:print|debugPrint|dump|NSLog)\(",
        "only the executable prints; write through what you were given",
        in_sources_outside(*EXECUTABLE)),
    Ban(r"\b(?:Task|Thread)\.sleep\b|\bclock_nanosleep\b"
        r"|(?<!case )(?<!func )(?<![.\w])(?:u|nano)?sleep\(",
        "nothing sleeps below the command", in_sources_outside(*REAL_TIME, *POLLING, *DELAYING)),
    Ban(r"\bDate\(\)|\bDate\.now\b|\bContinuousClock\b|\bSuspendingClock\b|\bDispatchTime\.now\b"
        r"|\bclock_gettime\b|\bgettimeofday\b|\.systemUptime\b|\bCFAbsoluteTimeGetCurrent\b",
        "nothing reads a real clock below the command", in_sources_outside(*REAL_TIME, *DELAYING)),
    Ban(r"\bSystemRandomNumberGenerator\b|\bUUID\(\)|\barc4random|\bgetrandom\b"
        # Bool.random() and what infers its type; a method of that name of ours comes from a seed.
        r"|(?:\bBool|(?<![\w)\]}>?!]))\.random\(\s*\)"
        r"|\.random\(\s*in:(?!(?:[^()]|\([^()]*\))*\busing:)"
        r"|\.shuffled\(\)|\.shuffle\(\)|\.randomElement\(\)",
        "randomness comes from a seed: pass a generator",
        in_sources_outside("Sources/Runtime/CSimulationRuntime", *SELF_TEST)),
    Ban(r"\.rendered\b", "only a leaf reads a text for people: decide by a value",
        lambda file: in_sources_outside(*LEAVES)(file) and file.path not in LEAF_FILES),
    Ban(r"\b(?:message|details|notes|remarks|heading|body)[?!]?\.(?:utf8\.)?"
        r"(?:contains|hasPrefix|hasSuffix|starts|firstRange|ranges|firstIndex|range|split|replacing"
        r"|firstMatch|wholeMatch|prefixMatch|matches)\b",
        "no code decides by the words of a message: say it as a value",
        in_sources_outside("Sources/Streams")),
    Ban(UNSAFE, "unsafe code stands only in SluiceSimulation, its C shim and the workers' System",
        lambda file: not file.is_in(*SIMULATION, *SYSTEM)
        and file.path not in OPEN_CLASSES + HANDED),
    Ban(f"(?!{OPEN_CLASS})(?:{UNSAFE})", "only the Sendable of an open class is promised here",
        lambda file: file.path in OPEN_CLASSES),
    Ban(r"\b(?:TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))",
        "a thing to do names its issue, as in TODO" + "(#12)", in_comments=True),
]

# A comment that ends like code or begins like a statement, and is no documentation.
CODE_LIKE = re.compile(
    r"""^(
        .*[;{]$                                             # ends like a statement or a block
      | \}.*$                                               # closes a block
      | (let|var)\s+\w+\s*[:=].*                            # declares a value
      | ((public|private|package|internal|static|final)\s+)*(func|struct|class|enum|extension|actor)
        \s+\w+.*[({].*
      | import\s+\w+$
      | return\s+[\w.]+\(.*\)$
      | (try|await|guard|if|for|while|switch)\b.*[{]$
      | (try\s+)?(await\s+)?[\w.]+\([^()\s]*(\w+:\s?[^()]*)?\)$  # calls something
      | [\w.\[\]]+\s(=|\+=|-=)\s[\w."\[\]]+(\(.*\))?$        # assigns something
      | \#?(expect|require)\(.*\)$
    )""", re.VERBOSE)


def findings(tree):
    """All that is banned, all commented-out code, all vague folders."""
    for file in tree.sources:
        if file.is_link:
            continue
        for ban in BANS:
            yield from ban.findings(file)
        yield from commented_out_code(file)
        if file.is_swift and (file.is_in(*SIMULATION, *SYSTEM)
                              or file.path in OPEN_CLASSES + HANDED):
            yield from unproved(file)
    for folder in tree.folders("Sources", "Tests", "Scripts"):
        if folder.rsplit("/", 1)[-1].lower() in VAGUE_FOLDERS:
            yield Finding(folder, 1, "a folder's name says what is in it")


def commented_out_code(file):
    """Ordinary comments that read like code."""
    for number, line in enumerate(file.comments.splitlines(), start=1):
        comment = re.match(r"\s*//(?!/)\s?(.*?)\s*$", line)
        is_alone = not file.code.splitlines()[number - 1].strip()
        if comment and is_alone and CODE_LIKE.match(comment.group(1).strip()):
            yield Finding(file.path, number, "commented-out code; version control remembers it")

