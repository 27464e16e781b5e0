/// The worker's line to its supervisor.
///
/// A class, since progress can be held for longer than a request: by a subject that blocks its
/// thread for ever.
final class AnswerLine {
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
    self.descriptor.keepFromChildren()
  }

  /// Writes a whole line, or ends the process if nobody will ever read it.
  func write(_ line: WorkerLine) {
    var rest = line.bytes[...]
    while !rest.isEmpty {
      switch descriptor.send(rest) {
      case .wrote(let count): rest.removeFirst(count)
      case .notYet: awaitRoom()
      case .closed: HangupWatch.abandon()
      }
    }
  }

  /// Waits for room: the subject may have made the descriptor one that does not block.
  private func awaitRoom() {
    var readiness = Readiness()
    readiness.add(descriptor.number, .writing)
    readiness.wait(atMost: nil)
  }
}
