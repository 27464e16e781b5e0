import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Traps when it is made in a process in which one of its kind was cancelled before: what it keeps
/// for the whole process is spoilt then.
///
/// So the case that was cancelled passes, and the next one in the same process dies of it.
enum FaultyRemembersACancel: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-remembers-a-cancel") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  /// Whether any was cancelled in this process.
  private static let isSpoilt = Atomic<Bool>(false)

  static func add(
    to source: Source, _ options: ListenerOptions,
    _ listener: @escaping @Sendable (Event) -> Void
  ) throws -> ListenerHandle {
    if isSpoilt.load(ordering: .relaxed) { fatalError("a stream that remembers another's cancel") }
    return try source.subscribe(options: options, listener)
  }

  static func cancel(_ state: inout State) -> Effects {
    isSpoilt.store(true, ordering: .relaxed)
    return state.cancel()
  }
}
