import SluiceSimulation
import SluiceSpies
import Synchronization

/// A task whose child tasks are consumers, so that cancelling it has to reach them.
final class ConsumerGroup: Sendable {
  private struct State {
    var waitingLoops: [ConsumerLoop] = []
    var isClosed = false
    var parent: CheckedContinuation<ConsumerLoop?, Never>?
    var task: Task<Void, Never>?
    var members: [Consumer] = []
  }

  /// The group's name in the scenario.
  let name: String
  private let state = Mutex(State())

  init(name: String) {
    self.name = name
  }

  /// The consumers that were started in the group.
  var members: [Consumer] {
    state.withLock { state in state.members }
  }

  /// The group's task.
  var task: Task<Void, Never>? {
    get { state.withLock { state in state.task } }
    set { state.withLock { state in state.task = newValue } }
  }

  /// What the group's task does: starts a child for each consumer until it is closed, and waits for
  /// them.
  func run() async {
    SubjectAllocations.leave()
    await withDiscardingTaskGroup { group in
      while let loop = await nextLoop() {
        loop.log.attribute(loop.label, to: loop.caller)
        loop.simulation.labelled(loop.label) {
          group.addTask {
            await Event.Caller.$current.withValue(loop.caller) { await loop.run() }
          }
        }
      }
    }
  }

  /// Has a consumer start as a child task.
  func start(_ loop: ConsumerLoop) {
    let parent = state.withLock { state in
      state.members.append(loop.consumer)
      let parent = state.parent
      state.parent = nil
      if parent == nil { state.waitingLoops.append(loop) }
      return parent
    }
    parent?.resume(returning: loop)
  }

  /// Lets the task end once its children have.
  func close() {
    let parent = state.withLock { state in
      state.isClosed = true
      let parent = state.parent
      state.parent = nil
      return parent
    }
    parent?.resume(returning: nil)
  }

  private func nextLoop() async -> ConsumerLoop? {
    // As at a gate.
    defer { SubjectAllocations.leave() }
    return await withCheckedContinuation { continuation in
      let answer: ConsumerLoop?? = state.withLock { state in
        if !state.waitingLoops.isEmpty { return .some(state.waitingLoops.removeFirst()) }
        if state.isClosed { return .some(nil) }
        state.parent = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
