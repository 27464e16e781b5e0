#if canImport(Combine)
  import Combine
#else
  import DemandStreams
#endif

/// The publisher of a sequence as one writes it for Combine, with an actor for each subscription.
struct SequencePublisher<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
  typealias Output = Base.Element
  typealias Failure = any Error

  let base: Base

  func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == any Error, S.Input == Base.Element {
    let subscription = IterationSubscription(of: base, to: Unguarded(subscriber))
    subscriber.receive(subscription: subscription)
  }
}

/// One iteration for one subscriber.
private actor IterationSubscription<Base: AsyncSequence & Sendable>: Subscription
where Base.Element: Sendable {
  private let base: Base
  private var subscriber: (any Subscriber<Base.Element, any Error>)?
  private var demand = Subscribers.Demand.none
  private var waiter: CheckedContinuation<Void, Never>?
  private var task: Task<Void, Never>?

  init(of base: Base, to subscriber: Unguarded<any Subscriber<Base.Element, any Error>>) {
    self.base = base
    self.subscriber = subscriber.value
  }

  nonisolated func request(_ demand: Subscribers.Demand) {
    Task { await add(demand) }
  }

  nonisolated func cancel() {
    Task { await end() }
  }

  private func add(_ more: Subscribers.Demand) {
    demand += more
    waiter?.resume()
    waiter = nil
    if task == nil, subscriber != nil { task = Task { await iterate() } }
  }

  private func end() {
    subscriber = nil
    task?.cancel()
    waiter?.resume()
    waiter = nil
  }

  private func iterate() async {
    do {
      var iterator = base.makeAsyncIterator()
      while await hasDemand(), let element = try await iterator.next(isolation: self) {
        guard let subscriber else { return }
        demand -= .max(1)
        demand += subscriber.receive(element)
      }
      subscriber?.receive(completion: .finished)
    } catch {
      subscriber?.receive(completion: .failure(error))
    }
    subscriber = nil
  }

  private func hasDemand() async -> Bool {
    while demand == .none, subscriber != nil {
      await withCheckedContinuation { waiter in self.waiter = waiter }
    }
    return subscriber != nil
  }
}

/// Something that is handed to an actor as it is.
private struct Unguarded<Value>: @unchecked Sendable {
  // Sendable, although a subscriber need not be: the actor alone calls it, after the one call with
  // its subscription has returned or from within that call's own requests, one call at a time.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A subscriber as one writes it for Combine: three values, and then as many as it is told.
final class ThreeByThree: Subscriber, Cancellable {
  typealias Input = Int
  typealias Failure = any Error

  private(set) var values: [Int] = []
  private(set) var completion: Subscribers.Completion<any Error>?
  private var subscription: (any Subscription)?

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(3))
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    values.append(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    self.completion = completion
    subscription = nil
  }

  func more() { subscription?.request(.max(3)) }

  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}

/// A model that keeps the latest value of two publishers, as one writes it for Combine.
final class Gauge {
  private(set) var level = 0
  private(set) var ends: [String] = []
  private var cancellables: Set<AnyCancellable> = []
  let manual = CurrentValueSubject<Int, Never>(1)

  func follow<P: Publisher>(_ publisher: P) where P.Output == Int, P.Failure == any Error {
    publisher
      .eraseToAnyPublisher()
      .sink(
        receiveCompletion: { [weak self] completion in
          switch completion {
          case .finished: self?.ends.append("finished")
          case .failure(let error): self?.ends.append("\(error)")
          }
        },
        receiveValue: { [weak self] value in self?.level = value }
      )
      .store(in: &cancellables)
    manual.assign(to: \.level, on: self).store(in: &cancellables)
  }

  func stop() { cancellables.removeAll() }
}
