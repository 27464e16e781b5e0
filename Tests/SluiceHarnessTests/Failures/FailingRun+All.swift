import SluiceHarness

extension FailingRun {
  /// The runs, of which each kind of problem has at least one.
  static let all = rules + advice + expectations + lists + endings + schedules

  /// Broken rules.
  private static let rules = [
    FailingRun("rule", of: forgetful, file(SmallScenarios.cancelled)).with { run in
      run.widths = [60]
      run.variants = [["--log"], ["--color", "always"]]
      run.reports += ["junit10=junit10.xml", "windyroad=windyroad.xml", "surefire=suites"]
    },
    FailingRun("tasks-left", of: "faulty-polls-for-ever", file(SmallScenarios.cancelled))
      .inJUnitAlone,
    FailingRun("run-loop", of: "faulty-waits-for-a-run-loop", file(SmallScenarios.cancelled))
      .inJUnitAlone,
    FailingRun("crowd", of: forgetful, file(FailingScenarios.crowd)).inJUnitAlone.with { run in
      run.widths = [60, 80, 120]
    },
    FailingRun("several-rules", of: "declared-as-reference", file(FailingScenarios.busy))
      .of { FailingStreams.declaredAsReference }.inJUnitAlone,
    FailingRun("groups", of: forgetful, FailingScenarios.several).with { run in
      run.variants = [["--quiet"], ["--format", "gcc"]]
    },
  ]

  /// Rules below the level, which fail nothing.
  private static let advice = [
    FailingRun("advice", of: "faulty-ends-after-it-removes", file(FailingScenarios.insideRemove))
      .with { run in
        run.words += ["--level", "must"]
        run.widths = [60]
        run.reports += ["html=run.html", "json=run.json", "junit10=junit10.xml"]
        run.variants = [["--format", "gcc"], ["--format", "json"], ["--quiet"], ["--verbose"]]
      },
    FailingRun(
      "advice-of-a-case", of: "faulty-takes-its-builder-for-lazy",
      file(FailingScenarios.aboutAdvice)
    ).inJUnitAlone.with { run in run.words += ["--level", "must"] },
    FailingRun(
      "advice-beside-an-expectation", of: "declared-as-reference", file(FailingScenarios.busy)
    ).of { FailingStreams.declaredAsReference }.inJUnitAlone
      .with { run in run.words += ["--level", "must"] },
    FailingRun(
      "advice-after-a-failure", of: "faulty-asks-its-task-at-the-end",
      file(FailingScenarios.beforeAdvice)
    ).inJUnitAlone.with { run in run.words += ["--level", "must"] },
    FailingRun(
      "advice-beside-failures", of: "faulty-ends-after-it-removes",
      file(
        FailingScenarios.insideRemove, FailingScenarios.wrongValue,
        FailingScenarios.lostInsideRemove)
    ).inJUnitAlone.with { run in run.words += ["--level", "must"] },
  ]

  /// Lines that are not met.
  private static let expectations = [
    FailingRun("expectation", of: "reference", file(FailingScenarios.wrongValue)).with { run in
      run.widths = [60]
      run.reports += ["html=run.html"]
    },
    FailingRun(
      "expectations", of: "reference",
      file(
        FailingScenarios.leftover, FailingScenarios.nothing, FailingScenarios.notSilent,
        FailingScenarios.condition)
    ).inJUnitAlone,
    FailingRun("flows", of: "reference", file(FailingScenarios.rows)),
    FailingRun("nested-flows", of: forgetful, file(FailingScenarios.nested)).inJUnitAlone,
    FailingRun("unusable", of: "reference", file(FailingScenarios.absentCall)),
  ]

  /// Failures that are expected or known.
  private static let lists = [
    FailingRun("expected-failure", of: "reference", file(FailingScenarios.expectedFailure)),
    FailingRun("known-failures", of: forgetful, FailingScenarios.several).with { run in
      run.words += ["--known-failing", "known.txt"]
      run.reports = ["github"]
      run.files["known.txt"] = """
        cancellation.suspended-removes \(id("a waiting consumer is cancelled"))
        errors.single-winner \(id("once more a waiting consumer is cancelled"))
        any \(id("the end comes too early"))
        ExpectationFailed \(id("the end comes first"))
        ExpectationFailed \(id("never a waiting consumer is cancelled"))
        any \(id("there is no such case"))

        """
    },
  ]

