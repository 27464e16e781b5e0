import FakeListener
package import SluiceConformance
import SluiceProducts

/// Streams that are right in another way than the kit's own, each with honest traits: whoever
/// blames one of them is wrong.
package enum ControlStreams {
  /// Every control.
  package static let all: [Subject] =
    [
      throwing, looking, unfailing, newest, QueuedStreams.onAQueue, QueuedStreams.detached,
      ControlSettled.inATask, ControlSettled.onAnActor, SlowAdds.right,
      SlowAdds.inNext, ControlSettled.removingInATask, ControlSettled.slowly,
      RemovingIterator.right, DrainingIterator.right, ControlErrors.mapped,
      ControlErrors.typed, ControlErrors.onCancel,
      ControlSharing.locked, ControlSharing.byHand, ControlSharing.replaying,
      ControlSharing.inATask,
      ControlSharing.onAnActor, ControlSharing.afterAnAwait, ControlSharing.startedInATask,
      ControlSharing.kept, ControlSharing.dividing,
      WorkerStreams.ofTheProcess, WorkerStreams.ofTheSequence, WorkerStreams.ofTheFirstIterator,
      LateStreams.afterAYield, LateStreams.afterAQueue, HoppingStreams.overAQueue,
      HoppingStreams.addingOnAQueue, HoppingStreams.throughAMailbox,
      ControlDelayed.debounced, ControlDelayed.throttled, ControlDelayed.sampled,
      ControlDelayed.leading, ControlDelayed.leadingForASecond, ControlDelayed.flushed,
      ControlJoined.combined,
      ControlDelayed.collected, ControlDelayed.delayed, ControlDelayed.pulled,
      ControlJoined.locked, ControlJoined.firstEnd, ControlJoined.inAGroup, ControlJoined.byKind,
      ControlJoined.mapped, ControlJoined.asked, ControlJoined.onDemand, ControlSources.valuesAlone,
      ControlSources.valuesPerIterator, ControlSources.ending,
    ] + PropertyControls.all + ControlKeeping.all + OwnedStreams.controls
    + BlockingStreams.all + WaitingStreams.all.prefix(1)

  /// Ends with `CancellationError` where the cancel was first, and with the source's end where that
  /// was.
  private static let throwing = Subject.overListener(
    "right-throws-cancellation",
    traits: Traits().with { traits in traits.cancelOutcome = .throwsCancellation }
  ) { source, options in
    HandwrittenSequence<ThrowingSteps>(source: source, options: options)
  }

  /// Looks whether it was cancelled once more before it hands over a value: one that was on its way
  /// is dropped with the buffer.
  private static let looking = Subject.overListener("right-looks-at-its-task") { source, options in
    LookingSequence(base: HandwrittenSequence<RightSteps>(source: source, options: options))
  }

  /// An `AsyncStream` for each iterator, which an error ends.
  private static let unfailing = Subject.overListener(
    "right-can-not-fail", traits: .asyncStreamPerIterator
  ) { source, options in
    UnfailingSequence { listen(to: source, options, .unbounded) }
  }

  /// One with room for one value, the newest.
  private static let newest = Subject.overListener(
    "right-keeps-the-newest",
    traits: Traits.asyncStreamPerIterator.with { traits in traits.overflow = .newest(1) }
  ) { source, options in
    UnfailingSequence { listen(to: source, options, .bufferingNewest(1)) }
  }

  /// An `AsyncStream` over a listener, which an error ends.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: The listener's options.
  ///   - policy: What is kept of values that nobody has asked for.
  ///   - hearing: What is done with each value beside.
  /// - Returns: The stream.
  static func listen(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    _ policy: AsyncStream<SentinelElement>.Continuation.BufferingPolicy,
    hearing: @escaping @Sendable (SentinelElement) -> Void = { _ in }
  ) -> AsyncStream<SentinelElement> {
    AsyncStream(bufferingPolicy: policy) { continuation in
      let latch = HandleLatch()
      let release: @Sendable () -> Void = {
        latch.isOver = true
        latch.takeHandle()?.remove()
      }
      continuation.onTermination = { _ in release() }
      do {
        latch.handle = try source.subscribe(options: options) { event in
          guard !latch.isOver else { return }
          switch event {
          case .value(let element):
            continuation.yield(element)
            hearing(element)
          case .failure, .both, .finish:
            release()
            continuation.finish()
          case .nothing: return
          }
        }
      } catch {
        continuation.finish()
      }
      // What ended it inside add found no handle.
      if latch.isOver { latch.takeHandle()?.remove() }
    }
  }
}

/// The steps of a stream that is right in every way.
enum RightSteps: HandwrittenSteps {}

private enum ThrowingSteps: HandwrittenSteps {
  static func cancel(_ state: inout State) -> Effects {
    state.buffer = []
    guard state.terminal == nil else { return Effects() }
    return state.end(with: .failure(CancellationError()))
  }
}

private struct LookingSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let base: HandwrittenSequence<RightSteps>

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    let base: HandwrittenIterator<RightSteps>

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      let element = try await base.next(isolation: actor)
      return Task.isCancelled ? nil : element
    }
  }
}

struct UnfailingSequence: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let makeStream: @Sendable () -> AsyncStream<SentinelElement>

  init(_ makeStream: @escaping @Sendable () -> AsyncStream<SentinelElement>) {
    self.makeStream = makeStream
  }

  func makeAsyncIterator() -> AsyncStream<SentinelElement>.Iterator {
    makeStream().makeAsyncIterator()
  }
}
