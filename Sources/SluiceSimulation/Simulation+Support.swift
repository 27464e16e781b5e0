internal import CSimulationRuntime

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
  /// - Throws: ``SimulationError/unsupported(reason:)`` if the layout of the concurrency runtime is
  ///   not the expected one, or if a small simulation doesn't take the course that it must.
  public static func requireSupport() throws(SimulationError) {
    if let unsupportedReason { throw .unsupported(reason: unsupportedReason) }
  }

  static func assertSupport() {
    if let unsupportedReason {
      preconditionFailure(SimulationError.unsupported(reason: unsupportedReason).description)
    }
  }

  private static let unsupportedReason = runtimeObjection() ?? SelfTest.failure()

  private static func runtimeObjection() -> String? {
    // The library's reason is a string constant, ended by a zero byte.
    guard let reason = unsafe sluice_unsupported_reason() else { return nil }
    return unsafe String(cString: reason)
  }
}
