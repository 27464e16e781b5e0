import Synchronization

/// Breaks `memory.consumer-released`: the handle of an assignment keeps the closure that assigns,
/// and the closure keeps the object.
///
/// An object that keeps its own handle, as screens do, so never dies, cancelled or not.
package final class FaultyAssignsStrongly: Sendable {
  /// The id of the rule that it breaks.
  package static let rule = "memory.consumer-released"

  private let start: @Sendable () -> Task<Void, Never>
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Assigns each element of a sequence to a property of an object, which it keeps alive.
  package init<Base: AsyncSequence & Sendable, Root: AnyObject & Sendable>(
    _ base: Base, to keyPath: any ReferenceWritableKeyPath<Root, Base.Element> & Sendable,
    on object: Root
  ) where Base.Element: Sendable, Base.Failure == Never {
    start = {
      Task {
        for await element in base { object[keyPath: keyPath] = element }
      }
    }
    let started = start()
    task.withLock { task in task = started }
  }

  /// Stops assigning.
  package func cancel() {
    task.withLock { task in task }?.cancel()
  }
}
