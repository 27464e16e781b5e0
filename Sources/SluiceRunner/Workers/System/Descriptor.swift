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
