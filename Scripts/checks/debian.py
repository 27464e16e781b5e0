"""A root file system with Debian's Swift, in a cache outside of the repository.

Every program that runs in it has mounts of its own (`unshare --mount`): the kernel takes them away
with the program's last process, whatever ends it, and other users of the same folder see none.
"""
import os
import platform
import re
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .skipping import Skipped

VARIABLE = "SLUICE_TOOLCHAINS"
SUITE = "sid"
USUAL_MIRROR = "http://deb.debian.org/debian"
SWIFT = "6.2.3"
# Debian's processors, and the versions of `swiftlang` for them with which the stage has passed or
# failed for a reason that is understood.
KNOWN = {"amd64": ("6.2.3-1+b1",), "arm64": ("6.2.3-1+b1",)}
PACKAGES = ("swiftlang", "swiftlang-dev", "libc6-dev", "libstdc++-15-dev", "git", "python3", "lld",
            "ca-certificates")
# The stage's own folder, as programs in the root file system see it.
WORK = "/w/stage"
PROGRAMS = "/usr/libexec/swift/bin"
CLANG = f"{PROGRAMS}/clang"
# Settings of the machine by which apt reaches its mirror.
NETWORK_SETTINGS = re.compile(r'^Acquire::(?:https?::|Check-|Retries)\S* ".*";$', re.MULTILINE)
PROXY = re.compile(r'^Acquire::http::Proxy "(.*)";$', re.MULTILINE)
ENTER = """
set -e
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
[ ! -e /etc/resolv.conf ] || mount --bind /etc/resolv.conf "$0/etc/resolv.conf"
exec chroot "$0" "$@"
"""
OWN_MOUNTS = ("unshare", "--mount", "--propagation", "private")


@dataclass(frozen=True)
class Host:
    """What a machine must have to make and to enter a root file system."""

    system: str
    machine: str
    is_root: bool
    can_mount: bool

    @staticmethod
    def here():
        """This machine."""
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        can_mount = is_root and bool(shutil.which("unshare")) and subprocess.run(
            [*OWN_MOUNTS, "mount", "-t", "tmpfs", "none", tempfile.gettempdir()],
            capture_output=True, check=False).returncode == 0
        return Host(platform.system(), platform.machine(), is_root, can_mount)

    @property
    def obstacle(self):
        """Why there can be no root file system on this machine, or nothing."""
        if (self.system, self.machine) != ("Linux", "x86_64"):
            return f"it needs Linux on x86-64, and this is {self.system} on {self.machine}"
        if not self.is_root:
            return "it needs root, for chroot and mounts; call it as root"
        if not self.can_mount:
            return ("it needs mounts of its own, and 'unshare --mount' is refused; a container "
                    "needs the capability SYS_ADMIN")
        return None


def cache_folder(variables):
    """The folder that keeps root file systems between calls."""
    named = variables.get(VARIABLE)
    return (Path(named) if named else Path.home() / ".cache" / "sluice-toolchains").absolute()


def cache_problem(cache, root):
    """What is wrong with the place of the cache, or nothing."""
    if cache.resolve().is_relative_to(root.resolve()):
        return (f"{VARIABLE} names {cache}, a folder within the repository; name one outside of "
                "it, since a root file system has millions of lines that are not the kit's")
    return None


def mirror(text):
    """The first Debian mirror in apt's lists of sources, or the usual one."""
    for match in re.finditer(
            r"^(?:URIs:|deb(?: +\[[^\]]*\])?) +(\S+/debian)/?(?:\s|$)", text, re.MULTILINE):
        return match.group(1)
    return USUAL_MIRROR


def apt_sources(folder=Path("/etc/apt")):
    """The text of apt's lists of sources on this machine."""
    files = [folder / "sources.list", *sorted((folder / "sources.list.d").glob("*"))]
    return "\n".join(file.read_text(encoding="utf-8", errors="replace")
                     for file in files if file.is_file())


def version_problem(processor, found, folder):
    """Why a version of `swiftlang` is refused, or nothing if it is known."""
    known = KNOWN[processor]
    if found in known:
        return None
    return (f"swiftlang {found or 'without a version'} for {processor} is in {folder}, and the "
            f"versions that are known are {', '.join(known)}; let {VARIABLE} name a folder with a "
            f"known one, or, to move on to this one, add it to KNOWN in Scripts/checks/debian.py "
            "and settle what the stage then finds")


