internal import CBlockingCalls
import Dispatch
import FakeListener
import Foundation
package import SluiceConformance
import SluiceProducts
import SluiceSpies

/// Streams with a worker, as one that writes down what comes, which a value has wait until another
/// value lets it go on.
///
/// The two come by lines of a scenario. A simulation whose script stood still while an event waits
/// would never come to the second.
package enum WaitingStreams {
  /// The value that has the worker wait, which no shipped scenario sends.
  static let pause = Value.integer(-404)
  /// The value that lets it go on.
  static let resume = Value.integer(-200)

  /// One for each thing that can be waited for; in shipped scenarios they are all alike.
  package static let all: [Subject] = hurdles.map { name, make in
    Subject.overListener(
      "right-waits-for-a-line-at-a-\(name)", traits: .asyncStreamPerIterator
    ) { source, options in
      UnfailingSequence {
        let hurdle = make()
        return ControlStreams.listen(to: source, options, .unbounded) { element in
          if element.value == pause { DispatchQueue.global().async(execute: hurdle.wait) }
          if element.value == resume { hurdle.open() }
        }
      }
    }
  }

  private static let hurdles: [(String, @Sendable () -> Hurdle)] = [
    ("semaphore", { .semaphore }), ("condition", { .condition }), ("lock", { .lock }),
    ("read-write-lock", { .readWriteLock }),
  ]
}

/// What one waits at until somebody else opens it.
private struct Hurdle: Sendable {
  let wait: @Sendable @convention(block) () -> Void
  let open: @Sendable () -> Void

  static var semaphore: Hurdle {
    let semaphore = DispatchSemaphore(value: 0)
    return Hurdle(wait: { semaphore.wait() }, open: { semaphore.signal() })
  }

  static var condition: Hurdle {
    let condition = NSCondition()
    return Hurdle(
      wait: { condition.withLock { condition.wait() } },
      open: { condition.withLock { condition.signal() } })
  }

  /// A lock that another event holds on to meanwhile.
  static var lock: Hurdle {
    let lock = NSLock()
    let isHeld = DispatchSemaphore(value: 0)
    let isOpen = DispatchSemaphore(value: 0)
    return Hurdle(
      wait: {
        DispatchQueue.global().async {
          lock.withLock {
            isHeld.signal()
            isOpen.wait()
          }
        }
        isHeld.wait()
        lock.withLock {}
      },
      open: { isOpen.signal() })
  }

  /// As above, a lock that is wanted for writing.
  static var readWriteLock: Hurdle {
    let gate = BlockingGate(BLOCKING_WRLOCK)
    return Hurdle(
      wait: {
        DispatchQueue.global().async { blocking_gate_hold(gate.raw) }
        blocking_gate_await_held(gate.raw)
        _ = blocking_gate_pass(gate.raw, -1)
      },
      open: { blocking_gate_let_go(gate.raw) })
  }
}
