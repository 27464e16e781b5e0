/// What happened between a publisher and those who ask it for values, in one line of the event log.
///
/// Nobody has to take a bridge's word for it: the subscriber that drives a publisher writes what it
/// asks and gets, the sequence behind it what it is asked, and the publisher that is read as a
/// sequence what is asked of it. Subscriptions to a publisher under test and iterators of its
/// sequence are numbered from 1 in the order of the run; a subscription to the kit's own publisher
/// is a registration. A demand is a number, or nil for unlimited.
public enum DemandEvent: Sendable, Hashable {
  // MARK: A publisher under test and its subscriber

  /// The publisher is about to be handed a subscriber.
  case subscribeCalled(Int)
  /// The publisher came back from that.
  case subscribeReturned(Int)
  /// The subscriber gets its subscription, or another one.
  case subscriptionBegan(Int)
  /// The subscriber comes back from that.
  case subscriptionEnded(Int)
  /// The subscriber is about to ask for so many more.
  case requestCalled(Int, Int?)
  /// The request came back.
  case requestReturned(Int)
  /// The subscriber gets a value.
  case valueBegan(Int, Value)
  /// The subscriber comes back from that, and asks for so many more.
  case valueEnded(Int, Int?)
  /// The subscriber is told of the end: a failure, or nil for finishing.
  case completionBegan(Int, Failure?)
  /// The subscriber comes back from that.
  case completionEnded(Int)
  /// The subscriber is about to cancel.
  case cancelCalled(Int)
  /// The cancel came back.
  case cancelReturned(Int)
  /// The subscriber was destroyed, while its subscription is still held.
  case subscriberDied(Int)

  // MARK: The sequence behind it

  /// An iterator was made of the sequence, for a subscription where that is known.
  case iteratorMade(Int, for: Int?)
  /// The iterator is asked for an element.
  case nextCalled(Int)
  /// The task of a `next()` that is under way was cancelled.
  case nextCancelled(Int)
  /// The iterator answered.
  case nextReturned(Int, Event.Output)
  /// The iterator was destroyed.
  case iteratorDied(Int)

  // MARK: A publisher that is read as a sequence

  /// A registration's subscription was asked for so many more.
  case asked(RegistrationID, Int?)
  /// The publisher is about to hand over a value that nobody has asked for.
  case excess(RegistrationID, Value)
  /// The publisher is about to hand a second subscription to the subscriber.
  case offeredAgain(RegistrationID)
  /// A second subscription was cancelled.
  case declined(RegistrationID)
}

extension DemandEvent: CustomStringConvertible {
  /// The event in one line, as reports show it.
  public var description: String {
    switch self {
    case .subscribeCalled(let number): "subscriber \(number) subscribes"
    case .subscribeReturned(let number): "subscriber \(number) has subscribed"
    case .subscriptionBegan(let number): "subscriber \(number) gets its subscription {"
    case .subscriptionEnded(let number): "} subscription of \(number)"
    case .requestCalled(let number, let demand): "\(number) requests \(demand.words) {"
    case .requestReturned(let number): "} request of \(number)"
    case .valueBegan(let number, let value): "\(number) receives \(value) {"
    case .valueEnded(let number, 0): "} receive of \(number)"
    case .valueEnded(let number, let demand): "} receive of \(number), asks for \(demand.words)"
    case .completionBegan(let number, nil): "\(number) is told: finished {"
    case .completionBegan(let number, let failure?): "\(number) is told: failure \(failure) {"
    case .completionEnded(let number): "} completion of \(number)"
    case .cancelCalled(let number): "\(number) cancels {"
    case .cancelReturned(let number): "} cancel of \(number)"
    case .subscriberDied(let number): "subscriber \(number) died"
    case .iteratorMade(let iterator, let number):
      "iterator \(iterator) made" + (number.map { " for \($0)" } ?? "")
    case .nextCalled(let iterator): "iterator \(iterator) next()"
    case .nextCancelled(let iterator): "iterator \(iterator) is cancelled"
    case .nextReturned(let iterator, let output): "iterator \(iterator) -> \(output)"
    case .iteratorDied(let iterator): "iterator \(iterator) died"
    case .asked(let registration, let demand):
      "#\(registration.number) is asked for \(demand.words)"
    case .excess(let registration, let value):
      "#\(registration.number) hands over \(value) unasked"
    case .offeredAgain(let registration): "#\(registration.number) gets a second subscription"
    case .declined(let registration): "the second subscription of #\(registration.number) cancelled"
    }
  }
}

extension Int? {
  /// A demand in words.
  fileprivate var words: String { map { number in "\(number)" } ?? "unlimited" }
}
