import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceText
import Testing

@Suite("Faulty socket")
struct FaultySocketTests {
  /// The article's versions on its way to the last, and the rule that names what each does wrong.
  private static let naive = [
    "faulty-receives-recursively": "socket.receives-while-open",
    "faulty-loops-in-a-task": "memory.tasks-ended",
    "faulty-misses-the-apps-close": "socket.app-close-ends",
  ]

  @Test("fails by the rule that names its fault, before any other", arguments: FaultySockets.all)
  func caught(_ faulty: FaultySocketSubject) throws {
    let result = try ShippedScenarios.result(of: faulty.subject.name, in: faulty.caseID)
    guard case .failed(let problem) = result.outcome else {
      Issue.record("\(faulty): \(result.outcome)")
      return
    }
    #expect(problem.rule == faulty.rule)
    #expect(Self.naive[faulty.subject.name] ?? faulty.rule == faulty.rule)
  }

  @Test("fails where the right streams exercise the rule and hold it", arguments: FaultySockets.all)
  func right(_ faulty: FaultySocketSubject) throws {
    for name in ["reference", "standard"] {
      let result = try ShippedScenarios.result(of: name, in: faulty.caseID)
      #expect(result.failure?.message == nil, "\(name)")
      let verdict = result.rules.first { rule in rule.rule == faulty.rule }?.verdict
      #expect(verdict == .held, "\(name)")
    }
  }

  @Test(
    "hangs on an older system where the app closes the socket or the consumer is cancelled",
    arguments: [
      ("faulty-receives-recursively", "the app closes the socket while the stream waits"),
      ("faulty-loops-in-a-task", "the app closes the socket while the stream waits"),
      ("faulty-loops-in-a-task", "a waiting consumer is cancelled"),
      ("faulty-misses-the-apps-close", "the app closes the socket while the stream waits"),
    ])
  func older(_ subject: String, _ name: String) throws {
    let caseID = "websocket/cancellation/platforms/\(name)/older"
    let hanging = ["socket.app-close-ends", "memory.tasks-ended"]
    #expect(
      hanging.contains(try ShippedScenarios.result(of: subject, in: caseID).failure?.rule ?? ""))
    #expect(try ShippedScenarios.result(of: "reference", in: caseID).failure == nil)
  }

  @Test("that loops in a task ends on a newer system")
  func newer() throws {
    for name in ["a waiting consumer is cancelled", "a consumer leaves its loop"] {
      let result = try ShippedScenarios.result(
        of: "faulty-loops-in-a-task", in: "websocket/cancellation/platforms/\(name)/newer")
      #expect(result.failure?.message == nil, "\(name)")
    }
  }
}
