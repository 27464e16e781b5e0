import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Rules under threads")
struct UnderThreadsTests {
  private static func ids(_ underThreads: Rule.UnderThreads) -> [String] {
    Rule.catalogue.filter { rule in rule.underThreads == underThreads }.map { rule in rule.id }
  }

  @Test("are those that no correct stream can break, whatever the threads do")
  func counting() {
    #expect(
      Self.ids(.counts) == [
        "registration.lazy-until-iterated", "registration.declared-point",
        "registration.declared-adds",
        "registration.handle-retained", "registration.options-forwarded",
        "completion.nil-sticky", "errors.terminal-once",
        "cancellation.outcome-declared", "teardown.balanced", "teardown.remove-once",
        "teardown.remove-right-one", "isolation.independent-iterators",
        "isolation.cancel-one-spares-others", "isolation.no-cross-talk", "isolation.restart",
        "memory.captures-released",
        "memory.owner-released", "memory.consumer-released",
        "container.first-registration-wins", "container.second-is-reported",
        "container.cached-is-one", "container.one-for-all", "container.uncached-is-new",
        "container.missing-required", "container.missing-optional", "container.cycle-named",
        "container.eager-at-configure", "container.lazy-until-asked",
        "demand.never-exceeded", "demand.nothing-after-end", "demand.serial",
        "demand.bounded-recursion", "demand.asks-something",
      ])
  }

  @Test("are more where the backend called back one by one")
  func countingOneByOne() {
    #expect(
      Self.ids(.countsOneByOne) == [
        "registration.sync-callback-kept", "delivery.each-value-once", "delivery.initial-first",
        "delivery.present-current", "delivery.empty-event-policy",
        "delivery.ambiguous-event-policy", "ordering.fifo",
        "ordering.terminal-last", "completion.finish-ends", "completion.late-callback-ignored",
        "completion.empty-completes", "errors.propagate-unchanged", "errors.buffered-first",
      ])
  }

  @Test("are one more where nothing was handed over that nobody had asked for")
  func countingWhereAsked() {
    #expect(Self.ids(.countsWhereAsked) == ["delivery.no-invented-values"])
    let invented = Self.evidence([])
    #expect(Self.violations(invented).contains("delivery.no-invented-values"))
    let unasked = Self.evidence([.demand(.excess(1, .integer(2)))])
    #expect(!Self.violations(unasked).contains("delivery.no-invented-values"))
  }

  @Test("that have no say give the reason", arguments: Rule.catalogue)
  func reasons(_ rule: Rule) {
    guard case .hasNoSay(let reason) = rule.underThreads else { return }
    #expect(reason.first?.isLowercase == true)
    #expect(!reason.hasSuffix("."))
  }

  /// One consumer that gets two values in the wrong order, its callbacks as given.
  private static func evidence(_ callbacks: [Event]) -> Evidence {
    let opening: [Event] = [
      .accessed(1), .iteratorMade(1, of: 1), .nextCalled(1),
      .addCalled(1, by: .init(sequence: 1, consumer: 1), options: .null), .addReturned(1),
    ]
    let answers: [Event] = [
      .nextReturned(1, .element(.integer(2))), .nextCalled(1),
      .nextReturned(1, .element(.integer(1))), .nextCalled(1),
    ]
    let events = opening + callbacks + answers
    return Evidence(
      events.map { event in LogEntry(instant: .start, step: 0, event: event) }, traits: Traits())
  }

  private static func violations(_ evidence: Evidence) -> [String] {
    Rule.judge(evidence).counting(underThreads: evidence).violations.map { $0.rule.id }
  }

  @Test("judge the order of callbacks that came one by one")
  func oneByOne() {
    let evidence = Self.evidence([
      .callbackBegan(1, .value(.integer(1))), .callbackEnded(1),
      .callbackBegan(1, .value(.integer(2))), .callbackEnded(1),
    ])
    #expect(evidence.isOneByOne)
    #expect(Self.violations(evidence).contains("ordering.fifo"))
  }

  @Test("do not judge the order of callbacks that overlapped")
  func overlapping() {
    let evidence = Self.evidence([
      .callbackBegan(1, .value(.integer(1))), .callbackBegan(1, .value(.integer(2))),
      .callbackEnded(1), .callbackEnded(1),
    ])
    #expect(!evidence.isOneByOne)
    #expect(Self.violations(evidence).isEmpty)
  }
}
