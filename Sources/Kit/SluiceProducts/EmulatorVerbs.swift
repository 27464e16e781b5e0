import SluiceScenarios

/// The verbs that the emulators of several products have alike.
extension Verb {
  /// The verb that has a script take the emulator's place.
  ///
  /// - Parameters:
  ///   - hearers: Who hears from it, such as `listeners`.
  ///   - product: The product's name.
  ///   - choose: Has the run have a script.
  /// - Returns: The verb, which takes nothing.
  public static func script(
    for hearers: String = "listeners", of product: String,
    choose: @escaping @Sendable (Backend) throws -> Void
  ) -> Verb {
    Verb(
      "script",
      "Has \(hearers) hear from the script alone, also in the cancellation layer; comes first.",
      layers: emulated, example: "\(product).script()", action: choose)
  }

  /// The verb that says how long operations of some kinds take.
  ///
  /// - Parameters:
  ///   - kinds: The kinds.
  ///   - summary: What it does, in one sentence.
  ///   - example: One line of a scenario that uses it.
  ///   - change: Changes the backend's latencies.
  /// - Returns: The verb, which takes a labelled duration for each kind.
  public static func latency<Latency>(
    _ kinds: [LatencyKind<Latency>],
    summary: String = "Says how long operations take; what is not named stays as it is.",
    example: String,
    change: @escaping @Sendable (Backend, (inout Latency) -> Void) throws -> Void
  ) -> Verb {
    let changes = kinds.map { kind in kind.change }
    let durations = Parameter<[Duration?]>.collecting(kinds.map { kind in kind.parameter })
    return Verb("latency", summary, durations, layers: emulated, example: example) {
      backend, durations in
      try change(backend) { latency in
        for case (let change, let duration?) in zip(changes, durations) {
          change(&latency, duration)
        }
      }
    }
  }
}

/// A kind of operation whose time a scenario may choose.
public struct LatencyKind<Latency>: Sendable {
  let parameter: Parameter<Duration?>
  let change: @Sendable (inout Latency, Duration) -> Void

  /// A kind of operation.
  ///
  /// - Parameters:
  ///   - label: Its name.
  ///   - summary: What it is for, as the second half of a sentence.
  ///   - path: Where its time is kept.
  public init(
    _ label: String, _ summary: String,
    _ path: any WritableKeyPath<Latency, Duration> & Sendable
  ) {
    parameter = .optional(label: label, .duration, summary)
    change = { latency, duration in latency[keyPath: path] = duration }
  }

  /// A kind of operation whose name says what it is.
  ///
  /// - Parameters:
  ///   - label: Its name.
  ///   - path: Where its time is kept.
  public init(_ label: String, _ path: any WritableKeyPath<Latency, Duration> & Sendable) {
    self.init(label, "how long that takes from now on", path)
  }
}

extension Parameter where Argument == String {
  /// The name of the error by which something is refused.
  public static var refusal: Parameter {
    Parameter(label: "code", .error, default: "permission-denied", "the error that says so")
  }
}

extension Parameter where Argument == DeniedOperations {
  /// What is refused.
  public static var operations: Parameter {
    Parameter(label: "operations", .choice, default: .all, "what is refused")
  }
}

/// Which operations an emulator refuses.
public enum DeniedOperations: String, Sendable, CaseIterable {
  /// All of them.
  case all
  /// Those that read.
  case read
  /// Those that write.
  case write
}

extension Parameter where Argument == ClientChoice {
  /// Which of two clients does something.
  ///
  /// - Parameter summary: What it is for, as the second half of a sentence.
  /// - Returns: The parameter, whose label is `by`.
  public static func client(_ summary: String) -> Parameter {
    Parameter(label: "by", .choice, default: .first, summary)
  }
}

/// One of the two clients of an emulator; streams are the first one's.
public enum ClientChoice: String, Sendable, CaseIterable {
  /// The client whose streams are under test.
  case first
  /// Another one.
  case second
}
