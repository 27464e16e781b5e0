package import SluiceSpies

/// What a log says of publishers: who has asked for how much, what was handed over, and what the
/// sequences behind them were asked; numbers named after a moment are places in the log.
package struct DemandEvidence: Sendable {
  /// A call that began, and came back where the log still tells.
  package struct Span: Sendable {
    package let began: Int
    package internal(set) var ended: Int?
    /// What was asked for by it: by a request, or by the reply to a value; nil for unlimited.
    package internal(set) var demand: Int? = 0
    /// How many values the subscriber had asked for by then; nil for unlimited.
    package internal(set) var askedBefore: Int? = 0
    /// What a completion tells.
    package internal(set) var failure: Failure?

    /// Whether it is under way at a place.
    func isOpen(at place: Int) -> Bool { began < place && (ended ?? .max) > place }
  }

  /// One subscriber of a publisher under test.
  package struct Subscriber: Sendable {
    package let number: Int
    package let subscribeCalled: Int
    package internal(set) var subscribeReturned: Int?
    package internal(set) var subscriptions: [Span] = []
    package internal(set) var requests: [Span] = []
    package internal(set) var values: [Span] = []
    package internal(set) var completions: [Span] = []
    package internal(set) var cancels: [Span] = []
    package internal(set) var died: Int?
    /// How many values it has asked for so far; nil for unlimited.
    fileprivate var asked: Int? = 0
  }

  /// One iterator of the sequence behind a publisher under test.
  package struct Iterator: Sendable {
    package let number: Int
    /// The subscriber that it was made for, where that is known.
    package let subscriber: Int?
    package let made: Int
    package internal(set) var nexts: [(span: Span, cancelled: Int?, output: Event.Output?)] = []
    package internal(set) var died: Int?
  }

  /// What was asked of a publisher that is read as a sequence.
  package struct Asked: Sendable {
    package let registration: RegistrationID
    package internal(set) var requests: [(place: Int, demand: Int?)] = []
    /// Where it was handed a second subscription, and where that was cancelled.
    package internal(set) var offers: [(place: Int, declined: Int?)] = []
  }

  package private(set) var subscribers: [Subscriber] = []
  package private(set) var iterators: [Iterator] = []
  package private(set) var asked: [Asked] = []

  /// What some entries of a log say.
  ///
  /// - Parameters:
  ///   - entries: The log.
  ///   - places: The places of the entries about publishers, in order.
  init(of entries: [LogEntry], at places: [Int]) {
    for place in places {
      guard case .demand(let event) = entries[place].event else { continue }
      if !recordSubscriber(event, at: place), !recordIterator(event, at: place) {
        recordAsked(event, at: place)
      }
    }
  }

  private mutating func recordSubscriber(_ event: DemandEvent, at place: Int) -> Bool {
    let span = Span(began: place)
    switch event {
    case .subscribeCalled(let number):
      subscribers.append(Subscriber(number: number, subscribeCalled: place))
    case .subscribeReturned(let number):
      change(number) { subscriber in subscriber.subscribeReturned = place }
    case .subscriptionBegan(let number): change(number) { $0.subscriptions.append(span) }
    case .subscriptionEnded(let number): change(number) { $0.subscriptions.end(at: place) }
    case .requestCalled(let number, let demand):
      change(number) { subscriber in
        subscriber.requests.append(Span(began: place, demand: demand))
        subscriber.asked = subscriber.asked.adding(demand)
      }
    case .requestReturned(let number): change(number) { $0.requests.end(at: place) }
    case .valueBegan(let number, _):
      change(number) { subscriber in
        subscriber.values.append(Span(began: place, askedBefore: subscriber.asked))
      }
    case .valueEnded(let number, let demand):
      change(number) { subscriber in
        subscriber.values.end(at: place, asking: demand)
        subscriber.asked = subscriber.asked.adding(demand)
      }
    case .completionBegan(let number, let failure):
      change(number) { $0.completions.append(Span(began: place, failure: failure)) }
    case .completionEnded(let number): change(number) { $0.completions.end(at: place) }
    case .cancelCalled(let number): change(number) { $0.cancels.append(span) }
    case .cancelReturned(let number): change(number) { $0.cancels.end(at: place) }
    case .subscriberDied(let number): change(number) { $0.died = $0.died ?? place }
    default: return false
    }
    return true
  }

  private mutating func recordIterator(_ event: DemandEvent, at place: Int) -> Bool {
    switch event {
    case .iteratorMade(let number, let subscriber):
      iterators.append(Iterator(number: number, subscriber: subscriber, made: place))
    case .nextCalled(let number):
      let asked = askedOfAny(by: number)
      change(iterator: number) { iterator in
        iterator.nexts.append((Span(began: place, askedBefore: asked), nil, nil))
      }
    case .nextCancelled(let number):
      change(iterator: number) { iterator in
        guard let last = iterator.nexts.indices.last else { return }
        iterator.nexts[last].cancelled = iterator.nexts[last].cancelled ?? place
      }
    case .nextReturned(let number, let output):
      change(iterator: number) { iterator in
        guard let open = iterator.nexts.lastIndex(where: { $0.span.ended == nil }) else { return }
        iterator.nexts[open].span.ended = place
        iterator.nexts[open].output = output
      }
    case .iteratorDied(let number): change(iterator: number) { $0.died = $0.died ?? place }
    default: return false
    }
    return true
  }

  /// How many values have been asked for of which an iterator may hand over some; nil for
  /// unlimited.
  private func askedOfAny(by number: Int) -> Int? {
    let owner = iterators.last { iterator in iterator.number == number }?.subscriber
    return subscribers.filter { owner == nil || $0.number == owner }
      .reduce(0) { sum, subscriber in sum.adding(subscriber.asked) }
  }

  private mutating func recordAsked(_ event: DemandEvent, at place: Int) {
    switch event {
    case .asked(let registration, let demand):
      change(registration) { $0.requests.append((place, demand)) }
    case .offeredAgain(let registration): change(registration) { $0.offers.append((place, nil)) }
    case .declined(let registration):
      change(registration) { asked in
        guard let open = asked.offers.firstIndex(where: { $0.declined == nil }) else { return }
        asked.offers[open].declined = place
      }
    default: break
    }
  }

  private mutating func change(_ number: Int, _ update: (inout Subscriber) -> Void) {
    guard let index = subscribers.lastIndex(where: { $0.number == number }) else { return }
    update(&subscribers[index])
  }

  private mutating func change(iterator number: Int, _ update: (inout Iterator) -> Void) {
    guard let index = iterators.lastIndex(where: { $0.number == number }) else { return }
    update(&iterators[index])
  }

  private mutating func change(_ registration: RegistrationID, _ update: (inout Asked) -> Void) {
    if !asked.contains(where: { $0.registration == registration }) {
      asked.append(Asked(registration: registration))
    }
    guard let index = asked.lastIndex(where: { $0.registration == registration }) else { return }
    update(&asked[index])
  }
}

