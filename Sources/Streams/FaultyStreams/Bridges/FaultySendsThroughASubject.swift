import DemandStreams
import Synchronization

/// Breaks `demand.base-asked-no-more`: a task sends everything by a subject, which drops what its
/// subscribers have not asked for.
struct FaultySendsThroughASubject: SequenceBridge {
  static let bridge = FaultyBridge<any SequenceBridge>(
    name: "sends-through-a-subject", rule: "demand.base-asked-no-more",
    bridge: FaultySendsThroughASubject())

  func publisher<Base: AsyncSequence & Sendable>(
    of base: Base
  ) -> AnyPublisher<Base.Element, Base.Failure> where Base.Element: Sendable {
    AnyPublisher(Sending(base: base))
  }

  private struct Sending<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = Base.Failure

    let base: Base

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == Base.Element, S.Failure == Base.Failure {
      let subject = PassthroughSubject<Base.Element, Base.Failure>()
      subject.subscribe(subscriber)
      let life = Life()
      life.task.hold(Task { [base] in await Self.send(base, by: subject) })
      subject.send(subscription: life)
    }

    @concurrent
    private static func send(
      _ base: Base, by subject: PassthroughSubject<Base.Element, Base.Failure>
    ) async {
      do throws(Base.Failure) {
        var iterator = base.makeAsyncIterator()
        while let element = try await iterator.next(isolation: nil) { subject.send(element) }
        subject.send(completion: .finished)
      } catch {
        subject.send(completion: .failure(error))
      }
    }
  }

  /// What the subject takes for its upstream.
  private final class Life: Subscription, Sendable {
    let task = TaskSubscription()
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { task.cancel() }
  }
}
