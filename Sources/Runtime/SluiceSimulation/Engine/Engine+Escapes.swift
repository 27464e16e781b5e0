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
      /// It runs a task of the simulation's, or the other way round: where that goes on.
      case shared(label: UInt32, places: [UInt])
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

/// What the schedule alone doesn't decide: foreign threads, and randomness.
extension Engine {
  /// Takes in what foreign threads have done, and notes each as an escape.
  func openMailbox() {
    for letter in mailbox.takeAll() {
      switch letter.content {
      case .event(let event):
        let thread = Int(event.number)
        let place = thread > 0 ? escapes[thread - 1].place : nil
        note(Escape(label: labels.name(of: event.label), kind: kind(of: event), place: place))
        addReady(event)
      case .shared(let label, let places):
        let place = Backtrace.innermost(of: places)
        note(Escape(label: labels.name(of: label), kind: .sharedActor, place: place))
      case .call(let label):
        note(Escape(label: label, kind: .call))
      }
    }
  }

  /// Notes that what is running creates a real thread.
  ///
  /// - Parameter place: The function that does.
  /// - Returns: The number of the thread, by which its place is found again.
  func noteThread(createdIn place: String?) -> UInt32 {
    note(Escape(label: labels.name(of: currentLabel), kind: .thread, place: place))
    return UInt32(escapes.count)
  }

  /// Notes that what is running creates a source of Dispatch's that tells of something outside.
  ///
  /// - Parameters:
  ///   - type: What kind of source it is, in a word; empty for one that has no name.
  ///   - place: The function that creates it.
  func noteSource(_ type: String, createdIn place: String?) {
    let kind = Escape.Kind.source(Escape.Source(rawValue: type) ?? .other)
    note(Escape(label: labels.name(of: currentLabel), kind: kind, place: place))
  }

  /// The escapes that were not reported yet, as the reason to halt.
  func reportEscapes() -> Halt {
    defer { unreportedEscapes = 0 }
    return .escaped(Array(escapes.suffix(unreportedEscapes)))
  }

  /// Returns 64 random bits of the scheduler's.
  func random() -> UInt64 {
    hasDrawnRandomness = true
    return scheduler.random()
  }

  /// What a foreign thread's event is: the same, for a job that was taken, as if it hadn't come
  /// back yet.
  private func kind(of event: Event) -> Escape.Kind {
    if event.isHandedBack { return .elsewhere }
    return event.isTask ? .task : .job
  }

  private func note(_ escape: Escape) {
    if escapes.isEmpty {
      escapeStep = step
      escapeNote = makingNote?()
    }
    escapes.append(escape)
    unreportedEscapes += 1
  }
}
