import SluiceSimulation
import SluiceSpies
import Synchronization

/// The sequences that the driver holds, each until nobody needs it any more.
///
/// A sequence is let go of when its consumer has made its iterator, unless it is held or another
/// consumer still waits to iterate it.
final class SequenceShelf: Sendable {
  private struct Entry {
    var sequence: SimulationConfined<ErasedSequence>
    var claims: Int
  }

  private let log: EventLog
  /// The sequences by their numbers less one; nil where one is gone.
  private let entries = Mutex([Entry?]())

  init(log: EventLog) {
    self.log = log
  }

  /// Puts a sequence on the shelf, as soon as it has been read.
  ///
  /// - Parameters:
  ///   - sequence: The sequence, which the shelf alone holds from now on.
  ///   - id: Its number.
  ///   - claims: How many will let go of it: one for each consumer, one more where it is held.
  func put(_ sequence: ErasedSequence, as id: SequenceID, claims: Int) {
    if !sequence.isOpenedByItsIterator { log.noteOpened(id) }
    let entry = Entry(sequence: SimulationConfined(sequence), claims: claims)
    entries.withLock { entries in
      while entries.count < id.number { entries.append(nil) }
      entries[id.number - 1] = entry
    }
  }

  /// Adds one more who will let go of a sequence; false if it is gone.
  func claim(_ id: SequenceID) -> Bool {
    entries.withLock { entries in
      guard id.number <= entries.count, entries[id.number - 1] != nil else { return false }
      entries[id.number - 1]?.claims += 1
      return true
    }
  }

  /// The sequence, if it is still there.
  func sequence(_ id: SequenceID) -> SimulationConfined<ErasedSequence>? {
    entries.withLock { entries in
      id.number <= entries.count ? entries[id.number - 1]?.sequence : nil
    }
  }

  /// Lets go of a sequence; with the last claim it is dropped, and the log says so first.
  func release(_ id: SequenceID) {
    let isLast = entries.withLock { entries in
      guard id.number <= entries.count, let claims = entries[id.number - 1]?.claims else {
        return false
      }
      entries[id.number - 1]?.claims = claims - 1
      return claims == 1
    }
    if isLast { drop(id) }
  }

  /// Lets go of every sequence that is still there, in the order of their numbers.
  func releaseAll() {
    let places = entries.withLock { entries in
      entries.indices.filter { place in entries[place] != nil }
    }
    for place in places { drop(SequenceID(place + 1)) }
  }

  private func drop(_ id: SequenceID) {
    log.append(.sequenceDropped(id))
    // The entry is moved out of the lock: its end runs the stream's own code.
    let dropped = entries.withLock { entries in entries[id.number - 1].take() }
    let wasInside = SubjectAllocations.enter()
    defer { SubjectAllocations.restore(wasInside) }
    Event.Caller.$current.withValue(Event.Caller(sequence: id)) { _ = consume dropped }
  }
}
