import FakeAuth
import SluiceConformance
import SluiceSimulation
import SluiceSpies

/// One consumer of a stream of users over a scripted source: a user, nobody, and a cancel.
struct UserRun: Equatable {
  /// What the consumer got.
  var outputs: [String] = []
  /// The kind of listener of each add, in order.
  var kinds: [String] = []
  /// The listeners that were left at the end.
  var listeners = 0

  /// What a right stream gives.
  static func right(_ kind: String) -> UserRun {
    UserRun(outputs: [#"user("ada")"#, "null", "the end"], kinds: [kind], listeners: 0)
  }

  /// Runs a stream.
  static func of<Users: AsyncSequence & SendableMetatype>(
    _ open: (Auth) -> Users
  ) throws -> UserRun where Users.Element == User? {
    try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      let script = AuthScript(in: simulation, spy: stage.spy)
      let consumer = try stage.start("A") {
        ErasedSequence(open(script.auth)) { user in user?.projected ?? .null }
      }
      _ = stage.settle()
      script.send(script.makeUser("ada"))
      script.send(nil)
      _ = stage.settle()
      try stage.cancel("A")
      _ = stage.settle()
      var result = UserRun()
      result.outputs = consumer.outputs.map { received in received.output.description }
      result.listeners = script.listenerCount
      for entry in stage.log.entries {
        if case .addCalled(_, _, let options) = entry.event { result.kinds.append("\(options)") }
      }
      _ = stage.playEpilogue()
      return result
    }
  }
}
