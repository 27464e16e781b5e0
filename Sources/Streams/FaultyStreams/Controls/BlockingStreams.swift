internal import CBlockingCalls
import Dispatch
import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that have another thread call their source, and wait for it in one of the system's calls
/// that block: as around an API that wants all of its calls on a thread of its own.
///
/// What they wait for comes from another event. A simulation that waited for real would wait for
/// ever, and one that did not wait would let them return before they have removed anything.
enum BlockingStreams {
  /// One for each call that a simulation has to know.
  static let all: [Subject] = calls.map { name, call in
    Subject.overListener("right-waits-in-\(name)", traits: traits) { source, options in
      UnfailingSequence { listen(to: source, options, waitingIn: call) }
    }
  }

  /// What ends the stream ends it for its consumer first, and removes the listener in another
  /// event.
  private static let traits = Traits.asyncStreamPerIterator.with { traits in
    traits.removal = .settled
  }

  private static let calls = [
    ("sem-wait", BLOCKING_SEM_WAIT), ("sem-timedwait", BLOCKING_SEM_TIMEDWAIT),
    ("sem-clockwait", BLOCKING_SEM_CLOCKWAIT), ("cond-clockwait", BLOCKING_COND_CLOCKWAIT),
    ("poll", BLOCKING_POLL), ("select", BLOCKING_SELECT), ("epoll-wait", BLOCKING_EPOLL_WAIT),
    ("mutex-timedlock", BLOCKING_MUTEX_TIMEDLOCK), ("rdlock", BLOCKING_RDLOCK),
    ("wrlock", BLOCKING_WRLOCK), ("once", BLOCKING_PTHREAD_ONCE),
  ]

  /// Has another thread do some work, and waits until it is done.
  ///
  /// A lock is one that the thread holds on to until somebody else lets it go.
  private static func perform(
    waitingIn call: blocking_call, _ work: @escaping @Sendable () -> Void
  ) {
    let gate = BlockingGate(call)
    DispatchQueue.global().async {
      work()
      blocking_gate_hold(gate.raw)
    }
    blocking_gate_await_held(gate.raw)
    DispatchQueue.global().async { blocking_gate_let_go(gate.raw) }
    _ = blocking_gate_pass(gate.raw, -1)
  }

  private static func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    waitingIn call: blocking_call
  ) -> AsyncStream<SentinelElement> {
    AsyncStream { continuation in
      let latch = HandleLatch()
      let release: @Sendable () -> Void = {
        latch.isOver = true
        guard let handle = latch.takeHandle() else { return }
        perform(waitingIn: call) { handle.remove() }
      }
      continuation.onTermination = { _ in release() }
      perform(waitingIn: call) { latch.listen(to: source, options, for: continuation) }
      // What ended it inside add found no handle.
      if latch.isOver { release() }
    }
  }
}

/// A gate that is there as long as anybody may be at it.
final class BlockingGate: Sendable {
  let raw: blocking_gate

  init(_ call: blocking_call) { raw = blocking_gate_make(call) }

  deinit { blocking_gate_free(raw) }
}
