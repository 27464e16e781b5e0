"""What is exempt from emulation is what can't be emulated, each test by its name."""
from checks import debian, emulation
from checks.tests.support import TreeTestCase

SUITE = """
@Suite("Keeping")
struct KeepingTests {
  @Test("starts a program", .startsPrograms)
  func starting(_ number: Int, word: String) async {
    await #expect(processExitsWith: .success) {}
  }

  @Test("starts none") func idle() {
    #expect(true)
  }
}
"""
STARTING = "KeepingTests/starting(_:word:)"


class ExemptTests(TreeTestCase):
    def test_a_test_that_starts_a_process_is_found_by_its_name(self):
        self.assertEqual(list(emulation.starting_tests(SUITE)), [STARTING])

    def test_a_list_that_fits(self):
        self.assertEqual(emulation.exempt_problems([SUITE], [STARTING]), [])

    def test_a_test_that_is_not_named(self):
        self.assertIn(f"{STARTING} starts a process, which emulation can't",
                      emulation.exempt_problems([SUITE], [])[0])

    def test_a_name_that_needs_no_exemption(self):
        found = emulation.exempt_problems([SUITE], [STARTING, "KeepingTests/idle()"])
        self.assertEqual(len(found), 1)
        self.assertIn("KeepingTests/idle() is exempt from emulation, and no test", found[0])

    def test_only_the_named_test_is_left_out(self):
        self.assertEqual(
            emulation.skip_words(["ThreadTests/workers()"]),
            ["--skip", r"^SluiceSimulationTests\.ThreadTests/workers\(\)(/|$)"])


class EmulationTests(TreeTestCase):
    def test_a_program_is_run_under_a_limit_that_kills(self):
        command = emulation.emulated("/w/stage/program", ["run"], 60)
        self.assertEqual(command[:4], ["timeout", "-k", "10", "60"])
        self.assertTrue(command[4].endswith(emulation.EMULATOR))
        self.assertEqual(command[-2:], ["/w/stage/program", "run"])
        self.assertIn("SWIFT_DETERMINISTIC_HASHING=1", command)

    def test_a_hang_is_told_from_a_failure(self):
        for code, is_hang in [(0, False), (1, False), (124, True), (137, True), (134, False)]:
            self.assertEqual(emulation.is_hang(debian.Result(code, "", 1.0)), is_hang)
        self.assertTrue(emulation.is_hang(debian.Result(-9, "", 1.0, is_late=True)))

    def test_apt_knows_one_processor_in_folders_of_its_own(self):
        words = emulation.apt_words()
        self.assertEqual(words[::2], ["-o"] * (len(words) // 2))
        for name in ("Dir::State", "Dir::State::lists", "Dir::State::status", "Dir::Cache"):
            self.assertTrue(any(word.startswith(f"{name}={debian.WORK}/") for word in words))
