public import SluiceSpies

extension DatabaseError: ProjectsToValue {
  /// The error as scenarios write it: the name of its code, for others the server's word.
  public var projected: Value { .symbol(scenarioName) }

  private var scenarioName: String {
    switch code {
    case .permissionDenied: "permission-denied"
    case .unavailable: "unavailable"
    case .writeCancelled: "write-cancelled"
    case .other: message
    }
  }

  /// The error that a scenario names.
  package init?(scenarioName name: String) {
    let known: [DatabaseError] =
      Code.allCases.filter { $0 != .other }.map { DatabaseError($0) }
      + [.tooManyRetries, .overriddenBySet, .disconnected]
    guard let error = known.first(where: { $0.scenarioName == name }) else { return nil }
    self = error
  }
}
