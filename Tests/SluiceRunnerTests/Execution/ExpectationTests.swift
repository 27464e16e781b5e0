import SluiceRunner
import Testing

@Suite("Expectation")
struct ExpectationTests {
  /// Lines of a timeline, and what becomes of the case.
  struct Sample: Sendable, CustomTestStringConvertible {
    let lines: String
    let summary: String

    init(_ lines: String, _ summary: String = "passed") {
      self.lines = lines
      self.summary = summary
    }

    var testDescription: String { lines }
  }

  private static func check(_ sample: Sample) throws {
    #expect(try Play.result("S = toy.values()\n\(sample.lines)").summary == sample.summary)
  }

  @Test(
    "of elements is met by those, in order, and by nothing else",
    arguments: [
      Sample("toy.send(1)\nexpect S next 1"),
      Sample("toy.send(1)\ntoy.send(2)\nexpect S nexts [1, 2]"),
      Sample("toy.send(1)\ntoy.send(2)\nexpect S nexts repeat(_, 2)"),
      Sample(
        "toy.send(1)\nexpect S next 2",
        "failed ExpectationFailed: 'S' got another element than expected"),
      Sample(
        "toy.send(2)\ntoy.send(1)\nexpect S nexts [1, 2]",
        "failed ExpectationFailed: 'S' got another element than expected"),
      Sample(
        "toy.send(1)\nexpect S nexts repeat(_, 2)",
        "failed ExpectationFailed: 'S' got 1 of 2 values, and more was expected"),
      Sample("expect S next 1", "failed ExpectationFailed: 'S' got no value, and 1 was expected"),
      Sample(
        "toy.finish()\nexpect S next 1",
        "failed ExpectationFailed: 'S' got the end, not an element"),
    ])
  func elements(_ sample: Sample) throws {
    try Self.check(sample)
  }

  @Test(
    "is not exhaustive for a lenient consumer, and as strict as ever about what it expects",
    arguments: [
      Sample("S = toy.values() lenient\ntoy.send(1)\ntoy.send(2)"),
      Sample("S = toy.values() lenient\ntoy.send(1)\ntoy.send(2)\nexpect S next 1"),
      Sample("S = toy.values() lenient held\nT = iterate S lenient\ntoy.finish()"),
      Sample(
        "S = toy.values() lenient held\nT = iterate S\ntoy.finish()",
        "failed ExpectationFailed: no line expected what 'T' got: the end"),
      Sample(
        "S = toy.values() lenient\ntoy.send(1)\nexpect S next 2",
        "failed ExpectationFailed: 'S' got another element than expected"),
      Sample(
        "S = toy.values() lenient\ntoy.send(1)\nexpect S silent until 1s",
        "failed ExpectationFailed: 'S' is not silent until 1s"),
    ])
  func lenient(_ sample: Sample) throws {
    #expect(try Play.result(sample.lines).summary == sample.summary)
  }

  @Test(
    "is exhaustive: what no line expected fails",
    arguments: [
      Sample(
        "toy.send(1)", "failed ExpectationFailed: no line expected what 'S' got: 1"),
      Sample(
        "toy.send(1)\ntoy.send(2)\nexpect S next 1",
        "failed ExpectationFailed: no line expected what 'S' got: 2"),
      Sample("toy.finish()", "failed ExpectationFailed: no line expected what 'S' got: the end"),
      Sample(
        "toy.fail(internal)",
        "failed ExpectationFailed: no line expected what 'S' got: error internal"),
      Sample("expect S added\ncancel S\nexpect S removed promptly\nexpect S ended"),
    ])
  func leftovers(_ sample: Sample) throws {
    try Self.check(sample)
  }

  @Test(
    "of an error is met by its name and its fields",
    arguments: [
      Sample("toy.fail(unavailable)\nexpect S error unavailable"),
      Sample("toy.fail(unavailable, number: 3)\nexpect S error unavailable {number: 3}"),
      Sample("toy.fail(unavailable, number: 3)\nexpect S error unavailable"),
      Sample(
        "toy.fail(unavailable)\nexpect S error internal",
        "failed ExpectationFailed: 'S' threw another error than internal"),
      Sample(
        "toy.fail(unavailable, number: 3)\nexpect S error unavailable {number: 4}",
        "failed ExpectationFailed: 'S' threw another error than unavailable"),
      Sample(
        "toy.finish()\nexpect S error internal",
        "failed ExpectationFailed: 'S' got the end, not the error internal"),
      Sample(
        "expect S error internal", "failed ExpectationFailed: 'S' did not throw internal"),
    ])
  func errors(_ sample: Sample) throws {
    try Self.check(sample)
  }