extension [DemandEvidence.Span] {
  /// Ends what began last and is still under way.
  fileprivate mutating func end(at place: Int, asking demand: Int? = 0) {
    guard let open = lastIndex(where: { $0.ended == nil }) else { return }
    self[open].ended = place
    if demand != 0 { self[open].demand = demand }
  }
}

extension Int? {
  /// Both demands together; what is unlimited stays so.
  fileprivate func adding(_ other: Int?) -> Int? {
    guard let self, let other else { return nil }
    let (sum, isTooLarge) = self.addingReportingOverflow(other)
    return isTooLarge ? nil : sum
  }
}

extension DemandEvidence {
  /// The iterators that serve a subscriber: those that were made for it, and any that nobody knows
  /// the owner of.
  func iterators(of subscriber: Subscriber) -> [Iterator] {
    iterators.filter { $0.subscriber == subscriber.number || $0.subscriber == nil }
  }

  /// Whether it is known of each iterator for whom it was made.
  var knowsOwners: Bool {
    subscribers.count < 2 || iterators.allSatisfy { iterator in iterator.subscriber != nil }
  }
}

extension DemandEvidence.Subscriber {
  /// Where its first cancel began, and where it came back.
  var cancelCalled: Int? { cancels.first?.began }
  var cancelReturned: Int? { cancels.first?.ended }

  /// Where it was told of the end first.
  var completed: Int? { completions.first?.began }

  /// Whether it has its subscription at a place, and neither cancelled nor was told of the end.
  func isSubscribed(at place: Int) -> Bool {
    (subscriptions.first?.ended ?? .max) < place && (cancelCalled ?? .max) > place
      && (completed ?? .max) > place
  }

  /// Whether a call of it is under way at a place.
  func isCalled(at place: Int) -> Bool {
    (subscriptions + values + completions).contains { span in span.isOpen(at: place) }
  }

  /// How many values were asked for before a place, by requests and replies; nil for unlimited.
  func asked(before place: Int) -> Int? {
    var sum: Int? = 0
    for request in requests where request.began < place { sum = sum.adding(request.demand) }
    for value in values where (value.ended ?? .max) < place { sum = sum.adding(value.demand) }
    return sum
  }

  /// How many values it got before a place.
  func received(before place: Int) -> Int {
    values.count { value in value.began < place }
  }

  /// Whether it has asked for more than it had got by a place.
  func wants(at place: Int) -> Bool {
    asked(before: place).map { asked in asked > received(before: place) } ?? true
  }
}

extension DemandEvidence.Iterator {
  /// Whether it is asked for an element at a place.
  func isAsked(at place: Int) -> Bool {
    nexts.contains { next in next.span.isOpen(at: place) }
  }

  /// Where it said that the sequence has ended or failed, and its failure.
  var ended: (place: Int, failure: Failure?)? {
    for next in nexts {
      guard let place = next.span.ended else { continue }
      switch next.output {
      case .end?: return (place, nil)
      case .failure(let failure)?: return (place, failure)
      case .element?, nil: continue
      }
    }
    return nil
  }
}
