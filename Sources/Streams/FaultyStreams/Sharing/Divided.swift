import FakeListener
import Synchronization

/// The decisions of a stream that several consumers read at once, each of which a faulty stream can
/// take wrongly.
protocol DividedSteps: SendableMetatype {
  /// The consumers that wait once another one has come.
  static func waiting(_ waiters: [DividedWaiter], and newcomer: DividedWaiter) -> [DividedWaiter]
  /// The waiting consumers that are told of the end.
  static func told(_ waiters: [DividedWaiter]) -> [DividedWaiter]
}

extension DividedSteps {
  static func waiting(
    _ waiters: [DividedWaiter], and newcomer: DividedWaiter
  ) -> [DividedWaiter] { waiters + [newcomer] }
  static func told(_ waiters: [DividedWaiter]) -> [DividedWaiter] { waiters }
}

/// A consumer that waits.
typealias DividedWaiter = CheckedContinuation<SentinelElement?, Never>

/// A stream written by hand that adds one listener when it is made, and gives each value to one of
/// its consumers, as an `AsyncStream` in a property does.
///
/// The source's end, its error and the cancel of any of them are the end for all.
struct DividedSequence<Steps: DividedSteps>: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = Never

  private let share: Share

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    share = Share(line: DividedLine<Steps>())
    share.line.listen(to: source, options)
  }

  func makeAsyncIterator() -> Iterator { Iterator(share: share) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let share: Share

    func next(isolation actor: isolated (any Actor)?) async -> SentinelElement? {
      await share.line.next(isolation: actor)
    }
  }

  /// What the consumers' side alone holds; its end is the last iterator's and the sequence's.
  fileprivate final class Share: Sendable {
    let line: DividedLine<Steps>

    init(line: DividedLine<Steps>) {
      self.line = line
    }

    deinit {
      line.end()
    }
  }
}

/// What the listener and all consumers share: the values that no consumer has got yet, or the
/// consumers that wait for one.
private final class DividedLine<Steps: DividedSteps>: Sendable {
  private struct State {
    var values: [SentinelElement] = []
    var waiters: [DividedWaiter] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let latch = HandleLatch()

  func listen(to source: FakeListener<SentinelElement>, _ options: ListenerOptions) {
    do {
      latch.handle = try source.subscribe(options: options) { event in
        switch event {
        case .value(let element): self.hand(on: element)
        case .failure, .both, .finish: self.end()
        case .nothing: return
        }
      }
    } catch {
      end()
    }
    // What ended it inside add found no handle.
    if latch.isOver { latch.takeHandle()?.remove() }
  }

  func next(isolation actor: isolated (any Actor)?) async -> SentinelElement? {
    await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: actor) { waiter in
        let answer: SentinelElement?? = state.withLock { state in
          if !state.values.isEmpty { return .some(state.values.removeFirst()) }
          if state.isOver { return .some(nil) }
          state.waiters = Steps.waiting(state.waiters, and: waiter)
          return nil
        }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      end()
    }
  }

  /// Ends it for all, and removes the listener; a second time does nothing.
  func end() {
    let told = state.withLock { state -> [DividedWaiter] in
      state.isOver = true
      defer { state.waiters = [] }
      return Steps.told(state.waiters)
    }
    latch.release()
    for waiter in told { waiter.resume(returning: nil) }
  }

  private func hand(on element: SentinelElement) {
    let waiter = state.withLock { state -> DividedWaiter? in
      guard !state.isOver else { return nil }
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.values.append(element)
      return nil
    }
    waiter?.resume(returning: element)
  }
}
