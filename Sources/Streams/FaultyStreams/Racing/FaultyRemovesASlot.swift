import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Breaks `isolation.restart`: a cancelled iterator gives its slot back at once and has it emptied
/// by a task, which empties it of whatever handle is in it by then.
///
/// First-in-first-out the task comes before any consumer that starts after the cancel.
enum FaultyRemovesASlot {
  static let subject = RacingSubject(
    subject: .overListener(
      "faulty-removes-a-slot", traits: Traits().with { traits in traits.removal = .settled }
    ) { source, options in
      PlacedSequence<Slots>(source, options)
    },
    rule: "isolation.restart",
    caseID: "listener/cancellation/races/a cancel races a new iterator of the same sequence")

  private final class Slots: ListenerPlaces {
    private struct Slot {
      var isTaken = true
      var handle: ListenerHandle?
    }

    private let source: Source
    private let options: ListenerOptions
    private let slots = Mutex<[Slot]>([])

    init(_ source: Source, _ options: ListenerOptions) {
      self.source = source
      self.options = options
    }

    func add(_ listener: @escaping @Sendable (Event) -> Void) throws -> Int {
      let place = slots.withLock { slots in
        guard let free = slots.firstIndex(where: { slot in !slot.isTaken }) else {
          slots.append(Slot())
          return slots.count - 1
        }
        slots[free].isTaken = true
        return free
      }
      do {
        let handle = try source.subscribe(options: options, listener)
        slots.withLock { slots in slots[place].handle = handle }
        return place
      } catch {
        free(place)
        throw error
      }
    }

    func free(_ place: Int) {
      slots.withLock { slots in slots[place].isTaken = false }
    }

    func empty(_ place: Int) {
      slots.withLock { slots in slots[place].handle.take() }?.remove()
    }

    static func later(_ work: @escaping @Sendable () -> Void) {
      Task { work() }
    }
  }
}
