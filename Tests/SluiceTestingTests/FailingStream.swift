import Foundation
import SluiceTesting

/// Streams that the gates of tests have to fail, each in another way.
enum FailingStream: Sendable {
  /// It keeps its listener when it is cancelled.
  case forgetful
  /// It ends some steps too late.
  case slow
  /// It waits for ever when it is asked once more after its end.
  case waitsForEver
  /// It adds when it is made, and declares to add when it is iterated: advice.
  case eager
  /// It traps when it is cancelled.
  case trapping
  /// It starts a thread when it is cancelled.
  case escaping
  /// It checks whether it is cancelled before its add, and not again.
  case racing

  /// The stream as a gate has it.
  var subject: Subject {
    switch self {
    case .waitsForEver:
      Subject("\(self)", over: .listener(Int.self), traits: .asyncThrowingStream) { source in
        PastTheEnd(base: stream(of: source))
      }
    case .slow:
      Subject("\(self)", over: .listener(Int.self), traits: .asyncThrowingStream) { source in
        SlowEnd(base: stream(of: source))
      }
    case .racing:
      Subject("\(self)", over: .listener(Int.self), traits: Traits()) { source in
        source.handmade(.checksUnlocksAndAdds)
      }
    case .eager:
      Subject("\(self)", over: .listener(Int.self), traits: Self.lazy) { source in
        stream(of: source)
      }
    case .forgetful, .trapping, .escaping:
      Subject("\(self)", over: .listener(Int.self), traits: .asyncThrowingStream) { source in
        stream(of: source)
      }
    }
  }

  /// Begins something outside of the simulation.
  private static func leave() { Thread.detachNewThread {} }

  private static let lazy = Traits.asyncThrowingStream.with { traits in
    traits.registration = .firstNext
  }

  private func stream(of source: FakeListener<Int>) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      let handle = source.addListener { value, error in
        if let error { return continuation.finish(throwing: error) }
        if let value { continuation.yield(value) }
      } onFinish: {
        continuation.finish()
      }
      continuation.onTermination = { reason in
        guard case .cancelled = reason else { return handle.remove() }
        switch self {
        case .forgetful: break
        case .trapping: fatalError("a mistake on purpose")
        case .escaping:
          handle.remove()
          Self.leave()
        case .eager, .slow, .waitsForEver, .racing: handle.remove()
        }
      }
    }
  }
}

/// A stream that takes more steps to end than a cancelled one may.
private struct SlowEnd: AsyncSequence {
  let base: AsyncThrowingStream<Int, any Error>

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncThrowingStream<Int, any Error>.AsyncIterator

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Int? {
      let value = try await base.next(isolation: actor)
      guard value == nil else { return value }
      for _ in 0..<5 { await Task.yield() }
      return nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator()) }
}
