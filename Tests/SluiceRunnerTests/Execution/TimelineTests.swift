import SluiceRunner
import Testing

@Suite("Timeline")
struct TimelineTests {
  @Test("runs a line when its instant is quiescent, and one that says now before that")
  func now() throws {
    // Cancelled before its first step, the stream never comes to add; cancelled after it, it has.
    let late = try Play.result("S = toy.values()\ncancel S\nexpect S added\nexpect S ended")
    #expect(late.summary == "passed")
    let early = try Play.result("S = toy.values()\nexpect toy.listeners == 1")
    #expect(early.summary == "passed")
    let none = try Play.result("S = toy.values()\nnow expect toy.listeners == 0\nexpect S added")
    #expect(none.summary == "passed")
  }

  @Test("puts a race behind what is ready at its instant")
  func race() throws {
    let lines = """
      @0ms S = toy.values()
      toy.later(1, after: 10ms)
      @10ms race cancel S
      expect S next 1
      expect S ended
      """
    #expect(try Play.result(lines).summary == "passed")
    let first = lines.replacing("after: 10ms", with: "after: 11ms")
    #expect(
      try Play.result(first).summary
        == "failed ExpectationFailed: 'S' got the end, not an element")
  }

  @Test("has a line happen inside a call, once")
  func during() throws {
    let lines = """
      S = toy.values()
      expect S added
      during deliver(S) toy.send(2)
      toy.send(1)
      toy.send(3)
      expect S nexts [2, 1, 3]
      """
    #expect(try Play.result(lines).summary == "passed")
  }

  @Test("finds fault with a call that never came, at the line that waits for it")
  func neverCame() throws {
    let result = try Play.result(
      "during deliver(S) toy.send(2)\nS = toy.values()\nexpect S added")
    #expect(
      result.summary
        == "errored ScenarioUnusable: the call inside which this line happens never came")
    #expect(result.problem?.line == 5)
  }

  @Test("counts injections one by one, though a flow writes them in one line")
  func playedTwice() throws {
    let text = """
      flow echo(value)
        during deliver(S) toy.send($value)
      scenario "s"
        timeline
          S = toy.values()
          expect S added
          play echo(2)
          play echo(3)
          toy.send(1)
          expect S nexts [2, 3, 1]
      """
    let scenario = try #require(try Play.cases(text).first)
    let result = Play.runner().run(scenario, again: "again") { _ in }
    #expect(result.summary == "passed")
  }

  @Test("reports a line that the backend can't do, and plays no further")
  func unusable() throws {
    let result = try Play.result("S = toy.values()\ntoy.refuse()\nexpect S next 1")
    #expect(result.summary == "errored ScenarioUnusable: the toy does not do this")
    #expect(result.problem?.line == 5)
  }

  @Test("reports what the driver can't do")
  func driver() throws {
    #expect(
      try Play.result("S = toy.values()\nexpect S added\ndrop S").summary
        == """
        errored ScenarioUnusable: 'S' waits in next() and can't be dropped; make it manual, busy \
        or limit its demand
        """)
    #expect(
      try Play.result("S = toy.values()\nexpect S added\nT = iterate S").summary
        == """
        errored ScenarioUnusable: the sequence of 'S' is gone; start 'S' with 'held' to iterate \
        it again
        """)
  }

  @Test("points at the line that plays a flow, and shows the line within it too")
  func flows() throws {
    let text = """
      flow wrong(stream)
        expect $stream next 1
      scenario "s"
        timeline
          S = toy.values()
          play wrong(S)
      """
    let scenario = try #require(try Play.cases(text).first)
    let problem = Play.runner().run(scenario, again: "again") { _ in }.problem
    #expect(problem?.line == 7)
    #expect(problem?.body.contains("at \(Play.path):3:3") == true)
    #expect(problem?.body.contains("played at \(Play.path):7:5") == true)
  }
}
