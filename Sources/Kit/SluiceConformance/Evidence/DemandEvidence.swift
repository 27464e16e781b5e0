package import SluiceSpies

/// What a log says of publishers: who has asked for how much, what was handed over, and what the
/// sequences behind them were asked; numbers named after a moment are places in the log.
package struct DemandEvidence: Sendable {
  /// One subscriber of a publisher under test.
  package struct Subscriber: Sendable {
    @Looked package private(set) var number: Int
    package let subscribeCalled: Int
    package fileprivate(set) var subscribeReturned: Int?
    package fileprivate(set) var subscriptions = Spans()
    package fileprivate(set) var requests = Spans()
    package fileprivate(set) var values = Spans()
    package fileprivate(set) var completions = Spans()
    package fileprivate(set) var cancels = Spans()
    package fileprivate(set) var died: Int?
    /// How many values it has asked for so far; nil for unlimited.
    fileprivate var asked: Int? = 0
    /// How many it has asked for by requests and by replies to values that it got, from which
    /// places on.
    fileprivate var sums: [(place: Int, sum: Int?)] = []

    fileprivate init(number: Int, subscribeCalled: Int) {
      self.number = number
      self.subscribeCalled = subscribeCalled
    }

    fileprivate mutating func ask(_ demand: Int?, at place: Int) {
      sums.append((place, (sums.last?.sum ?? (sums.isEmpty ? 0 : nil)).adding(demand)))
    }

    fileprivate mutating func complete() {
      subscriptions.complete()
      values.complete()
      completions.complete()
    }
  }

  /// One iterator of the sequence behind a publisher under test.
  package struct Iterator: Sendable {
    @Looked package private(set) var number: Int
    /// The subscriber that it was made for, where that is known.
    @Looked package private(set) var subscriber: Int?
    @Looked package private(set) var made: Int
    /// The calls of `next()`.
    package fileprivate(set) var nexts = Spans()
    /// Where each of these was cancelled, if it was.
    package fileprivate(set) var cancelled: [Int?] = []
    package fileprivate(set) var died: Int?
    /// Where it said that the sequence has ended or failed, and its failure; of several calls that
    /// did, the first.
    package fileprivate(set) var ended: (place: Int, failure: Failure?)?
    private var endedBy = Int.max

    fileprivate init(number: Int, subscriber: Int?, made: Int) {
      self.number = number
      self.subscriber = subscriber
      self.made = made
    }

    fileprivate mutating func answer(_ output: Event.Output?, at place: Int) {
      guard let call = nexts.end(at: place), call < endedBy else { return }
      switch output {
      case .end?: ended = (place, nil)
      case .failure(let failure)?: ended = (place, failure)
      case .element?, nil: return
      }
      endedBy = call
    }
  }

  /// What was asked of a publisher that is read as a sequence.
  package struct Asked: Sendable {
    @Looked package private(set) var registration: RegistrationID
    package fileprivate(set) var requests: [(place: Int, demand: Int?)] = []
    /// Where it was handed a second subscription, and where that was cancelled.
    package fileprivate(set) var offers: [(place: Int, declined: Int?)] = []
    fileprivate var declined = 0

    fileprivate init(registration: RegistrationID) { self.registration = registration }
  }

  package private(set) var subscribers: [Subscriber] = []
  package private(set) var iterators: [Iterator] = []
  package private(set) var asked: [Asked] = []
  /// How many values all subscribers have asked for so far.
  private var askedByAll: Int? = 0
  /// Where the subscribers of a number are, and the last iterator of one.
  private var subscriberPlaces: [Int: [Int]] = [:]
  private var iteratorPlaces: [Int: Int] = [:]
  private var askedPlaces: [RegistrationID: Int] = [:]
  /// The iterators that were made for a subscriber; those of nobody under nil.
  private var iteratorsOf: [Int?: [Int]] = [:]

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
    for place in subscribers.indices { subscribers[place].complete() }
    for place in iterators.indices { iterators[place].nexts.complete() }
  }

  private mutating func recordSubscriber(_ event: DemandEvent, at place: Int) -> Bool {
    let span = Span(began: place)
    switch event {
    case .subscribeCalled(let number):
      subscriberPlaces[number, default: []].append(subscribers.count)
      subscribers.append(Subscriber(number: number, subscribeCalled: place))
    case .subscribeReturned(let number):
      change(number) { subscriber in subscriber.subscribeReturned = place }
    case .subscriptionBegan(let number): change(number) { $0.subscriptions.begin(span) }
    case .subscriptionEnded(let number): change(number) { $0.subscriptions.end(at: place) }
    case .requestCalled(let number, let demand):
      change(number) { subscriber in
        subscriber.requests.begin(Span(began: place, demand: demand))
        subscriber.ask(demand, at: place)
      }
      ask(demand, of: number)
    case .requestReturned(let number): change(number) { $0.requests.end(at: place) }
    case .valueBegan(let number, _):
      change(number) { subscriber in
        subscriber.values.begin(Span(began: place, askedBefore: subscriber.asked))
      }
    case .valueEnded(let number, let demand):
      change(number) { subscriber in
        guard subscriber.values.end(at: place, asking: demand) != nil else { return }
        subscriber.ask(demand, at: place)
      }
      ask(demand, of: number)
    case .completionBegan(let number, let failure):
      change(number) { $0.completions.begin(Span(began: place, failure: failure)) }
    case .completionEnded(let number): change(number) { $0.completions.end(at: place) }
    case .cancelCalled(let number): change(number) { $0.cancels.begin(span) }
    case .cancelReturned(let number): change(number) { $0.cancels.end(at: place) }
    case .subscriberDied(let number): change(number) { $0.died = $0.died ?? place }
    default: return false
    }
    return true
  }

  private mutating func ask(_ demand: Int?, of number: Int) {
    guard let place = subscriberPlaces[number]?.last else { return }
    subscribers[place].asked = subscribers[place].asked.adding(demand)
    askedByAll = askedByAll.adding(demand)
  }

  private mutating func recordIterator(_ event: DemandEvent, at place: Int) -> Bool {
    switch event {
    case .iteratorMade(let number, let subscriber):
      iteratorPlaces[number] = iterators.count
      iteratorsOf[subscriber, default: []].append(iterators.count)
      iterators.append(Iterator(number: number, subscriber: subscriber, made: place))
    case .nextCalled(let number):
      let asked = askedOfAny(by: number)
      change(iterator: number) { iterator in
        iterator.nexts.begin(Span(began: place, askedBefore: asked))
        iterator.cancelled.append(nil)
      }
    case .nextCancelled(let number):
      change(iterator: number) { iterator in
        guard let last = iterator.cancelled.indices.last else { return }
        iterator.cancelled[last] = iterator.cancelled[last] ?? place
      }
    case .nextReturned(let number, let output):
      change(iterator: number) { iterator in iterator.answer(output, at: place) }
    case .iteratorDied(let number): change(iterator: number) { $0.died = $0.died ?? place }
    default: return false
    }
    return true
  }

  /// How many values have been asked for of which an iterator may hand over some; nil for
  /// unlimited.
  private func askedOfAny(by number: Int) -> Int? {
    guard let place = iteratorPlaces[number], let owner = iterators[place].subscriber else {
      return askedByAll
    }
    return subscribers(of: owner).reduce(0) { sum, subscriber in sum.adding(subscriber.asked) }
  }

  private mutating func recordAsked(_ event: DemandEvent, at place: Int) {
    switch event {
    case .asked(let registration, let demand):
      change(registration) { $0.requests.append((place, demand)) }
    case .offeredAgain(let registration): change(registration) { $0.offers.append((place, nil)) }
    case .declined(let registration):
      change(registration) { asked in
        // Those that were declined are the first ones.
        guard asked.declined < asked.offers.count else { return }
        asked.offers[asked.declined].declined = place
        asked.declined += 1
      }
    default: break
    }
  }

  private mutating func change(_ number: Int, _ update: (inout Subscriber) -> Void) {
    guard let place = subscriberPlaces[number]?.last else { return }
    update(&subscribers[place])
  }

  private mutating func change(iterator number: Int, _ update: (inout Iterator) -> Void) {
    guard let place = iteratorPlaces[number] else { return }
    update(&iterators[place])
  }

  private mutating func change(_ registration: RegistrationID, _ update: (inout Asked) -> Void) {
    let place = askedPlaces[registration] ?? asked.count
    if place == asked.count {
      askedPlaces[registration] = place
      asked.append(Asked(registration: registration))
    }
    update(&asked[place])
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
  /// The subscribers of a number, of which there is one unless the log is strange.
  func subscribers(of number: Int) -> [Subscriber] {
    (subscriberPlaces[number] ?? []).map { place in subscribers[place] }
  }

  /// The iterators that were made for a subscriber.
  func iteratorsMade(for number: Int) -> [Iterator] {
    (iteratorsOf[.some(number)] ?? []).map { place in iterators[place] }
  }

  /// The iterators that serve a subscriber: those that were made for it, and any that nobody knows
  /// the owner of.
  func iterators(of subscriber: Subscriber) -> [Iterator] {
    let unknown = iteratorsOf[.none] ?? []
    guard !unknown.isEmpty else { return iteratorsMade(for: subscriber.number) }
    return ((iteratorsOf[.some(subscriber.number)] ?? []) + unknown).sorted()
      .map { place in iterators[place] }
  }

  /// Whether it is known of each iterator for whom it was made.
  var knowsOwners: Bool { subscribers.count < 2 || iteratorsOf[.none] == nil }

  /// What was asked of a registration.
  func requests(of registration: RegistrationID) -> [(place: Int, demand: Int?)] {
    askedPlaces[registration].map { place in asked[place].requests } ?? []
  }
}

extension DemandEvidence.Subscriber {
  /// Where its first cancel began, and where it came back.
  var cancelCalled: Int? { cancels.first?.began }
  var cancelReturned: Int? { cancels.first?.ended }

  /// Where it was told of the end first.
  var completed: Int? { completions.first?.began }

  /// Whether a call of it is under way at a place.
  func isCalled(at place: Int) -> Bool {
    subscriptions.isOpen(at: place) || values.isOpen(at: place) || completions.isOpen(at: place)
  }

  /// How many values were asked for before a place, by requests and replies; nil for unlimited.
  func asked(before place: Int) -> Int? {
    let count = sums.partition { sum in sum.place < place }
    return count > 0 ? sums[count - 1].sum : 0
  }

  /// How many values it got before a place.
  func received(before place: Int) -> Int { values.count(before: place) }

  /// Whether it has asked for more than it had got by a place.
  func wants(at place: Int) -> Bool {
    asked(before: place).map { asked in asked > received(before: place) } ?? true
  }
}
