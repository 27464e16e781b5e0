"""The arm64 side of the stage `toolchains`: libraries, builds for it, and runs under emulation."""
import json
import re
import shutil

from .debian import PROGRAMS, WORK

EMULATOR = "qemu-aarch64-static"
EMULATOR_PACKAGE = "qemu-user-static"
TRIPLE = "aarch64-unknown-linux-gnu"
SYSROOT = f"{WORK}/arm64"
STUB = f"{WORK}/stub-arm64"
PACKAGE_FOLDER = f"{WORK}/packages-arm64"
DESTINATION = f"{WORK}/destination.json"
SWIFT_LIBRARIES = "/usr/libexec/swift/lib/swift"
PACKAGES = (
    "swiftlang", "libswiftlang", "libc6", "libc6-dev", "linux-libc-dev", "libgcc-15-dev",
    "libstdc++-15-dev", "libgcc-s1", "libstdc++6", "libxml2-16", "libcurl4t64", "zlib1g",
    "libuuid1", "libcrypt1", "libcrypt-dev")
# The compilers for arm64 are most of the bytes, and none of them is run.
UNPACK = """
for package in *.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x -C ../arm64.making --exclude=./usr/libexec/swift/bin
done
"""

# The emulator can't start its program once more unless the system has a binary format for arm64
# registered, which belongs to the whole machine. So what starts the test program again is left out,
# each test by its name; `exempt_problems` compares this list with the sources.
TESTS = "SluiceSimulationTests"
EXEMPT = (
    "HashingTests/acrossProcesses()",
    "HashingTests/inside()",
    "HashingTests/linked()",
    "IsolationTests/generic()",
    "IsolationTests/notOnMain()",
    "MainThreadTests/forbidden()",
    "SupportTests/lastWords()",
    "ThreadTests/workers()",
)
# A macro that starts the program again, and whatever else needs a process of its own.
STARTS = re.compile(r"\bprocessExitsWith:|\bProcess\(\)|\bposix_spawnp?\(")
SUITE = re.compile(r"^(?:@\w+ )*(?:final class|struct|actor|extension) (\w+)", re.MULTILINE)
TEST = re.compile(r"@Test\b(?:(?!@Test\b)[\s\S])*?\bfunc (\w+)\(([^)]*)\)")


def starting_tests(text):
    """The tests of one file, as SUITE/NAME(), that start processes."""
    tests = list(TEST.finditer(text))
    for match, following in zip(tests, [*tests[1:], None]):
        body = text[match.end():following.start() if following else len(text)]
        suites = [suite.group(1) for suite in SUITE.finditer(text, 0, match.start())]
        if suites and STARTS.search(body):
            labels = "".join(
                label + ":" for label in re.findall(r"(?:^|,)\s*(\w+)", match.group(2)))
            yield f"{suites[-1]}/{match.group(1)}({labels})"


def exempt_problems(texts, exempt=EXEMPT):
    """Where the list of exempt tests and the sources of the tests differ."""
    found = {name for text in texts for name in starting_tests(text)}
    return ([f"{TESTS}.{name} starts a process, which emulation can't; name it in EXEMPT of "
             "Scripts/checks/emulation.py" for name in sorted(found - set(exempt))]
            + [f"{TESTS}.{name} is exempt from emulation, and no test of that name starts a "
               "process; take it off EXEMPT in Scripts/checks/emulation.py"
               for name in sorted(set(exempt) - found)])


def skip_words(exempt=EXEMPT):
    """The words by which a test program leaves out the exempt tests."""
    return [word for name in exempt
            for word in ("--skip", f"^{re.escape(f'{TESTS}.{name}')}(/|$)")]