def require_program(name, package):
    """Installs a package of this machine's if a program is not there.

    Raises Skipped if that does not work.
    """
    if shutil.which(name):
        return
    for command in (["apt-get", "update", "-qq"],
                    ["apt-get", "install", "-y", "-qq", "--no-install-recommends", package]):
        try:
            result = subprocess.run(
                command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except FileNotFoundError:
            raise Skipped(f"there is no {name}, and no apt-get to install {package}") from None
        if result.returncode != 0:
            raise Skipped(f"there is no {name}, and '{' '.join(command)}' fails: "
                          f"{last_line(result.stdout)}")


def last_line(text):
    """The last line of a text that is not empty."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it prints nothing"


@dataclass(frozen=True)
class Result:
    """How a program ended, what it printed, and how long it took."""

    code: int
    text: str
    seconds: float
    is_late: bool = False


def run(command, log, limit, variables=None, folder=None):
    """Runs a program in a session of its own, of which nothing is left afterwards.

    What it prints goes to a file. After `limit` seconds it is killed with all that it started.
    """
    begin = time.monotonic()
    is_late = False
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "wb") as output:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **(variables or {})}, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            is_late = True
        finally:
            kill_session(process)
    text = log.read_text(encoding="utf-8", errors="replace")
    return Result(process.returncode, text, time.monotonic() - begin, is_late)


def kill_session(process):
    """Ends the processes of a session that are left."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


@contextmanager
def ending_on_signals():
    """Has the signals that end a process raise an exception, so that its programs end first."""
    def end(number, frame):
        raise SystemExit(128 + number)

    kept = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


class RootSystem:
    """A root file system in a folder of the cache, which may be there already."""

    def __init__(self, cache):
        self.folder = cache / "root"
        self.logs = cache / "logs"

    @property
    def work(self):
        """The stage's own folder, as this machine sees it."""
        return self.outside(WORK)

    def outside(self, path):
        """The place on this machine of a path in the root file system."""
        return self.folder / path.lstrip("/")

    @property
    def is_there(self):
        """Whether the root file system is complete: one that is being made has another name."""
        return (self.folder / "usr" / "bin" / "apt-get").exists()

    def __call__(self, command, log, limit, folder="/", variables=None, root=None):
        """Runs a program in the root file system; `log` is the name of a file of its output."""
        assigned = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                    **{name: value for name, value in os.environ.items()
                       if name.lower() in ("http_proxy", "https_proxy", "no_proxy")},
                    **(variables or {})}
        words = [f"{name}={value}" for name, value in assigned.items()]
        return run([*OWN_MOUNTS, "sh", "-c", ENTER, str(root or self.folder), "env", "-i", "-C",
                    folder, *words, *command], self.logs / f"{log}.txt", limit)

    def make(self):
        """Makes the root file system; raises Skipped where this machine can't."""
        require_program("debootstrap", "debootstrap")
        making = self.folder.with_name("root.making")
        shutil.rmtree(making, ignore_errors=True)
        making.parent.mkdir(parents=True, exist_ok=True)
        place = mirror(apt_sources())
        settings = subprocess.run(["apt-config", "dump", "Acquire"], text=True, check=False,
                                  capture_output=True).stdout
        proxy = PROXY.search(settings)
        self.require(run(
            [*OWN_MOUNTS, "debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE,
             str(making), place], self.logs / "debootstrap.txt", 1800,
            {"http_proxy": proxy.group(1)} if proxy else {}), f"debootstrap from {place}")
        (making / "etc/apt/apt.conf.d/90machine").write_text(
            "\n".join(NETWORK_SETTINGS.findall(settings)) + "\n", encoding="utf-8")
        (making / "etc/resolv.conf").touch()
        for name, words in [
                ("update", ["update"]),
                ("install", ["install", "-y", "--no-install-recommends", *PACKAGES]),
                ("clean", ["clean"])]:
            self.require(self(["apt-get", *words], f"apt-{name}", 3600, root=making,
                              variables={"DEBIAN_FRONTEND": "noninteractive"}), f"apt-get {name}")
        making.rename(self.folder)

    @staticmethod
    def require(result, what):
        """Raises Skipped if a step of the making failed."""
        if result.is_late or result.code != 0:
            raise Skipped(f"no root file system can be made, since {what} fails: "
                          f"{last_line(result.text)}")

    def swift_version(self):
        """The version of the package `swiftlang` that is installed, or nothing."""
        result = self(["dpkg-query", "--show", "--showformat=${Version}", "swiftlang"],
                      "dpkg-query", 60)
        return result.text.strip() if result.code == 0 else ""
