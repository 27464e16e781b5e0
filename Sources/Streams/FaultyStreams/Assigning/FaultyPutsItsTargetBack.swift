/// Breaks `memory.consumer-released`: what cancels an assignment also puts the property back to
/// what it was, for which it keeps the object; the task itself refers to it weakly.
package final class FaultyPutsItsTargetBack: Sendable {
  /// The id of the rule that it breaks.
  package static let rule = "memory.consumer-released"

  private let cancellation: @Sendable () -> Void

  /// Assigns each element of a sequence to a property of an object until it is cancelled.
  package init<Base: AsyncSequence & Sendable, Root: AnyObject & Sendable>(
    _ base: Base, to keyPath: any ReferenceWritableKeyPath<Root, Base.Element> & Sendable,
    on object: Root
  ) where Base.Element: Sendable, Base.Failure == Never {
    let former = object[keyPath: keyPath]
    let task = Task { [weak object] in
      for await element in base { object?[keyPath: keyPath] = element }
    }
    cancellation = {
      task.cancel()
      object[keyPath: keyPath] = former
    }
  }

  /// Stops assigning.
  package func cancel() {
    cancellation()
  }
}
