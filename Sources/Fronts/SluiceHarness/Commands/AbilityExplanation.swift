import SluiceConformance
import SluiceScenarios
import SluiceSpies

/// What an ability of a source is, as text.
struct AbilityExplanation {
  let ability: SourceAbility
  let registry: Registry

  /// What the source can do with the ability.
  static func summary(of ability: SourceAbility) -> String {
    switch ability {
    case .fail: "The source can call back with an error."
    case .finish: "The source can tell its listeners that it has ended."
    case .refuse: "The source can refuse a listener: its add throws, or calls back with an error."
    case .sendNothing: "The source can call back with neither a value nor an error."
    case .sendBoth: "The source can call back with a value and an error at once."
    case .present: "The source can hand a present value to each new listener."
    case .serveSeveral: "The source can serve several listeners at once."
    case .removeWithHandle: "The source removes a listener when its handle is dropped."
    case .keepRemoved: "The source can keep the callback of a listener that was removed."
    }
  }

  /// The ability's meaning, how to declare that it is absent, and what is left out then.
  var text: String {
    var lines = [
      "ability \(ability.rawValue): \(AbilityExplanation.summary(of: ability))", "",
      "An ability that the subject does not name counts as present. Declare one absent if the",
      "interface has no way to do it, or its documentation rules it out:",
      "  over: .listener(…)\(Set([ability]).declaration)",
      "A stream that ignores a callback of its source is not over such a source.",
    ]
    let implied = ability.including.subtracting([ability]).sorted().map { other in other.rawValue }
    if !implied.isEmpty {
      lines += ["", "Absent with it: \(implied.joined(separator: ", "))"]
    }
    let verbs = registry.verbs.flatMap { verb in
      let words = verb.needsOfWords.filter { _, needed in ability.including.contains(needed) }
      let calls = words.keys.sorted().map { word in "\(verb.name)(…: \(word))" }
      return verb.needs.map(ability.including.contains) == true ? [verb.name] : calls
    }
    if !verbs.isEmpty {
      lines += [
        "", "Without it, cases with these verbs are left out:",
        "  \(verbs.joined(separator: ", "))",
      ]
    }
    if ability == .serveSeveral {
      lines += ["", "Without it, cases that open several streams are left out."]
    }
    let rules = Rule.catalogue.filter { rule in
      !rule.needs.isEmpty && ability.including.isSuperset(of: rule.needs)
    }
    if !rules.isEmpty {
      let names = rules.map { rule in rule.id }.joined(separator: ", ")
      lines += ["", "Without it, these rules don't apply:", "  \(names)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
