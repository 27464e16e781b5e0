import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

/// A verdict on a correct stream is the worst that a gate can do, and the orders in which nobody
/// thought of one are where it would happen: so they are made by chance here, always the same ones.
///
/// What the kit's own right and faulty streams make of the listener's is up to `sluice selftest`.
@Suite("Rules on random scenarios")
struct SoundnessTests {
  fileprivate static let schedules = 24

  /// The first of those that the campaign plays.
  @Test(
    "blame no reference stream and no standard one, whatever the order",
    arguments: RandomVocabulary.all)
  func sound(_ words: RandomVocabulary) throws {
    let cases = try Self.cases(of: words, count: 6)
    let subjects = Self.subjects(of: words)
    var judged: Set<String> = []
    for subject in subjects {
      let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: subject)
      for scenario in cases {
        let explorer = CaseExplorer(of: scenario, playedBy: runner)
        let canonical = explorer.result()
        // Of publishers there is no standard one.
        if case .skipped = canonical.outcome { continue }
        judged.insert(subject)
        #expect(canonical.failure?.message == nil, "\(subject) \(scenario.id)")
        let found = explorer.firstFailure(ofSchedules: Self.schedules)
        #expect(found == nil, "\(subject) \(scenario.id)")
      }
    }
    #expect(judged.isSuperset(of: words.hasSubscribers ? ["reference"] : subjects))
  }

  /// The streams that are right.
  fileprivate static func subjects(of words: RandomVocabulary) -> [String] {
    ["reference", "standard"] + (words.product == "listener" ? ["reference-draining"] : [])
  }

  /// A scenario in which a right stream was blamed once.
  struct Found: Sendable, CustomTestStringConvertible {
    let subject: String
    var given = ""
    let text: String

    var testDescription: String { subject }
  }

  /// What random scenarios have found.
  private static let onceBlamed = [
    // Of two equal values the first was displaced, and the second was taken for it.
    Found(
      subject: "right-keeps-the-newest",
      text: """
        @0ms  S = listener.values() lenient on main
        @0ms race listener.send(1)
        @0ms race listener.send(1)
        @0ms  listener.finish()
        """),
    // The worker that the first iterator made added for the second one, too, in the same breath.
    Found(
      subject: "right-adds-in-the-first-ones-worker",
      text: """
        @0ms  S = listener.values() lenient held
        now listener.send(1)
        @0ms race T = iterate S lenient
        @1ms race listener.send(2, way: late)
        """),
    // That worker added only when the first iterator had gone.
    Found(
      subject: "right-adds-in-the-first-ones-worker",
      text: """
        @0ms  S = listener.values() lenient held precancelled
        @0ms race T = iterate S lenient
        @0ms  listener.send(1, way: queued)
        @0ms race listener.send(1)
        """),
    // Its actor added for the first iterator when that had gone, and a second one had come.
    Found(
      subject: "right-settles-on-an-actor",
      text: """
        @0ms  S = listener.values() lenient held precancelled throws at 1
        @0ms race T = iterate S lenient
        @0ms  listener.send-nothing()
        @0ms race listener.fail(unavailable)
        @1ms race listener.send-nothing()
        """),
    // One of two listeners was told of the end, and the other one's consumer waited for that.
    Found(
      subject: "right-divides-by-hand",
      text: """
        @0ms  S = listener.values() lenient held on main
        now listener.finish(way: queued, after: 2ms)
        @0ms race T = listener.values() lenient held precancelled
        """),
    // What was called back first was displaced before the consumer could take it.
    Found(
      subject: "right-keeps-the-newest",
      given: """
        listener.behave(present: queued)
        listener.present(0)
        """,
      text: """
        @0ms  S = listener.values() lenient busy 1ms throws at 1 on main
        @0ms race listener.send(1, way: late)
        @0ms race listener.send(2)
        @0ms  listener.present(3)
        @0ms race listener.finish()
        """),
    // The value beside an error was taken for an equal one that came alone.
    Found(
      subject: "right-joins-two-in-a-group",
      text: """
        @0ms  S = listener.values() lenient prefix 2 on main
        @5ms race listener.send-both(1, unavailable)
        @5ms race listener.send(1)
        @5ms race T = listener.values() lenient precancelled on main
        @7ms  cancel T
        """),
    // What both read had ended with the one who was cancelled, and the error with it.
    Found(
      subject: "standard",
      text: """
        @0ms  S1 = listener.values() lenient busy 3ms held
        @2ms  listener.send(1, way: late, after: 1ms)
        @2ms  listener.send(2)
        @2ms race cancel S1
        @2ms  listener.send(1)
        @2ms race listener.send(4)
        @4ms  listener.send-both(5, unavailable)
        @5ms race S2 = iterate S1 lenient
        """),
    // The same, where the error came plainly.
    Found(
      subject: "standard",
      text: """
        @0ms  S1 = listener.values() lenient held on main
        @0ms race listener.finish()
        @0ms race listener.fail(unavailable)
        @0ms race listener.send(3)
        @0ms race cancel S1
        @0ms race S2 = iterate S1 lenient throws at 1
        @0ms  listener.send(4, way: queued)
        """),
    // A value that was kept had been dropped with the cancel, and the error had not.
    Found(
      subject: "right-throws-its-own-on-cancel",
      given: """
        listener.behave(present: queued)
        listener.present(0)
        """,
      text: """
        @0ms  S1 = listener.values() lenient prefix 1
        @1ms race listener.present(1)
        @1ms race S2 = listener.values() lenient busy 3ms precancelled map
        @1ms race S3 = listener.values() lenient busy 1ms
        @1ms race listener.send(2)
        @6ms race S4 = listener.values() lenient busy 3ms held
        @6ms race listener.fail(unavailable)
        @6ms race listener.send(4)
        @6ms race listener.send(5)
        """),
    // Of equal values the last stands for the others; the first was taken for it.
    Found(
      subject: "right-samples",
      text: """
        @0ms  S1 = listener.values() lenient held throws at 2
        @0ms race listener.send(1)
        @0ms race listener.send(1)
        @1ms race listener.send(3)
        @1ms race listener.send(1)
        @2ms  S2 = listener.values() lenient precancelled
        now listener.send(5, way: queued)
        now S3 = listener.values() lenient
        @2ms race listener.send(6, way: late, after: 1ms)
        """),
    // The same, in the eyes of another rule.
    Found(
      subject: "right-samples",
      text: """
        @0ms  S1 = listener.values() lenient prefix 1
        now cancel S1
        @5ms race S2 = listener.values() lenient
        @7ms  cancel S1
        @9ms race listener.send(1)
        @10ms race listener.send(2, way: late, after: 1ms)
        @10ms race listener.send(1)
        @11ms race S3 = listener.values() lenient held
        @16ms race listener.finish(way: queued, after: 2ms)
        """),
    // Who was about to join heard of the error that was on its way to the others.
    Found(
      subject: "right-shares-on-an-actor",
      text: """
        @0ms  S1 = listener.values() lenient held map
        @0ms  break S1
        @0ms  listener.send-nothing()
        @0ms race listener.fail(unavailable)
        @0ms race S2 = listener.values() lenient busy 1ms
        @0ms race listener.send(1)
        @0ms race S3 = iterate S1 lenient busy 1ms
        """),
    // A value beside an error was taken for the equal one that came before it alone.
    Found(
      subject: "right-throttles",
      text: """
        @0ms  S1 = listener.values() lenient
        now S2 = listener.values() lenient prefix 1
        @0ms race listener.send-both(1, unavailable)
        @0ms race listener.send(2, way: queued)
        @0ms race listener.send(1)
        @0ms race listener.send(4)
        @0ms race listener.finish()
        @0ms  listener.send(6)
        """),
    // Who had just joined was thought to go on, where the source had ended for all.
    Found(
      subject: "right-shares-under-a-lock",
      given: """
        listener.behave(present: queued)
        listener.present(0)
        """,
      text: """
        @0ms  S1 = listener.values() lenient busy 3ms held
        @0ms race S2 = iterate S1 lenient busy 3ms
        @0ms race S3 = iterate S1 lenient
        @0ms race listener.finish()
        @0ms  S4 = iterate S1 lenient
        @2ms race listener.present(2)
        @3ms race listener.send(3)
        @3ms  listener.present(4)
        now listener.send(5, way: late)
        """),
    // A worker's maker was cancelled before the worker added for somebody else.
    Found(
      subject: "right-adds-in-the-first-ones-worker",
      given: """
        listener.behave(present: queued)
        listener.present(0)
        """,
      text: """
        @0ms  S1 = listener.values() lenient held
        @0ms race cancel S1
        @0ms race S2 = iterate S1 lenient
        @0ms  S3 = listener.values() lenient
        @0ms race listener.send(1)
        @0ms  listener.finish()
        """),
    // A value that was called back after the end was taken for an equal one before.
    Found(
      subject: "right-keeps-the-newest",
      text: """
        @0ms  S1 = listener.values() lenient busy 3ms
        @5ms race listener.send(1)
        @5ms race listener.send(2)
        @5ms race listener.send(1)
        @5ms race listener.finish()
        @5ms  listener.send(1)
        @5ms race S2 = listener.values() lenient held
        @6ms  cancel S1
        @6ms race listener.fail(unavailable)
        """),
    // Who was about to join threw the error of the others, and another equal one came later.
    Found(
      subject: "right-shares-a-stream",
      text: """
        @0ms  S1 = listener.values() lenient held
        now break S1
        @0ms race listener.send(1)
        @0ms  listener.fail(unavailable, way: late)
        @0ms race listener.finish(way: queued, after: 2ms)
        @0ms race listener.fail(unavailable)
        @0ms race S2 = iterate S1 lenient
        @1ms  S3 = listener.values() lenient precancelled prefix 2 on main
        @1ms race listener.finish()
        """),
    // Who was about to join threw the error of the others, after another listener had ended.
    Found(
      subject: "right-replays-the-latest",
      text: """
        @0ms  S1 = listener.values() lenient held
        @0ms race S2 = listener.values() lenient
        @0ms race S3 = iterate S1 lenient
        @0ms race listener.finish(way: queued, after: 2ms)
        @1ms race listener.fail(unavailable)
        @1ms race listener.send(3)
        @1ms  listener.send(4, way: late, after: 1ms)
        @1ms race S4 = listener.values() lenient
        """),
    // Another one took the value who asked behind it, while who had asked before was not there yet.
    Found(
      subject: "standard",
      text: """
        @0ms  S1 = listener.values() lenient busy 1ms held on main map
        @2ms race listener.send(1, way: queued)
        @2ms  break S1
        @2ms race listener.send(2, way: late, after: 1ms)
        @3ms race S2 = iterate S1 lenient
        @3ms race S3 = listener.values() lenient busy 1ms
        @3ms  listener.send(3, way: late, after: 1ms)
        @8ms  listener.send(4, way: queued)
        now listener.finish(way: queued, after: 2ms)
        """),
    // A value was on its way to who was cancelled, though another one had left before.
    Found(
      subject: "right-divides-a-stream",
      text: """
        @0ms  S1 = listener.values() lenient busy 3ms held throws at 1
        now listener.send(1)
        @0ms  S2 = iterate S1 lenient on main
        @1ms  listener.send(2)
        @1ms race cancel S2
        """),
    // Nobody knew for whom the listener was added, and a reader was thought to have none.
    Found(
      subject: "right-shares-a-stream",
      text: """
        @0ms  S1 = listener.values() lenient prefix 1
        @5ms race break S1
        @5ms  S2 = listener.values() lenient held on main
        @5ms race cancel S2
        @5ms race S3 = iterate S2 lenient
        @5ms race S4 = iterate S2 lenient precancelled prefix 1
        @5ms race listener.send(1)
        """),
    // Another one joined before the listener settled of who was cancelled twice.
    Found(
      subject: "right-shares-on-an-actor",
      text: """
        @0ms  S1 = listener.values() lenient held precancelled on main
        @0ms race S2 = listener.values() lenient
        @0ms race cancel S1
        @0ms race S3 = iterate S1 lenient throws at 1
        @0ms race S4 = listener.values() lenient
        @0ms  listener.send(1, way: late, after: 1ms)
        @0ms race listener.send(2)
        @0ms race listener.send(1)
        """),
  ]

  @Test("blame no stream that was blamed by mistake before", arguments: onceBlamed)
  func stayInnocent(_ found: Found) throws {
    func indented(_ text: String) -> String {
      text.split(separator: "\n").map { line in "    \(line)\n" }.joined()
    }
    let given = found.given.isEmpty ? "" : "  given\n\(indented(found.given))"
    let text =
      "format 1\n\nscenario \"found\"\n\(given)  timeline\n\(indented(found.text))"
    let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: found.subject)
    for scenario in try Self.cases(text, "Scenarios/listener/unit/found.scenario") {
      let explorer = CaseExplorer(of: scenario, playedBy: runner)
      #expect(explorer.result().failure?.message == nil)
      #expect(explorer.firstFailure(ofSchedules: 64) == nil)
    }
  }

  private static func cases(of words: RandomVocabulary, count: Int) throws -> [ScenarioCase] {
    try cases(
      RandomScenario.file(of: words, count: count, seed: 1),
      "Scenarios/\(words.product)/\(words.layer)/random.scenario")
  }

  private static func cases(_ text: String, _ name: String) throws -> [ScenarioCase] {
    let root = try TemporaryFolder()
    try root.write(text, to: name)
    let library = ScenarioLibrary(
      registry: ShippedGate.harness.registry, root: ScenarioRoot(path: root.path))
    let reading = try library.read(root.path(of: name))
    return try Array(#require(reading.file, "\(reading)").cases)
  }
}

@Suite("Rules on many random scenarios", .campaign)
struct SoundnessCampaign {
  @Test(
    "blame no reference stream and no standard one, whatever the order",
    arguments: RandomVocabulary.all)
  func sound(_ words: RandomVocabulary) throws {
    let root = try TemporaryFolder()
    try root.write(
      RandomScenario.file(of: words, count: 40, seed: 1),
      to: "Scenarios/\(words.product)/\(words.layer)/random.scenario")
    var judged: Set<String> = []
    for subject in SoundnessTests.subjects(of: words) {
      let cases = try ShippedRun(
        of: subject, "--schedules", "\(SoundnessTests.schedules)", in: root.path
      ).cases
      #expect(cases.count == 40)
      #expect(cases.filter(\.isBlamed).map(\.id) == [], "\(subject)")
      if cases.contains(where: { one in one.outcome == "passed" }) { judged.insert(subject) }
    }
    let expected = words.hasSubscribers ? ["reference"] : SoundnessTests.subjects(of: words)
    #expect(judged.isSuperset(of: expected))
  }
}
