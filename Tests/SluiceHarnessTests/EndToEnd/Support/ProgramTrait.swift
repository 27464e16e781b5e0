import Foundation
import Synchronization
import Testing

/// A test that starts programs and waits for them, or a suite of such tests.
///
/// Each of its tests has a thread of its own. The pool that tests usually run on has a thread for
/// each core: one that waits for a program there takes the place of a test that has work to do, and
/// those that play a simulation wait for each other. A test that expects how a process exits is
/// such a one, too: the library's thread that waits for processes spins while one has ended and the
/// test, in line for the pool, has not asked for it.
///
/// Other folders of tests have this file by a link.
struct ProgramTrait: SuiteTrait, TestTrait, TestScoping {
  /// Where a test waits until there is room for its program; nil if it doesn't.
  fileprivate let places: ProgramPlaces?

  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // There before it waits for a place: in the pool it would stand in line with all other tests.
    try await withTaskExecutorPreference(OwnThreads()) {
      await places?.take()
      defer { places?.give() }
      try await function()
    }
  }
}

extension Trait where Self == ProgramTrait {
  /// For programs that have work to do: as many of these tests run at once as there are cores.
  static var startsPrograms: Self { Self(places: .shared) }

  /// For programs that are short or do nothing for most of their time, and for tests with a time
  /// limit, which waiting for a place would count towards: these begin at once.
  static var startsIdlePrograms: Self { Self(places: nil) }
}

/// The places for programs at work; who comes first is first to get one.
private final class ProgramPlaces: Sendable {
  static let shared = ProgramPlaces(count: max(2, ProcessInfo.processInfo.activeProcessorCount))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(free: count)) }

  /// Takes a place, or waits until somebody gives one.
  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  /// Gives the place to who waits for the longest.
  func give() {
    let next = state.withLock { state in
      guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// Runs each part of a task on a new thread, which may stand still for as long as it likes.
private final class OwnThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { [self] in
      // The job was handed over to this executor, and is run once; the executor outlives the call.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
