import SluiceText

/// A condition on cases, as `--filter` takes it: `tag:cancel & !product:storage`.
///
/// ```
/// filter = all { "|" all } ;   all = term { "&" term } ;
/// term   = "!" term | "(" filter ")" | [ key ":" ] glob ;
/// key    = "tag" | "product" | "layer" | "rule" | "stream" | "id" ;
/// ``` In a glob `*` stands for any letters and `?` for one. A glob with spaces or one of `&|!()`
/// stands in quotes, in which `\` takes the meaning from the letter after it. Without a key the
/// glob is compared with the id as a whole and with each of its beginnings before a `/`, so that
/// `firestore/unit` selects all cases of that folder.
package struct CaseFilter: Hashable, Sendable {
  /// What a glob is compared with.
  package enum Key: String, CaseIterable, Hashable, Sendable {
    /// Any tag.
    case tag
    /// The product of the folder or of the suite.
    case product
    /// The layer.
    case layer
    /// Any rule that the scenario is about.
    case rule
    /// The stream of the first consumer, or the suite's name for it.
    case stream
    /// The whole id.
    case id
  }

  indirect enum Condition: Hashable, Sendable {
    case any([Condition])
    case all([Condition])
    case not(Condition)
    case glob(Key?, Glob)
  }

  let condition: Condition

  init(condition: Condition) {
    self.condition = condition
  }

  /// The filter of a pattern of case ids alone: a glob without a key, spaces and all.
  ///
  /// - Parameter pattern: The glob.
  package init(pattern: String) {
    self.init(condition: .glob(nil, Glob(pattern)))
  }

  /// Whether a case fulfils the condition.
  ///
  /// - Parameter scenarioCase: The case.
  /// - Returns: True if it does.
  package func matches(_ scenarioCase: ScenarioCase) -> Bool {
    CaseFilter.holds(condition, for: scenarioCase)
  }

  private static func holds(_ condition: Condition, for scenarioCase: ScenarioCase) -> Bool {
    switch condition {
    case .any(let parts): parts.contains { part in holds(part, for: scenarioCase) }
    case .all(let parts): parts.allSatisfy { part in holds(part, for: scenarioCase) }
    case .not(let part): !holds(part, for: scenarioCase)
    case .glob(let key, let glob): holds(glob, key, for: scenarioCase)
    }
  }

  private static func holds(_ glob: Glob, _ key: Key?, for scenarioCase: ScenarioCase) -> Bool {
    switch key {
    case .tag: scenarioCase.tags.contains(where: glob.matches)
    case .rule: scenarioCase.rules.contains(where: glob.matches)
    case .layer: glob.matches(scenarioCase.place.layer.rawValue)
    case .id: glob.matches(scenarioCase.id)
    case .product:
      glob.matches(scenarioCase.place.product)
        || glob.matches(String(scenarioCase.suite.prefix { letter in letter != "." }))
    case .stream:
      scenarioCase.stream.map(glob.matches) == true
        || glob.matches(
          String(scenarioCase.suite.dropLast(scenarioCase.place.layer.rawValue.utf8.count + 1)))
    case nil: glob.matchesLeading(scenarioCase.id)
    }
  }

  /// The filter that selects exactly the case of an id.
  ///
  /// - Parameter id: The whole id.
  /// - Returns: The text of the filter, without quotes for a shell.
  package static func text(selecting id: String) -> String {
    var escaped = ""
    for scalar in id.unicodeScalars {
      // What no terminal is shown, nobody could paste.
      guard !scalar.steersTerminals else {
        escaped += "?"
        continue
      }
      switch scalar {
      case "\\", "\"", "*", "?": escaped += "\\"
      default: break
      }
      escaped.unicodeScalars.append(scalar)
    }
    return "id:\"\(escaped)\""
  }
}

/// A pattern in which `*` stands for any letters and `?` for one.
struct Glob: Hashable, Sendable {
  private enum Part: Hashable {
    case letter(UnicodeScalar)
    case one
    case any
  }

  private var parts: [Part] = []

  /// Creates a pattern; a backslash takes the meaning from the letter after it.
  init(_ text: String) {
    var isEscaped = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        parts.append(.letter(scalar))
        isEscaped = false
      case "\\": isEscaped = true
      case "*":
        if parts.last != .any { parts.append(.any) }
      case "?": parts.append(.one)
      default: parts.append(.letter(scalar))
      }
    }
    if isEscaped { parts.append(.letter("\\")) }
  }

  /// Whether the whole text matches.
  func matches(_ text: String) -> Bool {
    matches(Array(text.unicodeScalars)[...])
  }

  /// Whether the text matches as a whole, or up to one of its slashes.
  func matchesLeading(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    if matches(scalars[...]) { return true }
    return scalars.indices.contains { index in
      scalars[index] == "/" && matches(scalars[..<index])
    }
  }

  /// Goes back to the last `*` only, so the time is at most the product of both lengths.
  private func matches(_ text: ArraySlice<UnicodeScalar>) -> Bool {
    var part = 0
    var place = text.startIndex
    var star: (part: Int, place: Int)?
    while place < text.endIndex {
      if part < parts.count, fits(parts[part], text[place]) {
        part += 1
        place += 1
      } else if part < parts.count, parts[part] == .any {
        star = (part, place)
        part += 1
      } else if let last = star {
        star = (last.part, last.place + 1)
        part = last.part + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { rest in rest == .any }
  }

  private func fits(_ part: Part, _ scalar: UnicodeScalar) -> Bool {
    switch part {
    case .letter(let wanted): wanted == scalar
    case .one: true
    case .any: false
    }
  }
}
