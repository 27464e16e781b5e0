import FakeWebSocket
import ShippedProducts
package import SluiceConformance
import SluiceProducts

/// A stream over a web socket that is wrong on purpose, with the rule that has to say so and a
/// shipped case in which it does.
package struct FaultySocketSubject: Sendable {
  /// The stream.
  package let subject: Subject
  /// The id of the rule that it breaks.
  package let rule: String
  /// The id of a shipped case in which it breaks that rule before any other.
  package let caseID: String

  /// A stream that makes an `AsyncThrowingStream` for each iterator, which so drains its buffer
  /// when cancelled.
  ///
  /// - Parameters:
  ///   - name: What it does wrong; the subject is called `faulty-` and that.
  ///   - rule: The id of the rule that it breaks.
  ///   - caseID: The id of the case that shows it.
  ///   - receive: Wires the socket to the stream's continuation, and says how the app closes it.
  init(
    _ name: String, breaks rule: String, in caseID: String,
    receive: @escaping @Sendable (AppSocket, MessageStream.Continuation) -> Void
  ) {
    self.rule = rule
    self.caseID = caseID
    subject = Subject(
      "faulty-\(name)", of: WebSocketProduct.messages,
      traits: { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
      },
      open: { socket in
        SocketStreamPerIteration {
          MessageStream { continuation in receive(socket, continuation) }
        }
      })
  }
}

extension FaultySocketSubject: CustomStringConvertible {
  /// The subject's name, as test output shows it.
  package var description: String { subject.name }
}

/// The streams over web sockets that are wrong on purpose.
///
/// Three are the article's own, on its way to the last one; each stands in a file of its own.
package enum FaultySockets {
  /// Every one of them, in the order of the article and then of the rules.
  package static let all: [FaultySocketSubject] = [
    FaultyReceivesRecursively.subject,
    FaultyLoopsInATask.subject,
    FaultyMissesTheAppsClose.subject,
    FaultyReceivesTwice.subject,
    FaultyLeavesTheSocketOpen.subject,
    FaultySharesItsContinuation.subject,
    FaultyRoutesByHost.subject,
    FaultyRetriesAFailedReceive.subject,
    FaultyNotesTheAppsClose.subject,
    FaultyReceivesAhead.subject,
    FaultyClosesThroughWhatHasGone.subject,
  ]
}

/// The article's type of stream.
typealias MessageStream = AsyncThrowingStream<FakeWebSocketTask.Message, any Error>

/// A sequence whose every iterator gets a stream of its own, made by one faulty stream.
struct SocketStreamPerIteration: AsyncSequence, Sendable {
  typealias Element = FakeWebSocketTask.Message
  typealias Failure = any Error

  let makeStream: @Sendable () -> MessageStream

  func makeAsyncIterator() -> MessageStream.AsyncIterator {
    makeStream().makeAsyncIterator()
  }
}

extension FakeWebSocketTask {
  /// Receives one message after another into a stream, until a receive fails: the right way.
  func receiveAll(into continuation: MessageStream.Continuation) {
    receive { [weak self] result in
      switch result {
      case .success(let message):
        continuation.yield(message)
        if let self, closeCode == .invalid { receiveAll(into: continuation) }
      case .failure(let error):
        continuation.finish(throwing: error)
      }
    }
  }

  /// Closes the socket because its stream is over, unless that is why the stream is over.
  func close() {
    guard closeCode == .invalid else { return }
    cancel(with: .goingAway, reason: nil)
  }
}
