import Foundation
import Glibc
import Synchronization

/// A thread of a worker that ends the process when its supervisor is gone.
///
/// A worker whose supervisor was killed must not stay behind, and the subject it runs may be in an
/// endless loop; so nobody but a thread of its own can notice. Between requests the worker sees the
/// end of its requests by itself, and ends in the ordinary way.
final class HangupWatch: Sendable {
  private struct State {
    var isBusy = false
    var isHungUp = false
  }

  private let state = Mutex(State())

  /// Begins to watch the other end of a descriptor, which may be closed meanwhile.
  init(of number: CInt) {
    // A descriptor of its own: the number may be closed and mean something else by then.
    let copy = Descriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, 0))
    Thread.detachNewThread { [self] in
      var readiness = Readiness()
      repeat {
        readiness = Readiness()
        readiness.add(copy.number, .hangup)
        readiness.wait(atMost: nil)
      } while !readiness.isReady(copy.number)
      hangUp()
    }
  }

  /// Notes that a request is being answered from now on; false if the supervisor is gone already.
  func begin() -> Bool {
    state.withLock { state in
      state.isBusy = !state.isHungUp
      return state.isBusy
    }
  }

  /// Notes that the request is answered.
  func end() {
    state.withLock { state in state.isBusy = false }
  }

  private func hangUp() {
    let isBusy = state.withLock { state in
      state.isHungUp = true
      return state.isBusy
    }
    if isBusy { Self.abandon() }
  }

  /// Ends the process at once, with all that it started; nobody is left to read why.
  static func abandon() -> Never {
    // A supervisor starts every worker as the leader of a group; without one this does nothing.
    kill(-getpid(), SIGKILL)
    _exit(2)
  }
}
