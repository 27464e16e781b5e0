import Synchronization

/// Continuations that nobody resumes, or somebody later.
final class Keep: Sendable {
  private let continuations = Mutex<[CheckedContinuation<Void, Never>]>([])

  func put(_ continuation: CheckedContinuation<Void, Never>) {
    continuations.withLock { $0.append(continuation) }
  }

  var isEmpty: Bool { continuations.withLock(\.isEmpty) }

  func resumeAll() {
    let all = continuations.withLock { continuations in
      defer { continuations = [] }
      return continuations
    }
    for continuation in all { continuation.resume() }
  }
}
