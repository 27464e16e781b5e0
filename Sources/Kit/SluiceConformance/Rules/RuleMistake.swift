package import SluiceSpies

/// What is wrong with a rule that a program adds to the catalogue.
package enum RuleMistake: Error, Sendable, Hashable, CustomStringConvertible {
  /// An id that is no `<group>.<name>` of small letters, digits and hyphens.
  case unusableID(String)
  /// The id of a rule of the kit.
  case shippedID(String)
  /// The id of two of the rules.
  case twice(String)
  /// A rule without a statement or a rationale.
  case empty(String, part: String)
  /// A rule that implies one that there is not.
  case unknownImplied(String, implied: String)
  /// A rule of an edition that the kit does not have, for this reason.
  case unknownEdition(String, EditionError)
  /// Rules that imply one another in a circle, so that none of them would be told.
  case circle([String])

  /// The first mistake in some rules; nil if there is none.
  ///
  /// - Parameters:
  ///   - rules: The rules of a program, without the kit's.
  ///   - newest: The newest edition of the kit: a rule of a later one would count nowhere.
  /// - Returns: The mistake.
  package static func first(
    in rules: [Rule], upTo newest: Edition = .newest
  ) -> RuleMistake? {
    let shipped = Set(RuleBook.shipped.ids)
    let own = Set(rules.map(\.id))
    var seen: Set<String> = []
    for rule in rules {
      guard rule.id.isRuleID else { return .unusableID(rule.id) }
      guard !shipped.contains(rule.id) else { return .shippedID(rule.id) }
      guard seen.insert(rule.id).inserted else { return .twice(rule.id) }
      for (part, text) in [("statement", rule.statement), ("rationale", rule.rationale)]
      where text.allSatisfy(\.isWhitespace) {
        return .empty(rule.id, part: part)
      }
      do throws(EditionError) {
        try rule.edition.check(upTo: newest)
      } catch {
        return .unknownEdition(rule.id, error)
      }
      for id in rule.implies where !shipped.contains(id) && !own.contains(id) {
        return .unknownImplied(rule.id, implied: id)
      }
    }
    let implies = Dictionary(uniqueKeysWithValues: rules.map { rule in (rule.id, rule.implies) })
    for rule in rules {
      if let circle = circle(from: rule.id, in: implies) { return .circle(circle) }
    }
    return nil
  }

  /// The shortest way from a rule through those that it implies back to it.
  private static func circle(from id: String, in implies: [String: [String]]) -> [String]? {
    var ways = [[id]]
    var seen: Set<String> = []
    while !ways.isEmpty {
      var longer: [[String]] = []
      for way in ways {
        for next in way.last.flatMap({ last in implies[last] }) ?? [] {
          if next == id { return way + [id] }
          if seen.insert(next).inserted { longer.append(way + [next]) }
        }
      }
      ways = longer
    }
    return nil
  }

  /// The mistake in a sentence that says what to do.
  package var description: String {
    switch self {
    case .unusableID(let id):
      "the id \(Self.shown(id)) of a rule is not <group>.<name> in small letters, digits and "
        + "hyphens, such as 'delivery.each-value-once'"
    case .shippedID(let id): "the kit has a rule '\(id)' already; give yours another id"
    case .twice(let id): "two rules of the gate have the id '\(id)'"
    case .empty(let id, let part): "the rule '\(id)' has no \(part)"
    case .unknownImplied(let id, let implied):
      "the rule '\(id)' implies \(Self.shown(implied)), which is no rule of the kit or the gate"
    case .unknownEdition(let id, let error): "the rule \(Self.shown(id)) is of no edition: \(error)"
    case .circle(let ids):
      "rules imply one another in a circle, so none of them would be reported: "
        + ids.joined(separator: ", ")
    }
  }

  /// A text in quotes, in which nothing breaks the line.
  private static func shown(_ text: String) -> String {
    let letters = text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }
    return "'\(letters.joined())'"
  }
}

extension String {
  /// Whether the text may be a rule's id.
  fileprivate var isRuleID: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.unicodeScalars.allSatisfy { scalar in
            ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
          }
      }
  }
}
