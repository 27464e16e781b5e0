import SluiceConformance
import SluiceRunner
import SluiceText
import Testing

@Suite("CaseRunner")
struct CaseRunnerTests {
  private static let failing = "S = toy.values()\ntoy.send(1)"
  private static let passing = "S = toy.values()\nexpect S added"

  @Test("takes a case that fails as expected for skipped, with the reason")
  func expectedFailure() throws {
    #expect(
      try Play.result(Self.failing, "xfail \"known\"").summary
        == "skipped: fails as expected: known (no line expected what 'S' got: 1)")
  }

  @Test("fails a case that is expected to fail and does not")
  func unexpectedPass() throws {
    #expect(
      try Play.result(Self.passing, "xfail \"known\"").summary
        == "failed PassesUnexpectedly: passes unexpectedly: expected to fail: known")
  }

  @Test("never takes a scenario that can't be played for one that fails as expected")
  func unusableScenario() throws {
    let result = try Play.result(
      "S = toy.values()\nduring deliver(S) cancel S\nexpect S added", "xfail \"known\"")
    guard case .errored(let problem) = result.outcome else {
      Issue.record("the case came to something else: \(result.summary)")
      return
    }
    #expect(problem.kind == .scenarioUnusable)
  }

  @Test("asks for required traits also where a case starts no stream")
  func requiresWithoutStream() throws {
    #expect(
      try Play.result("toy.send(1)", "requires registration.first-next").summary
        == "skipped: inapplicable: 'right' does not declare registration.first-next")
  }

  @Test("does not run what says skip, nor what needs a trait or a stream that is not there")
  func skips() throws {
    #expect(try Play.result(Self.failing, "skip \"not now\"").summary == "skipped: not now")
    #expect(
      try Play.result(Self.failing, "requires registration.first-next").summary
        == "skipped: inapplicable: 'right' does not declare registration.first-next")
    #expect(
      try Play.result(Self.passing, "requires registration.iterator").summary == "passed")
    #expect(
      try Play.result(Self.passing, subject: "nobody").summary
        == "skipped: inapplicable: 'nobody' does not implement toy.values")
  }

  @Test("stops at a limit on steps, the scenario's or its own")
  func steps() throws {
    let result = try Play.result("S = toy.values()\ntoy.spin()", "limit 50 steps")
    #expect(
      result.summary
        == "errored LimitReached: still busy after 50 steps: 'toy.spin' again and again")
    #expect(result.steps == 50)
  }

  @Test("stops at a limit on virtual time")
  func time() throws {
    let result = try Play.result("S = toy.values()\n@2s expect S added", "limit 1s")
    #expect(result.summary == "errored LimitReached: still busy after 1s of virtual time")
  }

  @Test("says of a limit which events came last, and what repeats")
  func repeats() throws {
    let result = try Play.result(
      "S = toy.values()\ntoy.poll(every: 250ms)\n@2min expect S added", "limit 1min")
    #expect(
      result.summary
        == """
        errored LimitReached: still busy after 1min of virtual time: 'toy.poll' again and again \
        every 250ms
        """)
    let body = try #require(result.failure?.text().rendered)
    #expect(body.contains("\n the last 8 events were:\n   toy.poll#"))
    #expect(body.contains(" at 1min (step "))
  }

  @Test("blames a rule before anything else, and says what else is wrong")
  func ruleFirst() throws {
    let result = try Play.result("S = toy.values()\nexpect S next 1\n", subject: "deaf")
    #expect(result.failure?.kind == .ruleViolation)
    #expect(result.failure?.rule == "cancellation.propagates")
    #expect(
      result.failure?.text().rendered.contains("also: 'S' got no value, and 1 was expected") == true
    )
    let blamed = result.rules.filter { rule in rule.verdict == .violated }
    #expect(blamed.map(\.rule) == ["cancellation.propagates"])
  }

  @Test("takes a hang that no rule explains for an error of its own")
  func hang() throws {
    let result = try Play.result(
      "S = toy.values()\ntoy.finish()\nexpect S finish", subject: "stuck")
    #expect(result.summary == "errored SubjectHung: 'S' waits for ever")
    let body = try #require(result.failure?.text().rendered)
    #expect(body.contains("\n who waits when nothing is left to happen:\n  'S' waits in next() "))
    #expect(body.contains(" past the end, parked by consumer.S#2 at 0ms (step 4)\n"))
    #expect(
      body.contains(
        """

            in SluiceRunnerTests.ToySequence.AsyncIterator.waitForEver(_:)
            in SluiceRunnerTests.ToySequence.AsyncIterator.next(isolation:)
        log 
        """))
    #expect(result.failure?.rule == nil)
  }

  @Test("takes work that left the simulation for an error of its own, before all that follows")
  func escapes() throws {
    // Made here, outside of every simulation.
    _ = ForeignThread.shared
    let lines = "S = toy.values()\ntoy.send(1)\nexpect S next 2"
    #expect(
      try Play.result(lines, subject: "absent").summary
        == "errored Escaped: outside of every schedule: "
        + "a task of consumer.S went to an executor outside the simulation")
    let first = try Play.result(lines, subject: "foreign")
    #expect(first.summary == "errored Escaped: the backend was called from outside the simulation")
    #expect(
      first.failure?.text().rendered.contains("add") == false, "a foreign entry is in the report")
    for _ in 0..<100 { #expect(try Play.result(lines, subject: "foreign") == first) }
  }

  @Test("gives the same result each time, whatever ran before")
  func repeatable() throws {
    let scenario = try Play.scenario(Self.failing)
    let first = Play.result(scenario)
    _ = try Play.result("S = toy.values()", subject: "deaf")
    #expect(Play.result(scenario) == first)
  }

  @Test("counts expectations, steps and virtual time")
  func figures() throws {
    let result = try Play.result(
      "@0ms S = toy.values()\nexpect S added\n@3s expect S silent until 4s")
    #expect(result.virtualNanoseconds == 3_999_999_999)
    #expect(result.steps > 0)
    let exercised = result.rules.filter { rule in rule.verdict != .inapplicable }
    #expect(result.assertions == 2 + exercised.count)
  }

  @Test("tells of each line before it runs")
  func progress() throws {
    var lines: [String] = []
    let scenario = try Play.scenario("S = toy.values()\ntoy.send(1)\nexpect S next 1")
    _ = Play.result(scenario) { line in lines.append(line) }
    #expect(lines == ["line 5", "line 6"])
  }

  @Test("ends what it says of a failure with the command that shows it again")
  func again() throws {
    let scenario = try Play.scenario(Self.failing)
    let problem = Play.result(scenario, again: "sluice run this").failure
    #expect(problem?.text().rendered.hasSuffix("\nagain: sluice run this") == true)
    #expect(problem?.line == 6)
  }
}
