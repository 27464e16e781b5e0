import Synchronization

/// What the listener and the iterator of a stream that is written by hand share: values that wait,
/// or the consumer that waits, and the token until somebody removes by it.
final class Observation<State: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<State?, any Error>

  private struct Inside {
    var hasBegun = false
    var token: Int?
    var buffer: [State] = []
    var waiter: Waiter?
    var ending: Result<State?, any Error>?
  }

  private let inside = Mutex(Inside())

  func begin() -> Bool {
    inside.withLock { inside in
      defer { inside.hasBegun = true }
      return !inside.hasBegun && inside.ending == nil
    }
  }

  /// Keeps the token; whether it is too late for that.
  func keep(_ token: Int) -> Bool {
    inside.withLock { inside in
      if inside.ending == nil { inside.token = token }
      return inside.ending != nil
    }
  }

  func accept(_ state: State) {
    let waiter = inside.withLock { inside -> Waiter? in
      guard inside.ending == nil else { return nil }
      if inside.waiter == nil { inside.buffer.append(state) }
      return inside.waiter.take()
    }
    waiter?.resume(returning: state)
  }

  /// Ends the iteration: removes, and then resumes the consumer that waits.
  func end(_ error: (any Error)?, dropping: Bool, _ remove: ((Int) -> Void)? = nil) {
    let (token, waiter) = inside.withLock { inside -> (Int?, Waiter?) in
      if dropping { inside.buffer = [] }
      guard inside.ending == nil else {
        if dropping { inside.ending = .success(nil) }
        return (nil, nil)
      }
      let waiter = inside.waiter.take()
      inside.ending = waiter == nil ? error.map { .failure($0) } ?? .success(nil) : .success(nil)
      return (remove == nil ? nil : inside.token.take(), waiter)
    }
    if let token { remove?(token) }
    if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
  }

  /// The token, for whoever removes by it.
  func takeToken() -> Int? {
    inside.withLock { inside in inside.token.take() }
  }

  func next() async throws -> State? {
    try await withCheckedThrowingContinuation { waiter in
      let answer = inside.withLock { inside -> Result<State?, any Error>? in
        if !inside.buffer.isEmpty { return .success(inside.buffer.removeFirst()) }
        if let ending = inside.ending {
          inside.ending = .success(nil)
          return ending
        }
        inside.waiter = waiter
        return nil
      }
      if let answer { waiter.resume(with: answer) }
    }
  }
}
