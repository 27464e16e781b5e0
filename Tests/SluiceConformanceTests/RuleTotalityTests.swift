import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

/// A small generator with a fixed seed: the tests must not depend on chance.
struct SeededNumbers: RandomNumberGenerator {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// Random logs, mostly senseless: events about few numbers in any order.
struct LogGenerator {
  var random: SeededNumbers

  mutating func log() -> Evidence {
    let length = random.below(60)
    let entries = (0..<length).map { step in
      LogEntry(instant: Instant(nanoseconds: Int64(step / 7)), step: step, event: event())
    }
    return Evidence(entries, traits: traits(), askedOptions: [1: .integer(1)])
  }

  /// A log of a component container, as senseless.
  mutating func containerLog() -> Evidence {
    let entries = (0..<random.below(60)).map { step in
      LogEntry(
        instant: .start, step: step,
        event: random.below(8) == 0 ? .quiescent : .container(containerEvent()))
    }
    return Evidence(entries, traits: Traits())
  }

  /// A log of publishers, as senseless.
  mutating func demandLog() -> Evidence {
    let entries = (0..<random.below(80)).map { step in
      let event: Event =
        switch random.below(10) {
        case 0: .quiescent
        case 1: event()
        default: .demand(demandEvent())
        }
      return LogEntry(instant: .start, step: step, event: event)
    }
    return Evidence(entries, traits: Traits())
  }

  private mutating func demandEvent() -> DemandEvent {
    let (one, iterator) = (random.below(2) + 1, random.below(2) + 1)
    let registration = RegistrationID(one)
    let demand: Int? = pick([0, 1, 1, 2, 7, Int.max, nil])
    let failure = pick([Failure?.none, .named("unavailable"), .named("not-found")])
    return pick([
      .subscribeCalled(one), .subscribeReturned(one), .subscriptionBegan(one),
      .subscriptionEnded(one), .requestCalled(one, demand), .requestReturned(one),
      .valueBegan(one, .integer(1)), .valueEnded(one, demand), .valueBegan(one, .integer(2)),
      .completionBegan(one, failure), .completionEnded(one), .cancelCalled(one),
      .cancelReturned(one), .subscriberDied(one),
      .iteratorMade(iterator, for: pick([one, one, nil])), .nextCalled(iterator),
      .nextCancelled(iterator), .nextReturned(iterator, .element(.integer(1))),
      .nextReturned(iterator, failure.map { .failure($0) } ?? .end), .iteratorDied(iterator),
      .asked(registration, demand), .excess(registration, .integer(1)),
      .offeredAgain(registration), .declined(registration),
    ])
  }

  private mutating func traits() -> Traits {
    var traits = Traits()
    traits.listeners = random.below(4) - 1
    traits.registration = pick(Traits.RegistrationPoint.allCases)
    traits.removal = pick(Traits.Removal.allCases)
    traits.cancelOutcome = pick(Traits.CancelOutcome.allCases)
    traits.bufferOnCancel = pick(Traits.BufferOnCancel.allCases)
    traits.iterators = pick(Traits.Iterators.allCases)
    traits.lateIterator = pick(Traits.LateIterator.allCases)
    traits.releasesWhileHeld = random.below(2) == 0
    traits.initialValue = pick(Traits.InitialValue.allCases)
    traits.emptyEvent = pick(Traits.EmptyEvent.allCases)
    traits.ambiguousEvent = pick(Traits.AmbiguousEvent.allCases)
    traits.joining = pick(Traits.Joining.allCases)
    traits.latency = pick([.zero, .zero, .nanoseconds(1), .nanoseconds(4)])
    traits.merging = pick(Traits.Merging.allCases)
    traits.overflow = pick([.unbounded, .newest(random.below(3)), .oldest(random.below(3))])
    traits.owner = pick(Traits.Owner.allCases)
    traits.afterSourceEnd = pick(Traits.AfterSourceEnd.allCases)
    traits.canFail = random.below(4) > 0
    traits.repeatsError = random.below(4) == 0
    if random.below(4) == 0 { traits.sourceLacks = [.finish] }
    traits.source = pick(Traits.Source.allCases)
    return traits
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[random.below(choices.count)]
  }

