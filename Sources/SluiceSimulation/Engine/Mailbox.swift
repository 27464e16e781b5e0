import Synchronization

/// The way in for jobs that foreign threads enqueue.
final class Mailbox: Sendable {
  /// An event on its way between threads.
  ///
  /// Sendable although it has pointers: they are the runtime's job, which has one owner at a time,
  /// and that is whoever holds this value.
  struct Letter: @unchecked Sendable {
    let event: Event
  }

  private let letters = Mutex<[Letter]>([])
  private let isFilled = Atomic(false)

  /// Whether there is anything inside; looked at before every event, so without the lock.
  @inline(__always)
  var hasMail: Bool { isFilled.load(ordering: .relaxed) }

  func put(_ event: Event) {
    let letter = Letter(event: event)
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
