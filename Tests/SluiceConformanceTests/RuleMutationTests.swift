import SluiceConformance
import SluiceSpies
import Testing

/// What can be done to a log so that it tells of another run.
enum LogMutation: CaseIterable {
  /// The line is missing.
  case dropLine
  /// The line comes last.
  case moveToEnd
  /// The line comes twice.
  case repeatLine
  /// From the line on the stream neither removes nor answers.
  case deafen
  /// The stream answers, adds or removes something else.
  case replace
  /// A task is left over.
  case addRemains
  /// The memory that the stream keeps grows all along.
  case addGrowth

  /// The logs that the mutation makes of one, at a place in it.
  func applied(to lines: [Rule.Example.Line], at index: Int) -> [[Rule.Example.Line]] {
    var changed = lines
    switch self {
    case .dropLine: changed.remove(at: index)
    case .moveToEnd: changed.append(changed.remove(at: index))
    case .repeatLine: changed.insert(changed[index], at: index + 1)
    case .deafen:
      changed = lines.prefix(index) + lines[index...].filter { line in !line.event.isAnswer }
    case .addGrowth:
      if lines[index].event == .epilogueBegan { changed[index] = changed[index].growing(.steady) }
    case .addRemains: changed.append(.line(.taskAlive("left over")))
    case .replace:
      return lines[index].event.replacements.map { event in
        changed[index] = .line(event)
        return changed
      }
    }
    return [changed]
  }

  /// The places of an example at which it is changed or cut: so many or some more of a long one.
  static func places(in example: Rule.Example, atMost count: Int = 100) -> StrideTo<Int> {
    stride(from: 0, to: example.lines.count, by: max(1, example.lines.count / count))
  }

  /// The logs that one mutation makes of an example's, one after the other.
  static func mutants(
    of example: Rule.Example, atMost count: Int = 100
  ) -> some Sequence<Rule.Example> {
    places(in: example, atMost: count).lazy.flatMap { index in
      allCases.flatMap { mutation in
        mutation.applied(to: example.lines, at: index).map { lines in
          var mutant = example
          mutant.lines = lines
          return mutant
        }
      }
    }
  }
}

extension Event {
  fileprivate var isAnswer: Bool {
    switch self {
    case .removeCalled, .removeReturned, .nextCalled, .nextReturned, .loopEnded: true
    default: false
    }
  }

  fileprivate var replacements: [Event] {
    switch self {
    case .nextReturned(let consumer, .end):
      [.element(.integer(1)), .element(.string("other")), .failure(.named("denied"))]
        .map { output in .nextReturned(consumer, output) }
    case .nextReturned(let consumer, _): [.nextReturned(consumer, .end)]
    case .callbackBegan(let registration, _):
      [.callbackBegan(registration, .value(.string("other")))]
    case .sentinelDied(let role): [.sentinelAlive(role)]
    case .addCalled(let registration, let caller, _):
      [.addCalled(registration, by: caller, options: .string("other"))]
    case .removeCalled(_, let caller): [.removeUnmatched(.string("other"), by: caller)]
    case .demand(.asked(let registration, _)): [.demand(.asked(registration, 0))]
    case .container(.lookupReturned(let lookup, _)):
      [ContainerEvent.Answer.instance(1), .instance(100), .nothing].map { answer in
        .container(.lookupReturned(lookup, answer))
      }
    default: []
    }
  }
}

@Suite("Mutated examples")
struct RuleMutationTests {
  /// The rules that no single change of a log breaks: they are about what happens again and again,
  /// about what is missing of many values, or about two sources.
  private static let robust: Set = [
    Rule.boundedMemory.id, Rule.noCrossTalk.id, Rule.quiescentIdle.id, Rule.unboundedLossless.id,
    Rule.boundedRecursion.id,
  ]
  /// The rules that a log breaks which ends inside a call: it tells of a hang, and so do they.
  private static let judgingHangs: Set = [
    "reentrancy.cancel-in-callback", Rule.callbackNonblocking.id, Rule.noLockAcrossCallout.id,
    Rule.innerLookupReturns.id,
  ]

  @Test(
    "of every rule include a conforming one that one change makes violating",
    arguments: Rule.catalogue.filter { rule in !robust.contains(rule.id) })
  func canFail(_ rule: Rule) {
    let conforming = rule.examples.filter { example in example.expectation == .conforming }
    let isBreakable = conforming.contains { example in
      LogMutation.mutants(of: example).contains { mutant in
        if case .violated = rule.check(mutant.evidence) { true } else { false }
      }
    }
    #expect(isBreakable)
  }

  @Test("that violate name a place inside the log", arguments: Rule.catalogue)
  func blameInside(_ rule: Rule) { Self.expectBlameInside(rule, places: 3) }

  /// Changes the examples of a rule, each at so many places or some more.
  fileprivate static func expectBlameInside(_ rule: Rule, places: Int) {
    for example in rule.examples {
      for mutant in LogMutation.mutants(of: example, atMost: places) {
        guard case .violated(let at, _) = rule.check(mutant.evidence) else { continue }
        #expect(mutant.lines.indices.contains(at))
      }
    }
  }

  @Test("cut short never violate where the whole log does not", arguments: ExampleCase.all)
  func prefixesAreInnocent(_ item: ExampleCase) {
    guard item.example.expectation == .conforming, !Self.judgingHangs.contains(item.rule.id)
    else { return }
    for length in LogMutation.places(in: item.example) {
      var cut = item.example
      cut.lines = Array(item.example.lines.prefix(length))
      if case .violated(let at, let reason) = item.rule.check(cut.evidence) {
        Issue.record("cut after \(length): \(reason), at \(at)")
      }
    }
  }
}

@Suite("Examples mutated at many places", .campaign)
struct RuleMutationCampaign {
  @Test("that violate name a place inside the log", arguments: Rule.catalogue)
  func blameInside(_ rule: Rule) { RuleMutationTests.expectBlameInside(rule, places: 100) }
}
