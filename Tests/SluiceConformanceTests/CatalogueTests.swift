import SluiceConformance
import Testing

extension Rule: CustomTestStringConvertible {
  /// The rule's id.
  public var testDescription: String { id }
}

@Suite("Catalogue")
struct CatalogueTests {
  @Test("lists each rule once, in the order of its groups")
  func listsEachRuleOnce() {
    let ids = Rule.catalogue.map { rule in rule.id }
    #expect(Set(ids).count == ids.count)
    #expect(ids == expectedOrder)
  }

  @Test("finds every rule by its id, and nothing by another")
  func findsByID() {
    for rule in Rule.catalogue { #expect(Rule.named(rule.id)?.id == rule.id) }
    #expect(Rule.named("cancellation.no-such-rule") == nil)
  }

  @Test("states each obligation as a sentence and its reason as a text", arguments: Rule.catalogue)
  func statesEachObligation(_ rule: Rule) {
    #expect(rule.statement.first?.isLowercase == true)
    #expect(!rule.statement.hasSuffix("."))
    #expect(rule.statement.count <= 110)
    #expect(rule.rationale.first?.isUppercase == true)
    #expect(rule.rationale.hasSuffix("."))
    #expect(!rule.rationale.contains("\n"))
    #expect(!rule.anchors.isEmpty)
  }

  @Test(
    "says of each rule its usual cause and the fix, in one or two sentences each",
    arguments: Rule.catalogue)
  func advises(_ rule: Rule) throws {
    let causes = rule.causes.map { cause in cause.text }
    for advice in [try #require(rule.usualCause), try #require(rule.fix)] + causes {
      #expect(advice.first?.isUppercase == true && advice.hasSuffix("."))
      #expect(!advice.contains("\n"))
      #expect((1...2).contains(advice.split(separator: ". ").count), "\(advice)")
      #expect((20...240).contains(advice.count), "\(advice)")
    }
    #expect(rule.usualCause != rule.fix)
    let alike = Rule.catalogue.filter { other in other.usualCause == rule.usualCause }
    #expect(alike.map(\.id) == [rule.id])
  }

  @Test("has wrong and right code of each rule of the level must")
  func hasCode() {
    let missing = Rule.catalogue.filter { rule in rule.level == .must && rule.code == nil }
    #expect(missing.map { rule in rule.id } == [])
  }

  @Test("has code of few lines that fit a page, without tabs and without the same code twice")
  func codeFits() {
    var all: [String: String] = [:]
    for rule in Rule.catalogue {
      guard let code = rule.code else { continue }
      #expect(code.wrong != code.right)
      for text in [code.wrong, code.right] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect((2...12).contains(lines.count), "\(rule.id)")
        #expect(lines.allSatisfy { line in line.count <= 76 && line.last != " " }, "\(rule.id)")
        #expect(!text.contains("\t"))
        #expect(lines.contains { line in line.first != " " }, "\(rule.id)")
      }
      #expect(all.updateValue(rule.id, forKey: code.wrong + code.right) == nil, "\(rule.id)")
    }
  }

  @Test("says of each rule below must why it is there, and of no other", arguments: Rule.catalogue)
  func reasonsOfLevels(_ rule: Rule) {
    #expect((rule.levelReason == nil) == (rule.level == .must))
    guard let reason = rule.levelReason else { return }
    #expect(reason.first?.isUppercase == true && reason.hasSuffix("."))
    #expect((20...240).contains(reason.count), "\(reason)")
  }

