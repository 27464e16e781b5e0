internal import CSimulationRuntime

/// Work that was given to a run loop of Foundation's which nobody runs, so that it never happens.
public struct IdleWork: Sendable, Equatable {
  /// What was given to the run loop.
  public enum Kind: Sendable, Equatable {
    /// A `Timer`, which is due at an instant.
    case timer(due: Instant)
    /// A block, by `RunLoop.perform`.
    case block
  }

  /// The label of what gave it, as in `consumer.L`.
  public let label: String
  /// What it is.
  public let kind: Kind
  /// The function that gave it, if that is known.
  public let place: String?

  /// Creates idle work.
  public init(label: String, kind: Kind, place: String? = nil) {
    self.label = label
    self.kind = kind
    self.place = place
  }
}

extension IdleWork: CustomStringConvertible {
  /// What was given, by whom and where, and what becomes of it, in one sentence.
  public var description: String {
    let place = place.map { place in " in '\(place)'" } ?? ""
    return switch kind {
    case .timer(let due):
      "\(label) set a timer for \(due)\(place): nobody runs its run loop, so it never fires"
    case .block:
      "\(label) handed a block to a run loop\(place): nobody runs that, so it is never performed"
    }
  }
}

extension IdleWork {
  init(_ work: sluice_idle_work, kind: Kind, of engine: Engine) {
    // The library's own array, of which so many are filled; each is only looked up.
    let addresses = unsafe withUnsafeBytes(of: work.callers) { bytes in
      unsafe Array(bytes.bindMemory(to: UInt.self).prefix(work.caller_count))
    }
    self.init(
      label: engine.labels.name(of: work.label), kind: kind,
      place: Backtrace.innermost(of: addresses))
  }
}

extension Waiter {
  /// Idle work as one who waits.
  init(_ work: IdleWork) {
    let what =
      switch work.kind {
      case .timer(let due): "a timer that is due at \(due), of a run loop that nobody runs"
      case .block: "a block that was handed to a run loop that nobody runs"
      }
    self.init(label: work.label, backtrace: [what])
  }
}
