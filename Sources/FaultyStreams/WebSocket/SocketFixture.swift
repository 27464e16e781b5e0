package import FakeWebSocket
package import Foundation
package import SluiceConformance
import SluiceSpies
import Synchronization

/// What a run of the web socket product stands on: a way to make sockets, and the app's way to
/// close them.
package final class SocketFixture: Fixture, Sendable {
  private struct Socket {
    let task: FakeWebSocketTask
    /// What the app does to close it.
    var close: @Sendable () -> Void
    /// Whether the app still has what it needs for that.
    var canClose: @Sendable () -> Bool = { true }
  }

  private let makeTask: @Sendable (URL) -> FakeWebSocketTask
  private let sockets = Mutex<[Socket]>([])

  /// A fixture without sockets.
  ///
  /// - Parameter makeTask: Makes a socket that is not open yet.
  package init(makeTask: @escaping @Sendable (URL) -> FakeWebSocketTask) {
    self.makeTask = makeTask
  }

  /// The sockets that were made, in order.
  package var tasks: [FakeWebSocketTask] {
    sockets.withLock { sockets in sockets.map { socket in socket.task } }
  }

  /// A new socket, which the app closes directly unless its stream says otherwise.
  package func webSocketTask(with url: URL) -> FakeWebSocketTask {
    let task = makeTask(url)
    let socket = Socket(task: task, close: { task.cancel(with: .goingAway, reason: nil) })
    sockets.withLock { sockets in sockets.append(socket) }
    return task
  }

  /// Says how the app closes a socket.
  package func closes(_ task: FakeWebSocketTask, by close: @escaping @Sendable () -> Void) {
    change(Socket(task: task, close: close))
  }

  /// Says that the app closes a socket through its stream, as long as somebody keeps the stream.
  package func closes<Stream: AnyObject & Sendable>(
    _ task: FakeWebSocketTask, through stream: Stream,
    by close: @escaping @Sendable (Stream) -> Void
  ) {
    change(
      Socket(
        task: task, close: { [weak stream] in if let stream { close(stream) } },
        canClose: { [weak stream] in stream != nil }))
  }

  private func change(_ socket: Socket) {
    sockets.withLock { sockets in
      for place in sockets.indices where sockets[place].task === socket.task {
        sockets[place] = socket
      }
    }
  }

  /// Closes every socket from the app's side, in the way that each stream has for it.
  package func close() {
    for socket in sockets.withLock({ sockets in sockets }) where socket.canClose() {
      socket.task.recordAppClose()
      socket.close()
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