def destination():
    """What SwiftPM is told of the processor that it builds for.

    Without `-sdk` the compiler finds no module map of the C library.
    """
    gcc = f"--gcc-toolchain={SYSROOT}/usr"
    resources = SYSROOT + SWIFT_LIBRARIES
    return {
        "version": 1, "target": TRIPLE, "sdk": SYSROOT, "dynamic-library-extension": "so",
        "toolchain-bin-dir": PROGRAMS,
        "extra-cc-flags": ["-fPIC", "-fblocks", gcc, f"-I{resources}"],
        "extra-cpp-flags": [],
        "extra-swiftc-flags": [
            "-sdk", SYSROOT, "-resource-dir", resources, "-use-ld=lld", "-Xcc", gcc,
            "-Xclang-linker", gcc, "-Xclang-linker", f"--sysroot={SYSROOT}"],
    }


def write_destination(system):
    """Writes the destination file where the root file system has it."""
    system.outside(DESTINATION).write_text(json.dumps(destination(), indent=2), encoding="utf-8")


def apt_words():
    """Options by which apt knows arm64 alone, in folders of its own."""
    state = f"{WORK}/apt-arm64"
    return [word for setting in (
        "APT::Architecture=arm64", "APT::Architectures=arm64", "APT::Sandbox::User=root",
        f"Dir::State={state}", f"Dir::State::lists={state}/lists",
        f"Dir::State::status={state}/status", f"Dir::Cache={state}/cache")
        for word in ("-o", setting)]


def fetch(system):
    """Unpacks the arm64 libraries beside the root file system's own, unless they are there.

    Gives the version of `swiftlang` for arm64. Raises Skipped where the mirror can't be reached.
    """
    stamp = system.work / "arm64.version"
    if stamp.exists():
        return stamp.read_text(encoding="utf-8")
    state, making = system.work / "apt-arm64", system.work / "arm64.making"
    packages = system.outside(PACKAGE_FOLDER)
    for folder in (state, packages, making, system.outside(SYSROOT)):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in (state / "lists/partial", state / "cache/archives/partial", packages, making):
        folder.mkdir(parents=True)
    (state / "status").touch()
    for what, words in [
            ("apt-get update", ["apt-get", *apt_words(), "update"]),
            ("apt-get download", ["apt-get", *apt_words(), "download", *PACKAGES]),
            ("unpacking", ["sh", "-ec", UNPACK])]:
        system.require(system(words, f"arm64-{what.replace(' ', '-')}", 1800, PACKAGE_FOLDER),
                       f"{what} for arm64")
    version = system(["sh", "-c", "dpkg-deb --field swiftlang_*.deb Version"],
                     "arm64-version", 60, PACKAGE_FOLDER).text.strip()
    # The loader's path is /lib, and Debian's packages have it in /usr/lib.
    if not (making / "lib").exists():
        (making / "lib").symlink_to("usr/lib")
    making.rename(system.outside(SYSROOT))
    shutil.rmtree(packages)
    shutil.rmtree(state)
    stamp.write_text(version, encoding="utf-8")
    return version


def emulated(program, words, seconds):
    """The command that runs an arm64 program, within the root file system.

    The paths of sources that are compiled into tests hold there alone. A program that hangs may
    have all signals blocked, so that only a kill ends it.
    """
    libraries = f"{SWIFT_LIBRARIES}/linux:/usr/lib/aarch64-linux-gnu:{STUB}"
    return ["timeout", "-k", "10", str(seconds), f"{WORK}/{EMULATOR}", "-L", SYSROOT,
            "-E", "SWIFT_DETERMINISTIC_HASHING=1", "-E", f"LD_LIBRARY_PATH={libraries}",
            program, *words]


def is_hang(result):
    """Whether `timeout` ended a program, by the signal that asks or by the one that does not."""
    return result.is_late or result.code in (124, 137, -9)


def run(system, program, words, log, seconds):
    """Runs an arm64 program, once more if it hangs; gives the result and how often it hung."""
    # A file that is being run can't be written, and can be replaced.
    fresh = shutil.copy2(shutil.which(EMULATOR), system.work / f"{EMULATOR}.new")
    fresh.replace(system.work / EMULATOR)
    command = emulated(program, words, seconds)
    hangs = 0
    while True:
        result = system(command, log, seconds + 60, f"{WORK}/sluice")
        if not is_hang(result) or hangs == 1:
            return result, hangs + is_hang(result)
        hangs += 1
