import Glibc

/// A wait on several descriptors at once.
package struct Readiness {
  /// What is awaited on one descriptor.
  package enum Interest {
    /// Something to read, or the end.
    case reading
    /// Room to write, or a reader that is gone.
    case writing
    /// Only that the other end is gone.
    case hangup

    fileprivate var events: Int16 {
      switch self {
      case .reading: Int16(POLLIN)
      case .writing: Int16(POLLOUT)
      case .hangup: 0
      }
    }
  }

  private var entries: [pollfd] = []

  /// A wait on nothing yet.
  package init() {}

  /// Adds a descriptor, which must stay open until the wait is over.
  package mutating func add(_ number: CInt, _ interest: Interest) {
    entries.append(pollfd(fd: number, events: interest.events, revents: 0))
  }

  /// Waits until one of the descriptors is ready, but no longer than `limit`.
  ///
  /// A signal may end the wait early; callers look again at what they wait for anyway.
  package mutating func wait(atMost limit: Duration?) {
    // Proof: the count is the array's own, and the array outlives the call.
    let found = unsafe poll(&entries, nfds_t(entries.count), Self.milliseconds(limit))
    guard found < 0 else { return }
    for index in entries.indices { entries[index].revents = 0 }
  }

  /// Whether the last wait found the descriptor ready, broken or closed.
  package func isReady(_ number: CInt) -> Bool {
    entries.contains { entry in entry.fd == number && entry.revents != 0 }
  }

  /// Rounds up, so that a wait is never shorter than asked; `nil` waits for ever.
  private static func milliseconds(_ limit: Duration?) -> CInt {
    guard let limit else { return -1 }
    let (seconds, attoseconds) = limit.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
    let rest = (attoseconds + attosecondsPerMillisecond - 1) / attosecondsPerMillisecond
    return CInt(seconds * 1000 + rest)
  }
}
