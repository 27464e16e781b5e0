import Glibc

/// The signals that the calling thread, and every thread that it starts from then on, lets through.
package enum SignalMask {
  /// Lets signals through that whoever started this process had blocked.
  ///
  /// A process inherits what its parent blocks: one that was started from a thread of a pool would
  /// otherwise never hear of a wish to stop.
  ///
  /// - Parameter numbers: The signals' numbers.
  package static func unblock(_ numbers: [Int32]) {
    // Proof: the set is a plain value, which the calls fill in and read while it lives.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
