import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Breaks `isolation.restart`: the keys of its listeners are used again as soon as an iterator is
/// cancelled, and the removal runs in a detached task, where it can lose to whoever subscribes
/// next.
///
/// It removes by key then, which is the second's by now, and the first's listener stays.
enum FaultyRemovesInADetachedTask {
  static let subject = RacingSubject(
    subject: .overListener(
      "faulty-removes-in-a-detached-task",
      traits: Traits().with { traits in traits.removal = .settled }
    ) { source, options in
      PlacedSequence<Keys>(source, options)
    },
    rule: "isolation.restart",
    caseID: "listener/cancellation/races/a cancel races a new iterator of the same sequence")

  private final class Keys: ListenerPlaces {
    private let source: Source
    private let options: ListenerOptions
    private let taken = Mutex<Set<Int>>([])

    init(_ source: Source, _ options: ListenerOptions) {
      self.source = source
      self.options = options
    }

    func add(_ listener: @escaping @Sendable (Event) -> Void) throws -> Int {
      let number = taken.withLock { taken in
        var number = 1
        while !taken.insert(number).inserted { number += 1 }
        return number
      }
      do {
        try source.addListener(
          forKey: key(number), options: options, throwing: (any Error).self,
          { element, error in listener(ListenerEvent(element, error)) },
          onFinish: { listener(.finish) })
        return number
      } catch {
        free(number)
        throw error
      }
    }

    func free(_ number: Int) {
      taken.withLock { taken in _ = taken.remove(number) }
    }

    func empty(_ number: Int) {
      source.removeListener(forKey: key(number))
    }

    /// A key that no other sequence has, however many there are of the source.
    private func key(_ number: Int) -> String {
      "values-\(ObjectIdentifier(self).hashValue)-\(number)"
    }

    static func later(_ work: @escaping @Sendable () -> Void) {
      Task.detached { work() }
    }
  }
}

extension ListenerEvent {
  /// What a callback of two optionals brought.
  fileprivate init(_ element: Element?, _ error: (any Error)?) {
    self =
      switch (element, error) {
      case (let element?, nil): .value(element)
      case (nil, let error?): .failure(error)
      case (let element?, let error?): .both(element, error)
      case (nil, nil): .nothing
      }
  }
}
