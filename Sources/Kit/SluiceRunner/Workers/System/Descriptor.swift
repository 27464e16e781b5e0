import Glibc

/// An open file descriptor with one owner, closed when the owner is done with it.
///
/// All reading and writing of the workers' code goes through here, so that interrupted calls,
/// closed peers and full buffers are handled in one place. Writing never raises SIGPIPE.
package struct Descriptor: ~Copyable, Sendable {
  /// The number by which the kernel knows it.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(owning number: Int32) {
    self.number = number
  }

  /// Gives the number away, still open.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  deinit {
    close(number)
  }

  /// What one attempt to read gave.
  package enum Reading: Equatable {
    /// At least one byte.
    case bytes([UInt8])
    /// Nothing is there now; more may come.
    case notYet
    /// Nothing will ever come: the other end is closed or gone.
    case ended
  }

  /// Reads what is there, at most `limit` bytes.
  package func read(atMost limit: Int) -> Reading {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = retryingInterrupted {
      // Proof: the buffer is as long as the count that is handed over, and it outlives the call.
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(number, bytes.baseAddress, bytes.count)
      }
    }
    if count > 0 { return .bytes(Array(buffer.prefix(count))) }
    return count < 0 && errno == EAGAIN ? .notYet : .ended
  }

  /// What one attempt to write gave.
  package enum Writing: Equatable {
    /// So many bytes were taken.
    case wrote(Int)
    /// The buffer is full; the other end may read some of it yet.
    case notYet
    /// Nobody will ever read it.
    case closed
  }

  /// Sends as many of the bytes as are taken at once.
  ///
  /// The descriptor must be a socket.
  package func send(_ bytes: ArraySlice<UInt8>) -> Writing {
    let count = retryingInterrupted {
      // Proof: the kernel reads only `count` bytes of the slice, which lives until the call is
      // over.
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe Glibc.send(number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
    }
    if count >= 0 { return .wrote(count) }
    return errno == EAGAIN ? .notYet : .closed
  }

  /// Whether the number is still open here; not if somebody in this process has closed it.
  package var isOpen: Bool { fcntl(number, F_GETFD) >= 0 }

  /// Makes attempts return at once instead of waiting.
  package func stopBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Keeps programs that this process starts from inheriting the descriptor.
  package func keepFromChildren() {
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }
}

/// Repeats a system call for as long as signals interrupt it.
func retryingInterrupted<Count: SignedInteger>(_ call: () -> Count) -> Count {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// Two connected descriptors: what is written to one is read from the other.
///
/// Neither is inherited by other programs unless a spawn hands it over by name.
package struct DescriptorPair: ~Copyable {
  /// The end to read from.
  package let reading: Descriptor
  /// The end to write to.
  package let writing: Descriptor

  /// Two connected sockets, so that writing to a dead reader is an error and not a signal.
  ///
  /// - Throws: `WorkerError.noDescriptors` if the process has too many files open.
  package init() throws(WorkerError) {
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    // Proof: the call writes two numbers, and the array has room for two.
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .noDescriptors(reason: SystemLimit.explained(errno, by: [.files]))
    }
    // A spawn copies onto the descriptors 0 to 4, and must not overwrite one end while it copies
    // another; so all ends live above.
    let lowest: CInt = 10
    let moved = ends.map { end in fcntl(end, F_DUPFD_CLOEXEC, lowest) }
    let failure = errno
    for end in ends { close(end) }
    guard moved.allSatisfy({ end in end >= 0 }) else {
      for end in moved where end >= 0 { close(end) }
      // A number that the limit does not allow at all is called an invalid argument.
      let reason = SystemLimit.explained(failure == EINVAL ? EMFILE : failure, by: [.files])
      throw .noDescriptors(reason: reason)
    }
    reading = Descriptor(owning: moved[0])
    writing = Descriptor(owning: moved[1])
  }
}

extension DescriptorPair {
  /// Gives away the end to read from, and closes the other.
  package consuming func takeReading() -> Descriptor {
    reading
  }

  /// Gives away the end to write to, and closes the other.
  package consuming func takeWriting() -> Descriptor {
    writing
  }
}

/// The system's sentence for an error number.
package func systemError(_ number: CInt) -> String {
  // Proof: strerror always returns a terminated string, which is copied before anything else runs.
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: text)
}

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

  /// Whether the last wait found that the descriptor is none: somebody has closed it here.
  package func isClosedHere(_ number: CInt) -> Bool {
    entries.contains { entry in entry.fd == number && entry.revents & Int16(POLLNVAL) != 0 }
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