  private mutating func event() -> Event {
    let registration = RegistrationID(random.below(4))
    let consumer = ConsumerID(random.below(4))
    let sequence = SequenceID(random.below(4))
    let caller = pick([
      Event.Caller(sequence: sequence, consumer: consumer), Event.Caller(sequence: sequence),
      .unknown,
    ])
    let failure = Failure.named(pick(["denied", "closed"]))
    let value = Value.integer(Int64(random.below(3)))
    let payload = pick([
      Event.Payload.value(value), .value(value), .failure(failure), .both(value, failure),
      .nothing, .finish,
    ])
    let output = pick([Event.Output.element(value), .element(value), .end, .failure(failure)])
    let role = pick([
      Event.SentinelRole.owner, .fixture, .handle(registration), .element(1), .consumer(consumer),
    ])
    return pick([
      .accessed(sequence), .sequenceDropped(sequence), .iteratorMade(consumer, of: sequence),
      .iteratorDropped(consumer), .nextCalled(consumer), .nextCalled(consumer),
      .nextReturned(consumer, output), .nextReturned(consumer, output),
      .loopEnded(consumer, pick([.ended, .failed, .broke, .bodyThrew, .operatorEnded, .dropped])),
      .cancelCalled(consumer), .cancelReturned(consumer), .taskEnded(consumer),
      .addCalled(registration, by: caller, options: value), .addReturned(registration),
      .addThrew(registration, failure), .removeCalled(registration, by: caller),
      .removeReturned(registration), .removeUnmatched(value, by: caller),
      .receiveCalled(registration), .receiveCalled(registration),
      .handleDied(registration), .callbackBegan(registration, payload),
      .callbackBegan(registration, payload), .listenerCalled(registration),
      .callbackEnded(registration), .closedByApp(registration), .ownerDropped,
      .presentMoved(value), .presentRead(value, by: caller), .sentinelDied(role),
      .sentinelAlive(role), .taskAlive("left over"), .trapped("last words"), .quiescent,
      .quiescent, .quiescent, .quiescent, .addReturned(registration), .epilogueBegan,
      .epilogueEnded,
    ])
  }

  private mutating func containerEvent() -> ContainerEvent {
    let (one, other) = (random.below(3), random.below(3))
    let offers = ["Alpha", "Beta", "Gamma"]
    var component = ContainerEvent.Component(one, pick(offers), library: other)
    component.timing = pick(ContainerEvent.Component.Timing.allCases)
    component.isCached = random.below(2) == 0
    component.dependencies = (0..<random.below(3)).map { _ in
      .init(pick(offers), isRequired: random.below(2) == 0)
    }
    let asker = pick([ContainerEvent.Asker.user, .user, .creation(one), .notice(one)])
    let failure = Failure.named(pick(["Alpha", "Beta"]))
    let answer = pick([
      ContainerEvent.Answer.instance(one), .instance(other), .nothing, .failure(failure),
    ])
    return pick([
      .libraryRegistered(one, name: pick(["one", "two"])), .componentDeclared(component),
      .componentDeclared(component), .reported("Alpha twice"),
      .configureCalled(app: one, name: pick(["default", "second"])),
      .configureReturned(app: one, nil), .configureReturned(app: one, failure),
      .lookupCalled(one, of: pick(offers), app: other, by: asker), .lookupReturned(one, answer),
      .creationBegan(one, of: other, app: random.below(3)), .creationEnded(one, answer),
      .deleteCalled(one, app: other, by: asker), .deleteReturned(one),
      .noticeBegan(instance: one, app: other), .noticeEnded(instance: one, app: other),
    ])
  }
}

@Suite("Totality")
struct RuleTotalityTests {
  @Test("holds: two thousand senseless logs trap no rule and are judged the same twice")
  func senselessLogs() { Senseless.expectJudged(2_000) }

  @Test("holds: a thousand senseless logs of containers trap no rule and are judged alike twice")
  func senselessContainers() { Senseless.expectJudgedOfContainers(1_000) }

  @Test("holds: a thousand senseless logs of publishers trap no rule and are judged alike twice")
  func senselessPublishers() { Senseless.expectJudgedOfPublishers(1_000) }

  @Test("holds for a thousand values and for a hundred consumers")
  func longLogs() { Senseless.expectInnocent(values: 1_000, consumers: 100) }
}

@Suite("Totality in many logs", .campaign)
struct RuleTotalityCampaign {
  @Test("holds: forty thousand senseless logs trap no rule and are judged the same twice")
  func senselessLogs() { Senseless.expectJudged(40_000, mean: true) }

  @Test("holds: ten thousand senseless logs of containers trap no rule and are judged alike twice")
  func senselessContainers() { Senseless.expectJudgedOfContainers(10_000, mean: true) }

  @Test("holds: ten thousand senseless logs of publishers trap no rule and are judged alike twice")
  func senselessPublishers() { Senseless.expectJudgedOfPublishers(10_000, mean: true) }

