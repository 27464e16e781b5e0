/// The bounds on what one worker may cost its supervisor.
package struct WorkerLimits: Sendable {
  /// How long a worker may be silent while it has a request, or before it is ready.
  package var silence: Duration
  /// How long a worker may take to be gone once it has closed its line, or was told to go.
  package var farewell: Duration = .seconds(10)
  /// How long at most the supervisor sleeps before it looks whether the process still lives: its
  /// descriptors tell nothing when a child of the subject keeps them open.
  package var glance: Duration = .milliseconds(100)
  /// How much of each standard stream is kept.
  package var tailBytes = 64 << 10
  /// The longest line of the protocol.
  package var lineBytes = 64 << 20
  /// How much is read from a standard stream once a worker has answered or died.
  ///
  /// The system keeps no more than this in a pipe, so all that was written before is read, and a
  /// flood can't hold us up.
  package var drainBytes = 1 << 20

  /// The usual bounds, with the given patience.
  package init(silence: Duration) {
    self.silence = silence
  }
}