  /// Runs that come to no end of their own.
  private static let endings = [
    inWorkers("crash", of: "faulty-traps").with { run in
      run.variants = [["--format", "json"]]
      run.masks = [signal]
    },
    inWorkers("crash-later", of: "faulty-remembers-a-cancel").with { run in
      run.scenarios = SmallScenarios.file
      run.words += ["--jobs", "1"]
      run.masks = [signal]
    },
    inWorkers("crash-at-exit", of: "faulty-aborts-at-exit").inJUnitAlone.with { run in
      run.words += ["--jobs", "1"]
    },
    inWorkers("closed-descriptors", of: "faulty-closes-descriptors").inJUnitAlone,
    inWorkers("forged-answer", of: "faulty-forges-an-answer").inJUnitAlone,
    inWorkers("hang", of: "faulty-spins").with { run in
      run.scenarios = file(SmallScenarios.cancelled, FailingScenarios.again("once more"))
      run.words += ["--watchdog", "1", "--jobs", "1"]
      run.reports += ["html=run.html"]
    },
    FailingRun("waits-for-ever", of: "waits-for-ever", file(FailingScenarios.finish))
      .of { FailingStreams.waitsForEver },
    FailingRun(
      "limits", of: "reference", file(FailingScenarios.steps, FailingScenarios.time)
    ).with { run in run.variants = [["--verbose"]] },
    FailingRun("deadlock", of: "faulty-locks-twice", file(SmallScenarios.cancelled)),
    FailingRun(
      "deadlock-in-a-callback", of: "faulty-waits-for-a-semaphore", file(FailingScenarios.finish)
    ).inJUnitAlone,
    inWorkers("escape", of: "faulty-starts-a-thread"),
    FailingRun("wrong-declaration", of: "declared-wrongly", file(FailingScenarios.again("here")))
      .of { FailingStreams.declaredWrongly },
    inWorkers("unusable-answer", of: "reference").with { run in run.worker = babbling },
  ]

  /// Failures that depend on the schedule.
  private static let schedules = [
    FailingRun("race", of: "faulty-answers-twice", RacingScenario.file, schedules: "64")
      .with { run in
        run.widths = [60]
        run.reports += ["html=run.html", "json=run.json"]
        run.words += ["--write-scenarios", "recorded"]
      },
    FailingRun("diverged", of: "reference", file(FailingScenarios.ownSchedule)),
    FailingRun("not-repeated", of: "leaks-once", file(FailingScenarios.race), schedules: "4")
      .of { FailingStreams.leaksOnce(inRun: 2) },
    inWorkers("nondeterministic", of: "faulty-depends-on-the-process").with { run in
      run.words += ["--rerun-failed=earlier.xml"]
      run.files["earlier.xml"] = """
        <testsuite name="listener.values.cancellation">\\
        <testcase name="a waiting consumer is cancelled"><error/></testcase></testsuite>
        """
      run.masks = [steps]
    },
  ]

  private static let forgetful = "faulty-forgets-remove-on-cancel"

  private static func file(_ cases: String...) -> String {
    "format 1\n\n" + cases.joined(separator: "\n")
  }

  private static func id(_ name: String) -> String { "listener/cancellation/failing/\(name)" }

  /// A run with workers, whose death is the result of a case.
  private static func inWorkers(_ name: String, of subject: String) -> FailingRun {
    FailingRun(name, of: subject, file(SmallScenarios.cancelled), isolation: "process")
  }

  /// A worker whose answers are no results.
  private static let babbling = """
    #!/bin/sh
    say() { printf '%s\\n' "$*" >&4; }
    say ready
    while read -r word number text <&3; do
      say began "$number"
      printf 'answer %s passed\\tnothing\\nended %s\\n' "$number" "$number" >&4
    done
    """

  /// A trap is another signal on each processor.
  private static let signal: @Sendable (String) -> String = { text in
    text.replacing(/SIG(ILL|TRAP)/, with: "SIG…")
  }

  /// The stream makes as many tasks as the number of its process says.
  private static let steps: @Sendable (String) -> String = { text in
    text.replacing(/0ms +\d+ consumer/, with: "0ms … consumer")
      .replacing(/steps: \d+/, with: "steps: …")
  }
}
