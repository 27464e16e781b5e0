/// Why nothing can be simulated.
public enum SimulationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// This process has a runtime that the simulation doesn't know: the reason, in words.
  case unsupported(reason: String)

  /// The reason, in one line.
  public var description: String {
    switch self {
    case .unsupported(let reason): "can't simulate in this process: \(reason)"
    }
  }
}

extension Simulation {
  /// Finds out whether simulations work in this process; later calls repeat the first answer.
  ///
  /// It is asked by `perform` before anything else, which throws the answer if its script may throw
  /// it. Ask here before `run`, and before a `perform` whose script throws nothing.
  ///
  /// - Throws: ``SimulationError/unsupported(reason:)`` on a platform that is not known, if
  ///   anything is missing or laid out in another way in the libraries of Swift or the system than
  ///   the simulation takes for granted, or if a small simulation doesn't take the course that it
  ///   must.
  public static func requireSupport() throws(SimulationError) {
    if let unsupportedReason { throw .unsupported(reason: unsupportedReason) }
  }

  /// Does what ``requireSupport()`` does in a process of which this was found.
  package static func requireSupport(given facts: RuntimeFacts) throws(SimulationError) {
    if let reason = facts.objection { throw .unsupported(reason: reason) }
  }

  /// Creates a simulation as it would be in a process of which this was found.
  package convenience init(given facts: RuntimeFacts) {
    self.init(
      scheduler: FirstInFirstOut(), limits: Limits(), platform: nil,
      pretendedReason: facts.objection)
  }

  /// Throws the reason why nothing can be simulated, if there is one.
  ///
  /// A caller that can't be thrown it gets it as the last words of the process: going on would be
  /// worse.
  func requireSupport<Failure: Error>(as failure: Failure.Type) throws(Failure) {
    guard let reason = pretendedReason ?? Self.unsupportedReason else { return }
    let error = SimulationError.unsupported(reason: reason)
    if let failure = error as? Failure { throw failure }
    preconditionFailure(error.description)
  }

  private static let unsupportedReason = RuntimeFacts.find().objection
}
