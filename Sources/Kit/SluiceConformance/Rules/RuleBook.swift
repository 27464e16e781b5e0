/// The rules that judge the runs of a program: the kit's catalogue, then the program's own.
///
/// It is a class since each judgement refers to it. A program makes one for all of its runs.
package final class RuleBook: Sendable {
  /// The kit's catalogue alone.
  package static let shipped = RuleBook(own: [])

  /// The rules in the order in which reports list them.
  package let rules: [Rule]
  /// The ids of the rules, in the same order.
  package let ids: [String]
  /// The rules that are not the kit's.
  package let own: ArraySlice<Rule>
  private let checks: [Check]
  private let places: [String: Int]
  /// For each rule the places of all that it implies, directly or through others.
  let implied: [Set<Int>]

  /// The function of a rule without the rest of it.
  ///
  /// In a structure of its own: an array of bare closures would call each through a thunk that
  /// copies the evidence.
  private struct Check {
    let verdict: @Sendable (Evidence) -> Verdict
  }

  /// The catalogue with some rules behind it.
  ///
  /// - Parameter own: The rules; ``RuleMistake/first(in:)`` finds nothing wrong with them.
  package init(own: [Rule]) {
    let rules = Rule.catalogue + own
    let ids = rules.map { rule in rule.id }
    let places = Dictionary(
      zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    let implies = rules.map { rule in rule.implies.compactMap { id in places[id] } }
    self.rules = rules
    self.ids = ids
    self.own = rules.dropFirst(Rule.catalogue.count)
    self.places = places
    checks = rules.map { rule in Check(verdict: rule.check) }
    implied = implies.map { direct in
      var reached: Set<Int> = []
      var pending = direct
      while let place = pending.popLast() {
        if reached.insert(place).inserted { pending += implies[place] }
      }
      return reached
    }
  }

  /// The rule with an id; nil where there is none.
  package func rule(named id: String) -> Rule? { places[id].map { place in rules[place] } }

  /// What each rule says of a run, in the order of the rules.
  package func judge(_ evidence: Evidence) -> [Judgement] {
    checks.indices.map { place in
      let verdict = checks[place].verdict(evidence)
      return Judgement(
        book: self, place: place,
        verdict: place < own.startIndex ? verdict : verdict.placed(in: evidence))
    }
  }
}

extension Verdict {
  /// The verdict of a rule that may name an entry which the log does not have.
  ///
  /// Reports point at the entry, so it is moved into the log, and the reason says so.
  fileprivate func placed(in evidence: Evidence) -> Verdict {
    guard case .violated(let entry, let reason) = self,
      !evidence.entries.indices.contains(entry)
    else { return self }
    let count = evidence.entries.count
    return .violated(
      at: Swift.max(0, Swift.min(entry, count - 1)),
      because: "\(reason) (the rule blames entry \(entry), and the log has \(count))")
  }
}