  @Test(
    "of an end tells the source's from the stream's own",
    arguments: [
      Sample("toy.finish()\nexpect S finish"),
      Sample(
        "toy.send(1)\nexpect S finish", "failed ExpectationFailed: 'S' got 1, not the end"),
      Sample("expect S finish", "failed ExpectationFailed: 'S' did not end"),
      Sample("expect S ended", "failed ExpectationFailed: 'S' did not end"),
      Sample("cancel S\nexpect S ended"),
      Sample("break S\ntoy.send(1)\nexpect S next 1\nexpect S ended"),
      Sample(
        "toy.fail(internal)\nexpect S ended",
        "failed ExpectationFailed: 'S' got error internal, and nil was expected as its end"),
    ])
  func ends(_ sample: Sample) throws {
    try Self.check(sample)
  }

  @Test("of an end takes what a stream drains with it")
  func drained() throws {
    let lines = """
      @0ms S = toy.values() busy 10ms
      toy.send(1)
      expect S next 1
      toy.send(2)
      cancel S
      expect S ended within 1s
      """
    #expect(try Play.result(lines).summary == "passed")
  }

  @Test("of a registration is met by add and by remove")
  func registrations() throws {
    let manual = "S = toy.values() manual\n"
    #expect(
      try Play.result(manual + "expect S added").summary
        == "failed ExpectationFailed: 'S' has added 0 of 1 listeners")
    #expect(try Play.result(manual + "pull S\nexpect S added").summary == "passed")
    #expect(
      try Play.result(manual + "pull S\nexpect S removed").summary
        == "failed ExpectationFailed: 'S' has not removed #1")
    #expect(
      try Play.result(manual + "pull S\ncancel S\nexpect S removed\nexpect S ended").summary
        == "passed")
  }

  @Test(
    "of silence fails at anything before the instant, and at nothing from it on",
    arguments: [
      Sample("expect S silent until 10ms"),
      Sample("toy.later(1, after: 10ms)\nexpect S silent until 10ms\n@10ms expect S next 1"),
      Sample(
        "toy.later(1, after: 9ms)\nexpect S silent until 10ms",
        "failed ExpectationFailed: 'S' is not silent until 10ms"),
    ])
  func silence(_ sample: Sample) throws {
    try Self.check(sample)
  }

  @Test(
    "lets no time pass without a bound, and as much as its bound allows",
    arguments: [
      Sample("toy.later(1, after: 5ms)\nexpect S next 1 within 5ms"),
      Sample(
        "toy.later(1, after: 5ms)\nexpect S next 1",
        "failed ExpectationFailed: 'S' got no value, and 1 was expected"),
      Sample(
        "toy.later(1, after: 5ms)\nexpect S next 1 within 4ms",
        "failed ExpectationFailed: 'S' got no value, and 1 was expected"),
      Sample("toy.later(1, after: 5ms)\n@5ms expect S next 1"),
      Sample("expect S added\ntoy.send(1)\nexpect S next 1 within 1 step"),
      Sample(
        "expect S added\ntoy.send(1)\nexpect S next 1 within 0 steps",
        "failed ExpectationFailed: 'S' took 1 steps, 0 are allowed"),
    ])
  func bounds(_ sample: Sample) throws {
    try Self.check(sample)
  }

  @Test(
    "of a probe compares what it shows",
    arguments: [
      Sample("expect S added\nexpect toy.listeners == 1"),
      Sample("expect S added\nexpect toy.listeners != 2"),
      Sample("expect S added\nexpect toy.listeners <= 1"),
      Sample("expect S added\nexpect toy.listeners >= 1"),
      Sample(
        "expect S added\nexpect toy.listeners == 2",
        "failed ExpectationFailed: toy.listeners is 1, and 2 was expected"),
      Sample(
        "expect S added\nexpect toy.listeners >= 2",
        "failed ExpectationFailed: toy.listeners is 1, and at least 2 was expected"),
    ])
  func probes(_ sample: Sample) throws {
    try Self.check(sample)
  }

  @Test("in finally is looked at after the epilogue")
  func finally() throws {
    let text = "expect S added\n  finally\n    expect toy.listeners == 0"
    #expect(try Play.result("S = toy.values()\n" + text).summary == "passed")
    #expect(
      try Play.result("S = toy.values()\n" + text.replacing("== 0", with: "== 1")).summary
        == "failed ExpectationFailed: toy.listeners is 0, and 1 was expected")
  }
}