  @Test("are the only advice of the kit, and no leak or hang is among them")
  func advice() {
    #expect(
      Rule.catalogue.filter { rule in rule.level < .must }.map(\.id) == [
        "registration.lazy-until-iterated", "cancellation.outcome-declared",
        "cancellation.buffer-declared", "reentrancy.emit-in-remove", "time.quiescent-idle",
      ])
  }

  @Test("names each source so that a reader can find it", arguments: Rule.catalogue)
  func namesSources(_ rule: Rule) {
    for anchor in rule.anchors {
      switch anchor {
      case .swiftEvolution(let number): #expect(number.hasPrefix("SE-"))
      case .reactiveStreams(let number): #expect(number.wholeMatch(of: /[123]\.\d+/) != nil)
      case .measured(let what): #expect(what.contains("AsyncThrowingStream"))
      case .practice(let name): #expect(name.contains(/\.(com|dev|io|rs)|Apple's documentation/))
      case .document: Issue.record("a reader can't find it: \(anchor)")
      case .proposal, .observersGuide, .webSocketArticle: break
      }
    }
  }

  @Test("shows each rule held and broken", arguments: Rule.catalogue)
  func showsEachRule(_ rule: Rule) {
    let shown = Set(rule.examples.map { example in example.expectation })
    #expect(shown.isSuperset(of: [.conforming, .violating]))
    let titles = rule.examples.map { example in example.title }
    #expect(Set(titles).count == titles.count)
  }

  @Test("implies only rules that exist, and none in a circle", arguments: Rule.catalogue)
  func impliesWithoutCircles(_ rule: Rule) {
    var pending = rule.implies
    var seen: Set<String> = []
    while let id = pending.popLast() {
      #expect(id != rule.id)
      #expect(Rule.named(id) != nil, "\(id) is not in the catalogue")
      guard seen.insert(id).inserted else { continue }
      pending += Rule.named(id)?.implies ?? []
    }
  }

  private var expectedOrder: [String] {
    """
    registration.lazy-until-iterated registration.declared-point
    registration.declared-adds registration.handle-retained
    registration.sync-callback-kept registration.add-failure-surfaces
    registration.precancelled-balanced registration.options-forwarded
    registration.none-after-teardown registration.kept-while-waiting
    delivery.each-value-once delivery.no-invented-values delivery.wakes-waiter
    delivery.initial-first delivery.present-current delivery.empty-event-policy
    delivery.ambiguous-event-policy
    ordering.fifo ordering.terminal-last
    buffering.declared-policy buffering.unbounded-lossless buffering.callback-nonblocking
    buffering.bounded-memory
    completion.finish-ends completion.nil-sticky completion.removes-listener
    completion.late-callback-ignored completion.empty-completes completion.subscribe-after-end
    errors.propagate-unchanged errors.terminal-once errors.buffered-first errors.removes-listener
    errors.sync-error-removes errors.single-winner
    cancellation.suspended-removes cancellation.suspended-returns cancellation.removed-before-end
    cancellation.immediate cancellation.busy-removes cancellation.registration-race
    cancellation.idempotent cancellation.propagates cancellation.outcome-declared
    cancellation.buffer-declared
    teardown.break-removes teardown.throw-removes teardown.operator-end-removes
    teardown.iterator-drop-removes teardown.never-iterated teardown.released-while-held
    teardown.removal-declared teardown.balanced teardown.remove-once teardown.remove-right-one
    teardown.in-flight-muted teardown.app-deletion-ends teardown.owner-drop-ends
    isolation.independent-iterators isolation.cancel-one-spares-others
    isolation.concurrent-next-contained isolation.no-cross-talk
    isolation.restart
    memory.captures-released memory.owner-released memory.consumer-released memory.tasks-ended
    memory.churn-flat memory.allocations-flat
    reentrancy.cancel-in-callback reentrancy.emit-in-remove
    reentrancy.no-lock-across-callout
    time.quiescent-idle
    socket.one-receive socket.receives-while-open socket.app-close-ends socket.teardown-closes
    container.first-registration-wins container.second-is-reported
    container.cached-is-one container.one-for-all container.uncached-is-new
    container.missing-required container.missing-optional container.cycle-named
    container.eager-at-configure container.lazy-until-asked container.tells-each-once
    container.finds-while-told container.nothing-after-deletion container.inner-lookup-returns
    demand.never-exceeded demand.additive demand.completion-without-demand demand.failure-passed
    demand.cancel-stops demand.waiter-released demand.base-asked-no-more
    demand.subscriber-released demand.subscription-first demand.nothing-after-end
    demand.own-iteration demand.serial demand.bounded-recursion demand.asks-while-waiting
    demand.asks-something demand.second-subscription-cancelled
    """
    .split { character in character.isWhitespace }
    .map { word in String(word) }
  }
}
