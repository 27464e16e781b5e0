import Dispatch
import Foundation
import Glibc
import Synchronization

/// A task from outside that joins an actor's line while a simulation is in that actor.
///
/// It begins on a thread of its own, whatever the pool does meanwhile, and goes as far as it can on
/// there, which is up to the actor: who has it join knows that it stands in line when this is over.
final class Visitor: Sendable {
  private let isCalled = DispatchSemaphore(value: 0)
  private let stands = Atomic(false)
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// A visitor that begins when it is to join.
  ///
  /// - Parameters:
  ///   - actor: The actor.
  ///   - body: What it does there.
  init(of actor: SharedActor, _ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { [self] in
      isCalled.wait()
      let begun = Task.immediateDetached { await actor.welcome(body) }
      task.withLock { task in task = begun }
      stands.store(true, ordering: .releasing)
    }
  }

  /// Comes back when the task stands in line; called once, on the actor.
  func joinLine() {
    isCalled.signal()
    while !stands.load(ordering: .acquiring) { sched_yield() }
  }

  /// Waits until the task, which has joined, has run.
  func end() async { await task.withLock(\.self)?.value }
}
