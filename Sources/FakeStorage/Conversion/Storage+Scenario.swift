public import SluiceSpies

extension StorageError: ProjectsToValue {
  /// The name of the code as scenarios write it, such as `permission-denied`.
  public var projected: Value { .symbol(code.scenarioName) }
}

extension StorageErrorCode {
  /// The name as scenarios write it: the nearest of the names that all products' errors have.
  package var scenarioName: String {
    switch self {
    case .unknown: "unknown"
    case .objectNotFound: "not-found"
    case .bucketNotFound: "failed-precondition"
    case .projectNotFound: "internal"
    case .quotaExceeded: "resource-exhausted"
    case .unauthenticated: "unauthenticated"
    case .unauthorized: "permission-denied"
    case .retryLimitExceeded: "deadline-exceeded"
    case .nonMatchingChecksum: "data-loss"
    case .downloadSizeExceeded: "out-of-range"
    case .cancelled: "cancelled"
    case .invalidArgument: "invalid-argument"
    }
  }

  /// The code with a name as scenarios write it; nil for a name that no code has.
  package init?(scenarioName: String) {
    guard let code = Self.allCases.first(where: { $0.scenarioName == scenarioName }) else {
      return nil
    }
    self = code
  }
}

extension StorageTaskStatus: ProjectsToValue {
  /// The status as scenarios write it.
  public var projected: Value { .symbol("\(self)") }
}

extension StorageTaskSnapshot: ProjectsToValue {
  /// The snapshot as scenarios write it: its status with the bytes that went over and those in all,
  /// as in `progress(10, 100)`.
  public var projected: Value {
    .call(
      "\(status)", .integer(completedBytes),
      totalBytes < 0 ? .symbol("unknown") : .integer(totalBytes))
  }
}
