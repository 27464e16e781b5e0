import FakeListener
import SluiceConformance
import SluiceSpies

enum ErrorPages {
  static let all = [
    propagateUnchanged, terminalOnce, bufferedFirst, errorsRemovesListener, syncErrorRemoves,
    singleWinner,
  ]

  static let propagateUnchanged = RulePage.throwing(.propagateUnchanged) { source in
    AsyncThrowingStream { continuation in
      // wrong: errors.propagate-unchanged
      let handle = source.addResultListener { result in
        switch result {
        case .success(let price): continuation.yield(price)
        case .failure: continuation.finish(throwing: TickerError.failed)
        }
      } onEnd: {
        continuation.finish()
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      // right: errors.propagate-unchanged
      let handle = source.addResultListener { result in
        switch result {
        case .success(let price): continuation.yield(price)
        case .failure(let error): continuation.finish(throwing: error)
        }
      } onEnd: {
        continuation.finish()
      }
      // end
      continuation.onTermination = { _ in handle.remove() }
    }
  }

  static let errorsRemovesListener = RulePage.throwing(
    .errorsRemovesListener, Traits.asyncThrowingStream.with { $0.removal = .settled }
  ) { source in
    AsyncThrowingStream { continuation in
      let (prices, inner) = AsyncThrowingStream<Double, any Error>.makeStream()
      let handle = source.addResultListener {
        inner.yield(with: $0)
      } onEnd: {
        inner.finish()
      }
      let task = Task {
        // wrong: errors.removes-listener
        do {
          for try await price in prices { continuation.yield(price) }
          handle.remove()
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
        // end
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      let (prices, inner) = AsyncThrowingStream<Double, any Error>.makeStream()
      let handle = source.addResultListener {
        inner.yield(with: $0)
      } onEnd: {
        inner.finish()
      }
      let task = Task {
        // right: errors.removes-listener
        defer { handle.remove() }
        do {
          for try await price in prices { continuation.yield(price) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
        // end
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  static let syncErrorRemoves = RulePage.throwing(.syncErrorRemoves) { source in
    AsyncThrowingStream { continuation in
      // wrong: errors.sync-error-removes
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      }
      continuation.onTermination = { _ in handle.remove() }
      // end
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      // right: errors.sync-error-removes
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()
      }
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      }
      if isOver.isRaised { slot.take()?.remove() }
      // end
    }
  }

  static let terminalOnce = RulePage.states(
    .terminalOnce, TerminalOnceWrong.self, TerminalOnceRight.self)
  static let bufferedFirst = RulePage.states(
    .bufferedFirst, BufferedFirstWrong.self, BufferedFirstRight.self)
  static let singleWinner = RulePage.states(
    .singleWinner, SingleWinnerWrong.self, SingleWinnerRight.self,
    cancelled: .failure(CancellationError()))
}

/// A stream's own word for any error.
private enum TickerError: Error { case failed }

private struct TerminalOnceWrong: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // wrong: errors.terminal-once
  mutating func ask() -> Result<Double?, any Error>? {
    buffer.isEmpty ? end : .success(buffer.removeFirst())
  }
  // end
}

private struct TerminalOnceRight: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // right: errors.terminal-once
  mutating func ask() -> Result<Double?, any Error>? {
    if !buffer.isEmpty { return .success(buffer.removeFirst()) }
    guard let end else { return nil }
    self.end = .success(nil)
    return end
  }
  // end
}

private struct BufferedFirstWrong: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // wrong: errors.buffered-first
  mutating func ask() -> Result<Double?, any Error>? {
    if let end {
      self.end = .success(nil)
      return end
    }
    return buffer.isEmpty ? nil : .success(buffer.removeFirst())
  }
  // end
}

private struct BufferedFirstRight: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // right: errors.buffered-first
  mutating func ask() -> Result<Double?, any Error>? {
    if !buffer.isEmpty { return .success(buffer.removeFirst()) }
    guard let end else { return nil }
    self.end = .success(nil)
    return end
  }
  // end
}

private struct SingleWinnerWrong: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // wrong: errors.single-winner
  mutating func finish(_ end: Result<Double?, any Error>) -> Waiter? {
    self.end = end
    return waiter.take()  // the caller resumes it with the answer of ask()
  }
  // end
}

private struct SingleWinnerRight: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // right: errors.single-winner
  mutating func finish(_ end: Result<Double?, any Error>) -> Waiter? {
    guard self.end == nil else { return nil }
    self.end = end
    return waiter.take()  // the caller resumes it with the answer of ask()
  }
  // end
}
