import SluiceRunner
import SluiceText
import Testing

@Suite("Timeline")
struct TimelineTests {
  @Test("runs a line when its instant is quiescent, and one that says now before that")
  func now() throws {
    let settled = "S = toy.values()\ntoy.send(1)\nexpect S next 1"
    #expect(try Play.result(settled).summary == "passed")
    // Nobody listens yet: the consumer has not come to its first step.
    let early = "S = toy.values()\nnow toy.send(1)\nexpect S added"
    #expect(try Play.result(early).summary == "passed")
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
      during deliver(S) toy.later(2)
      toy.send(1)
      toy.send(3)
      expect S nexts [1, 2, 3]
      """
    #expect(try Play.result(lines).summary == "passed")
  }

  @Test("has a line happen inside the call that it counts up to, from where it stands")
  func duringLaterCall() throws {
    let lines = """
      S = toy.values()
      expect S added
      toy.send(0)
      during deliver(S, 2) toy.later(3)
      toy.send(1)
      toy.send(2)
      toy.send(4)
      expect S nexts [0, 1, 2, 3, 4]
      """
    #expect(try Play.result(lines).summary == "passed")
    let never = lines.replacing("deliver(S, 2)", with: "deliver(S, 4)").replacing(" 3,", with: "")
    #expect(
      try Play.result(never).summary
        == "errored ScenarioUnusable: the call inside which this line happens never came")
  }

  @Test("finds fault with a call that never came, at the line that waits for it")
  func neverCame() throws {
    let result = try Play.result(
      "during deliver(S) toy.send(2)\nS = toy.values()\nexpect S added")
    #expect(
      result.summary
        == "errored ScenarioUnusable: the call inside which this line happens never came")
    #expect(result.failure?.line == 5)
  }

  @Test("misses one call of two, though a flow writes both in one line")
  func playedTwice() throws {
    let text = """
      flow echo(stream)
        during deliver($stream) toy.later(2)
      scenario "s"
        timeline
          S = toy.values()
          T = toy.values() manual
          expect S added
          play echo(S)
          play echo(T)
          toy.send(1)
          expect S nexts [1, 2]
      """
    let scenario = try #require(try Play.cases(text).first)
    let result = Play.result(scenario)
    #expect(
      result.summary
        == "errored ScenarioUnusable: the call inside which this line happens never came")
  }

  @Test("reports a line that the backend can't do, and plays no further")
  func unusable() throws {
    let result = try Play.result("S = toy.values()\ntoy.refuse()\nexpect S next 1")
    #expect(result.summary == "errored ScenarioUnusable: the toy does not do this")
    #expect(result.failure?.line == 6)
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
    let problem = Play.result(scenario).failure
    #expect(problem?.line == 7)
    #expect(problem?.text().rendered.contains("at \(Play.path):3:3") == true)
    #expect(problem?.text().rendered.contains("played at \(Play.path):7:5") == true)
  }
}
