import FakeListener

/// What a stream that is written by hand keeps for one iteration, and the right way to change it.
///
/// Faulty streams change it another way in one place. Every change returns what to do outside the
/// lock.
struct HandwrittenState: Sendable {
  typealias Waiter = CheckedContinuation<Answer, Never>

  /// What `next()` answers.
  enum Answer: Sendable {
    case element(SentinelElement)
    case end
    case failure(any Error)
  }

  /// What to do outside the lock: remove first, then resume.
  struct Effects: Sendable {
    var removed: ListenerHandle?
    var resumed: (waiter: Waiter, answer: Answer)?
  }

  /// Whether add has been called.
  var isRegistered = false
  /// The handle, from the return of add until the removal.
  var handle: ListenerHandle?
  /// Values that were not asked for yet.
  var buffer: [SentinelElement] = []
  /// How the iteration ends once the buffer is empty; nil while it goes on.
  var terminal: Answer?
  /// The consumer that waits.
  var waiter: Waiter?
  /// What a faulty stream notes for later.
  var isNoted = false
  /// What a faulty stream keeps beside its buffer.
  var shelf: [SentinelElement] = []
}

extension HandwrittenState {
  /// Add returned: the handle is kept, or removed if all is over already.
  mutating func added(_ handle: ListenerHandle) -> Effects {
    guard terminal == nil else { return Effects(removed: handle) }
    self.handle = handle
    return Effects()
  }

  /// The listener was called; after the end this changes nothing.
  mutating func receive(_ event: ListenerEvent<SentinelElement>) -> Effects {
    guard terminal == nil else { return Effects() }
    switch event {
    case .value(let element): return accept(element)
    case .failure(let error), .both(_, let error): return end(with: .failure(error))
    case .finish: return end(with: .end)
    case .nothing: return Effects()
    }
  }

  /// A value goes to the waiting consumer, or into the buffer.
  mutating func accept(_ element: SentinelElement) -> Effects {
    if let waiter = waiter.take() { return Effects(resumed: (waiter, .element(element))) }
    buffer.append(element)
    return Effects()
  }

  /// The iteration ends: the listener is removed, and a waiting consumer told.
  mutating func end(with answer: Answer) -> Effects {
    let removed = handle.take()
    guard let waiter = waiter.take() else {
      terminal = answer
      return Effects(removed: removed)
    }
    terminal = .end
    return Effects(removed: removed, resumed: (waiter, answer))
  }

  /// The consumer asks: for a buffered value, else for the end, else it waits.
  mutating func ask(_ waiter: Waiter) -> Effects {
    if !buffer.isEmpty {
      return Effects(resumed: (waiter, .element(buffer.removeFirst())))
    }
    guard let terminal else {
      self.waiter = waiter
      return Effects()
    }
    self.terminal = .end
    return Effects(resumed: (waiter, terminal))
  }

  /// The consumer is cancelled or gone: the buffer is dropped and the iteration ends.
  mutating func cancel() -> Effects {
    buffer = []
    guard terminal == nil else {
      terminal = .end
      return Effects()
    }
    return end(with: .end)
  }
}

extension HandwrittenState.Answer {
  /// The answer as an iterator gives it.
  func get() throws -> SentinelElement? {
    switch self {
    case .element(let element): element
    case .end: nil
    case .failure(let error): throw error
    }
  }
}
