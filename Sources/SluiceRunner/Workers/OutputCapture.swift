/// One standard stream of a worker, read for as long as anybody can write to it.
struct OutputCapture: ~Copyable {
  private let descriptor: Descriptor
  private let limits: WorkerLimits
  private var tail: OutputTail
  private var isOpen = true

  /// Reads from the given end of a pipe.
  init(_ descriptor: consuming Descriptor, limits: WorkerLimits) {
    descriptor.stopBlocking()
    self.descriptor = descriptor
    self.limits = limits
    self.tail = OutputTail(limit: limits.tailBytes)
  }

  /// Waits for output too.
  func await(in readiness: inout Readiness) {
    if isOpen { readiness.add(descriptor.number, .reading) }
  }

  /// Reads what is there, but no more than `bytes`.
  mutating func read(atMost bytes: Int) {
    var rest = bytes
    while isOpen, rest > 0 {
      switch descriptor.read(atMost: min(rest, 64 << 10)) {
      case .bytes(let bytes):
        tail.append(bytes)
        rest -= bytes.count
      case .notYet: return
      case .ended: isOpen = false
      }
    }
  }

  /// Takes all that was written until now, and begins anew.
  mutating func take() -> OutputTail {
    read(atMost: limits.drainBytes)
    defer { tail = OutputTail(limit: limits.tailBytes) }
    return tail
  }
}
