internal import Synchronization

/// The iteration of a subscription to a sequence: its task, its demand and its subscriber.
///
/// It steps the state machine under its lock, and does what the machine says outside of it.
final class PublishedIteration<Base>: Sendable
where Base: AsyncSequence & Sendable, Base.Element: Sendable {
  typealias Target = Handed<any Subscriber<Base.Element, Base.Failure>>
  typealias Machine = PublishingStateMachine<Base, Target, CheckedContinuation<Bool, Never>>

  private let readsAhead: Bool
  private let machine: Mutex<Machine>

  init(
    _ base: Base, to subscriber: Handed<some Subscriber<Base.Element, Base.Failure>>,
    readingAhead: Bool
  ) {
    readsAhead = readingAhead
    machine = Mutex(
      Machine(of: base, to: Handed(subscriber.value), readingAhead: readingAhead))
  }

  /// The subscriber has its subscription.
  func subscribed() { perform { machine in machine.subscribed() } }

  func request(_ demand: Subscribers.Demand) { perform { machine in machine.request(demand) } }

  func cancel() { perform { machine in machine.cancel() } }

  /// Nobody can ask any more, except by what `receive(_:)` returns.
  func abandon() { perform { machine in machine.abandon() } }

  private func perform(_ step: (inout Machine) -> Machine.Action) {
    let action = machine.withLock { machine in step(&machine) }
    if let resumption = action.resumption {
      resumption.waiter.resume(returning: resumption.goesOn)
    }
    action.task?.cancel()
    guard let base = action.start else { return }
    let task = Task { await self.run(base) }
    perform { machine in machine.started(task) }
  }
}

// MARK: The task

extension PublishedIteration {
  @concurrent
  private func run(_ base: Base) async {
    guard let completion = await iterate(base) else { return }
    machine.withLock { machine in machine.end() }?.value.receive(completion: completion)
  }

  /// How the sequence ended; nil if the subscription did.
  ///
  /// The iterator ends with this function, before anybody is told.
  @concurrent
  private func iterate(_ base: Base) async -> Subscribers.Completion<Base.Failure>? {
    var iterator = base.makeAsyncIterator()
    do throws(Base.Failure) {
      while true {
        if !readsAhead, await !isAskedFor() { return nil }
        guard let element = try await iterator.next(isolation: nil) else { return .finished }
        if readsAhead, await !isAskedFor() { return nil }
        guard deliver(element) else { return nil }
      }
    } catch {
      return .failure(error)
    }
  }

  /// Waits for demand; false when the subscription is over.
  private func isAskedFor() async -> Bool {
    // Most often there is demand, and nothing to wait for.
    if let goesOn = machine.withLock({ machine in machine.goesOn() }) { return goesOn }
    return await withCheckedContinuation { waiter in
      perform { machine in machine.wait(waiter) }
    }
  }

  /// Hands over an element; false if the subscription is over.
  private func deliver(_ element: Base.Element) -> Bool {
    guard let target = machine.withLock({ machine in machine.deliver() }) else { return false }
    let more = target.value.receive(element)
    if more > .none { request(more) }
    return true
  }
}
