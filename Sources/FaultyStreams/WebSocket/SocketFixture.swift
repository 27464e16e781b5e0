package import FakeWebSocket
package import Foundation
package import SluiceConformance
import SluiceSpies
import Synchronization

/// What a run of the web socket product stands on: a way to make sockets, and the app's way to
/// close them.
package final class SocketFixture: Fixture, Sendable {
  private struct State {
    var tasks: [FakeWebSocketTask] = []
    var closes: [@Sendable () -> Void] = []
  }

  private let makeTask: @Sendable (URL) -> FakeWebSocketTask
  private let state = Mutex(State())

  /// A fixture without sockets.
  ///
  /// - Parameter makeTask: Makes a socket that is not open yet.
  package init(makeTask: @escaping @Sendable (URL) -> FakeWebSocketTask) {
    self.makeTask = makeTask
  }

  /// The sockets that were made, in order.
  package var tasks: [FakeWebSocketTask] { state.withLock { state in state.tasks } }

  /// A new socket, which the app closes directly unless its stream says otherwise.
  package func webSocketTask(with url: URL) -> FakeWebSocketTask {
    let task = makeTask(url)
    state.withLock { state in
      state.tasks.append(task)
      state.closes.append { [weak task] in task?.cancel(with: .goingAway, reason: nil) }
    }
    return task
  }

  /// Says how the app closes the socket that was made last: through its stream, which the app keeps
  /// for that.
  package func closesLast(by close: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.closes.removeLast()
      state.closes.append(close)
    }
  }

  /// Closes every socket from the app's side, in the way that each stream has for it.
  package func close() {
    let (tasks, closes) = state.withLock { state in (state.tasks, state.closes) }
    for (task, close) in zip(tasks, closes) {
      task.recordAppClose()
      close()
    }
  }
}

extension Subject {
  /// The product stream that every subject over a socket implements.
  package static var socketStream: String { "websocket.messages" }

  /// A subject over a web socket, read with the address to connect to.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - traits: What it declares of itself besides that its source is a socket.
  ///   - open: Makes the stream of a new socket, and says how the app closes it.
  /// - Returns: The subject; opening it throws `SubjectError` where the address is none.
  package static func overSocket<Base: AsyncSequence & SendableMetatype>(
    _ name: String, traits: (inout Traits) -> Void = { _ in },
    open: @escaping @Sendable (FakeWebSocketTask, SocketFixture) -> Base
  ) -> Subject where Base.Element == FakeWebSocketTask.Message {
    var declared = Traits()
    declared.source = .socket
    declared.sourceCanEnd = false
    declared.iterators = .single
    traits(&declared)
    return Subject(
      name, stream: socketStream, traits: declared,
      open: { (fixture: SocketFixture, arguments) throws(SubjectError) in
        guard
          case .string(let address)? = arguments.first?.value, let url = URL(string: address)
        else { throw .badArgument("\(socketStream) needs the address to connect to") }
        return open(fixture.webSocketTask(with: url), fixture)
      },
      project: { message in message.projected })
  }
}
