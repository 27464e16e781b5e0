import Glibc

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
      throw .noDescriptors(reason: systemError(errno))
    }
    // A spawn copies onto the descriptors 0 to 4, and must not overwrite one end while it copies
    // another; so all ends live above.
    let lowest: CInt = 10
    let moved = ends.map { end in fcntl(end, F_DUPFD_CLOEXEC, lowest) }
    let failure = errno
    for end in ends { close(end) }
    guard moved.allSatisfy({ end in end >= 0 }) else {
      for end in moved where end >= 0 { close(end) }
      throw .noDescriptors(reason: systemError(failure))
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
func systemError(_ number: CInt) -> String {
  // Proof: strerror always returns a terminated string, which is copied before anything else runs.
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: text)
}
