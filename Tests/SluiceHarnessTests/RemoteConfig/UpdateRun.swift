import FakeRemoteConfig
import SluiceConformance
import SluiceSimulation
import SluiceSpies
import SluiceText

/// One consumer of a stream of updates over a scripted source: an update, and an error.
struct UpdateRun: Equatable {
  /// What the consumer got.
  var outputs: [String] = []
  /// The number of adds.
  var adds = 0
  /// The listeners that were left at the end.
  var listeners = 0

  /// What a right stream gives.
  static let right = UpdateRun(
    outputs: [#"update("a", "b")"#, "error stream-error"], adds: 1, listeners: 0)

  /// Runs a stream.
  static func of<Updates: AsyncSequence & SendableMetatype>(
    _ open: (RemoteConfig) -> Updates
  ) throws -> UpdateRun where Updates.Element == RemoteConfigUpdate {
    try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      let script = RemoteConfigScript(in: simulation, spy: stage.spy)
      let consumer = try stage.start("A") {
        ErasedSequence(open(script.remoteConfig)) { update in update.projected }
      }
      _ = stage.settle()
      script.send(["b", "a"])
      script.fail(RemoteConfigUpdateError(.streamError))
      _ = stage.settle()
      var result = UpdateRun()
      result.outputs = consumer.outputs.map { received in
        if case .failure(let failure) = received.output { return "error \(failure.value)" }
        return received.output.description
      }
      result.listeners = script.listenerCount
      result.adds = stage.log.entries.count { entry in
        if case .addCalled = entry.event { true } else { false }
      }
      _ = stage.playEpilogue()
      return result
    }
  }
}
