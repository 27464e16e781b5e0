import Synchronization

/// The way in for what foreign threads do to a simulation.
final class Mailbox: Sendable {
  /// Something on its way between threads.
  ///
  /// Sendable although an event has pointers: they are the runtime's job, which has one owner at a
  /// time, and that is whoever holds this value.
  struct Letter: @unchecked Sendable {
    /// What a foreign thread has done.
    enum Content {
      /// It enqueued a job.
      case event(Event)
      /// It used a queue of the simulation's under a label, in vain.
      case call(String)
    }

    let content: Content
  }

  private let letters = Mutex<[Letter]>([])
  private let isFilled = Atomic(false)

  /// Whether there is anything inside; looked at before every event, so without the lock.
  @inline(__always)
  var hasMail: Bool { isFilled.load(ordering: .relaxed) }

  func put(_ content: Letter.Content) {
    let letter = Letter(content: content)
    letters.withLock { letters in
      letters.append(letter)
      isFilled.store(true, ordering: .relaxed)
    }
  }

  /// Returns what has arrived, in order, and empties the box.
  func takeAll() -> [Letter] {
    letters.withLock { letters in
      isFilled.store(false, ordering: .relaxed)
      defer { letters = [] }
      return letters
    }
  }
}
