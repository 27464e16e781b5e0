"""The root file system: where it is, what a machine lacks for it, and which Swift it may have."""
import os
import signal
import sys
import time
from pathlib import Path
from unittest import mock

from checks import debian
from checks.debian import Host
from checks.skipping import Skipped
from checks.tests.support import TreeTestCase

ABLE = {"system": "Linux", "machine": "x86_64", "is_root": True, "can_mount": True}


class HostTests(TreeTestCase):
    def test_a_machine_that_has_all(self):
        self.assertIsNone(Host(**ABLE).obstacle)

    def test_what_a_machine_lacks_is_named(self):
        for lack, words in [({"system": "Darwin"}, "this is Darwin on x86_64"),
                            ({"machine": "aarch64"}, "this is Linux on aarch64"),
                            ({"is_root": False}, "needs root"),
                            ({"can_mount": False}, "SYS_ADMIN")]:
            self.assertIn(words, Host(**{**ABLE, **lack}).obstacle)

    def test_a_program_that_is_there_is_not_installed(self):
        with mock.patch("subprocess.run") as called:
            debian.require_program("git", "git")
        called.assert_not_called()

    def test_a_program_that_cant_be_installed_is_a_reason_to_skip(self):
        refused = mock.Mock(returncode=100, stdout="E: one\nE: no network\n\n")
        with mock.patch("subprocess.run", return_value=refused):
            with self.assertRaisesRegex(Skipped, "no absent-program.*apt-get update.*no network"):
                debian.require_program("absent-program", "absent")
        with mock.patch("subprocess.run", side_effect=FileNotFoundError):
            with self.assertRaisesRegex(Skipped, "no apt-get to install absent"):
                debian.require_program("absent-program", "absent")


class VersionTests(TreeTestCase):
    def test_a_known_version_is_taken(self):
        for processor, versions in debian.KNOWN.items():
            for version in versions:
                self.assertIsNone(debian.version_problem(processor, version, "/cache/root"))

    def test_another_is_refused_with_what_was_found_what_is_known_and_what_to_do(self):
        for processor in debian.KNOWN:
            problem = debian.version_problem(processor, "6.3.0-1", "/cache/root")
            self.assertIn(f"swiftlang 6.3.0-1 for {processor} is in /cache/root", problem)
            self.assertIn(", ".join(debian.KNOWN[processor]), problem)
            self.assertIn("add it to KNOWN", problem)
            self.assertIn(debian.VARIABLE, problem)

    def test_a_version_that_only_begins_like_a_known_one_is_refused(self):
        self.assertIsNotNone(debian.version_problem("amd64", "6.2.3-1+b10", "/cache/root"))
        self.assertIn("without a version", debian.version_problem("amd64", "", "/cache/root"))


class PlaceTests(TreeTestCase):
    def test_the_folder_is_the_named_one_or_the_users(self):
        named = debian.cache_folder({debian.VARIABLE: "/some/where"})
        self.assertEqual(named, Path("/some/where"))
        for variables in ({}, {debian.VARIABLE: ""}):
            self.assertEqual(debian.cache_folder(variables),
                             Path.home() / ".cache" / "sluice-toolchains")

    def test_a_folder_within_the_repository_is_refused(self):
        self.assertIn("within the repository", debian.cache_problem(self.root / "a", self.root))
        self.assertIn("within the repository", debian.cache_problem(self.root, self.root))
        self.assertIsNone(debian.cache_problem(self.root.with_name("beside"), self.root))

    def test_the_mirror_is_that_of_the_machine(self):
        for text, place in [
                ("Types: deb\nURIs: http://mirror.example/debian\n",
                 "http://mirror.example/debian"),
                ("deb [signed-by=/a] https://vendor.example/apt stable main\n"
                 "deb http://mirror.example/debian/ sid main\n", "http://mirror.example/debian"),
                ("# deb http://old.example/debian sid main\n", debian.USUAL_MIRROR),
                ("", debian.USUAL_MIRROR)]:
            self.assertEqual(debian.mirror(text), place)

    def test_a_step_of_the_making_that_fails_is_a_reason_to_skip(self):
        with self.assertRaisesRegex(Skipped, "debootstrap fails: E: no route"):
            debian.RootSystem.require(debian.Result(1, "I: go\nE: no route\n", 1.0), "debootstrap")
        debian.RootSystem.require(debian.Result(0, "", 1.0), "debootstrap")

    def test_a_half_made_root_file_system_is_none(self):
        self.write("cache/root.making/usr/bin/apt-get", "")
        self.assertFalse(debian.RootSystem(self.root / "cache").is_there)
        self.write("cache/root/usr/bin/apt-get", "")
        self.assertTrue(debian.RootSystem(self.root / "cache").is_there)


class RunTests(TreeTestCase):
    def test_a_program_has_its_code_and_its_words(self):
        result = debian.run(["sh", "-c", "echo out; echo err >&2; exit 3"], self.root / "log", 60)
        self.assertEqual((result.code, result.text, result.is_late), (3, "out\nerr\n", False))

    def test_a_program_that_hangs_is_killed_with_what_it_started(self):
        result = debian.run(
            ["sh", "-c", "trap '' TERM; sleep 1000 & echo $!; wait; wait"], self.root / "log", 0.5)
        self.assertTrue(result.is_late)
        self.assertFalse(is_alive(int(result.text)))

    def test_a_signal_ends_what_was_started(self):
        signalled = ("import os,sys,signal,threading;sys.path.insert(0,sys.argv[1]);"
                     "from checks import debian;from pathlib import Path\n"
                     "threading.Timer(0.5,os.kill,(os.getpid(),signal.SIGTERM)).start()\n"
                     "with debian.ending_on_signals():"
                     " debian.run(['sh','-c','echo $$; sleep 1000'],Path(sys.argv[2]),60)")
        scripts = str(Path(debian.__file__).parents[1])
        log = self.root / "inner"
        result = debian.run([sys.executable, "-B", "-c", signalled, scripts, str(log)],
                            self.root / "log", 60)
        self.assertEqual(result.code, 128 + signal.SIGTERM)
        self.assertFalse(is_alive(int(log.read_text(encoding="utf-8"))))

    def test_its_mounts_end_with_it(self):
        if not Host.here().can_mount:
            self.skipTest("this machine allows no mounts of its own")
        place = self.root / "place"
        place.mkdir()
        words = ["sh", "-c", f"mount -t tmpfs none {place} && sleep 1000"]
        result = debian.run([*debian.OWN_MOUNTS, *words], self.root / "log", 0.5)
        self.assertTrue(result.is_late)
        self.assertFalse(os.path.ismount(place))


def is_alive(number):
    """Whether a process is there that has not ended; what is killed may take a moment."""
    for _ in range(100):
        try:
            stat = Path(f"/proc/{number}/stat").read_text(encoding="utf-8")
        except (FileNotFoundError, ProcessLookupError):
            return False
        if stat.rsplit(")", 1)[1].split()[0] in "ZX":
            return False
        time.sleep(0.05)
    return True