  @Test("holds for ten thousand values and for a thousand consumers")
  func longLogs() { Senseless.expectInnocent(values: 10_000, consumers: 1_000) }
}

/// What has to hold of the rules, whatever a log says; and that it says something to most of them,
/// where there are enough logs for that.
private enum Senseless {
  static func expectJudged(_ count: Int, mean isMeaningful: Bool = false) {
    var generator = LogGenerator(random: SeededNumbers(seed: 20_261_121))
    var verdicts: [String: Set<String>] = [:]
    for _ in 0..<count {
      let evidence = generator.log()
      let judgements = Rule.judge(evidence)
      #expect(judgements.map { $0.verdict } == Rule.judge(evidence).map { $0.verdict })
      for judgement in judgements {
        verdicts[judgement.rule.id, default: []].insert(judgement.verdict.kind)
        guard case .violated(let at, _) = judgement.verdict else { continue }
        #expect(evidence.entries.indices.contains(at))
      }
      #expect(judgements.violations.isEmpty == judgements.primaryViolations.isEmpty)
    }
    guard isMeaningful else { return }
    let reached = verdicts.values.count { kinds in kinds.isSuperset(of: ["held", "violated"]) }
    #expect(reached >= 35, "the logs should mean something to most rules")
  }

  static func expectJudgedOfContainers(_ count: Int, mean isMeaningful: Bool = false) {
    var generator = LogGenerator(random: SeededNumbers(seed: 20_261_123))
    var violated: Set<String> = []
    for _ in 0..<count {
      let evidence = generator.containerLog()
      let judgements = Rule.judge(evidence)
      #expect(judgements.map { $0.verdict } == Rule.judge(evidence).map { $0.verdict })
      for judgement in judgements {
        guard case .violated(let at, _) = judgement.verdict else { continue }
        violated.insert(judgement.rule.id)
        #expect(evidence.entries.indices.contains(at))
      }
    }
    guard isMeaningful else { return }
    let rules = Rule.catalogue.map { rule in rule.id }.filter { id in id.hasPrefix("container.") }
    // Lookups that overlap and are answered differently are too much for chance.
    let untouched = rules.filter { id in id != Rule.oneForAll.id && !violated.contains(id) }
    #expect(untouched.isEmpty, "the logs should mean something to each rule")
  }

  static func expectJudgedOfPublishers(_ count: Int, mean isMeaningful: Bool = false) {
    var generator = LogGenerator(random: SeededNumbers(seed: 20_261_124))
    var violated: Set<String> = []
    for _ in 0..<count {
      let evidence = generator.demandLog()
      let judgements = Rule.judge(evidence)
      #expect(judgements.map { $0.verdict } == Rule.judge(evidence).map { $0.verdict })
      for judgement in judgements {
        guard case .violated(let at, _) = judgement.verdict else { continue }
        violated.insert(judgement.rule.id)
        #expect(evidence.entries.indices.contains(at))
      }
    }
    guard isMeaningful else { return }
    let rules = Rule.catalogue.map { rule in rule.id }.filter { id in id.hasPrefix("demand.") }
    // Nine values inside each other, or a consumer that waits, are too much for chance.
    let rare = [Rule.boundedRecursion.id, Rule.asksWhileWaiting.id]
    let untouched = rules.filter { id in !rare.contains(id) && !violated.contains(id) }
    #expect(untouched.isEmpty, "the logs should mean something to each rule: \(untouched)")
  }

  static func expectInnocent(values: Int, consumers: Int) {
    var lines = [Rule.Example.Line].waiting
    for value in 1...values {
      lines += [.callback(Int64(value)), .called(), .element(Int64(value)), .next(), .quiescent]
    }
    #expect(Rule.judge(Rule.Example.conforming("", lines).evidence).violations.isEmpty)

    var churn: [Rule.Example.Line] = []
    for number in 1...consumers {
      let consumer = ConsumerID(number)
      let sequence = SequenceID(number)
      let registration = RegistrationID(number)
      churn += [
        .accessed(sequence), .madeIterator(consumer, of: sequence), .droppedSequence(sequence),
        .next(consumer), .add(registration, by: consumer, of: sequence), .added(registration),
        .quiescent, .cancel(consumer), .remove(registration, by: consumer, of: sequence),
        .removed(registration), .cancelled(consumer), .end(consumer), .left(.ended, consumer),
        .next(consumer), .end(consumer), .quiescent,
      ]
    }
    #expect(Rule.judge(Rule.Example.conforming("", churn).evidence).violations.isEmpty)
  }
}

extension Verdict {
  fileprivate var kind: String {
    switch self {
    case .held: "held"
    case .violated: "violated"
    case .notExercised: "not exercised"
    case .inapplicable: "inapplicable"
    }
  }
}
