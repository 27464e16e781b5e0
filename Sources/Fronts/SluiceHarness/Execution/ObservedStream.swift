package import SluiceConformance
import SluiceReports
package import SluiceRunner
import SluiceSpies
import SluiceText

/// One stream of a subject with all that was seen of its traits, and the text about it.
package struct ObservedStream {
  let subject: Subject
  /// How many cases were played.
  var cases = 0
  /// The cases that came to no end, with the reason.
  var interruptions: [(id: String, reason: String)] = []
  /// The abilities of the source that no listener had a callback for in any case so far; nil where
  /// no add said so.
  private var inaudible: Set<SourceAbility>?
  private var occasions: [TraitName: [TraitComparison.Occasion]] = [:]

  package init(subject: Subject) {
    self.subject = subject
    // No log tells what a stream that never threw could have thrown; its type does.
    occasions[.canFail] = [
      TraitComparison.Occasion(SeenValue(["\(subject.failsByType)"]), at: "the stream's type")
    ]
  }

  /// Counts something that was seen of a trait.
  mutating func add(_ seen: SeenValue, of trait: TraitName, at place: String) {
    guard trait != .canFail else { return }
    occasions[trait, default: []].append(TraitComparison.Occasion(seen, at: place))
  }

  /// Counts what no listener of a case had a callback for.
  mutating func add(inaudible names: [String]?) {
    guard let names else { return }
    let abilities = Set(names.compactMap { name in SourceAbility(rawValue: name) })
    inaudible = inaudible?.intersection(abilities) ?? abilities
  }

  /// What there may be to declare of the source; nil if nothing.
  private var lacking: String? {
    guard let inaudible, !inaudible.isEmpty else { return nil }
    return subject.lacking.union(inaudible).declaration
  }

  /// Counts what a case showed that came to its end.
  package mutating func add(_ result: CaseResult) {
    cases += 1
    add(inaudible: result.inaudible)
    for sighting in result.sightings where sighting.stream == subject.stream {
      guard let trait = TraitName(rawValue: sighting.trait) else { continue }
      let schedule = sighting.schedule > 0 ? ", schedule \(sighting.schedule)" : ""
      add(sighting.seen, of: trait, at: result.id + schedule)
    }
  }

  /// Each trait as declared and as seen, in the order of the names.
  package var comparisons: [TraitComparison] {
    TraitName.allCases.map { trait in
      TraitComparison(
        trait, declaring: subject.traits, seen: telling(occasions[trait] ?? [], trait))
    }
  }

  /// The occasions that tell something of a trait.
  ///
  /// A stream with a latency drops what it keeps back when it is cancelled, and may have merged it
  /// into a later value. No log tells such a value from one that a buffer lost, so occasions on
  /// which nothing was lost outweigh the others. The others tell nothing of a stream that hands on
  /// the first value of an interval alone, or combines values, since no later value replaces a lost
  /// one. Nor do they if a value was lost that a consumer waited for, or with several listeners,
  /// where the end of one loses values of the others.
  private func telling(
    _ occasions: [TraitComparison.Occasion], _ trait: TraitName
  ) -> [TraitComparison.Occasion] {
    let lossless: String? =
      switch trait {
      case .overflow: "unbounded"
      case .bufferOnCancel: Traits.BufferOnCancel.drains.rawValue
      default: nil
      }
    let isDeclaredToLose = !subject.traits.merging.handsOnTheLast
    if trait == .merging {
      let merged = occasions.filter { occasion in !occasion.seen.words.isEmpty }
      return merged.isEmpty && !isDeclaredToLose ? occasions : merged
    }
    let occasions = trait == .bufferOnCancel ? occasions.map(withWhatIsDeclared) : occasions
    let losesByDesign =
      isDeclaredToLose || losesWhatIsWaitedFor
      || (trait == .overflow && subject.traits.listeners > 1)
    let mayLose =
      losesByDesign || subject.traits.latency > .zero || self.occasions[.latency] != nil
    guard let lossless, mayLose else { return occasions }
    let certain = occasions.filter { occasion in occasion.seen.words.contains(lossless) }
    return certain.isEmpty && !losesByDesign ? occasions : certain
  }

  /// Whether a value was lost that a consumer waited for, and was never merged into a later one:
  /// then no buffer was too small for it.
  private var losesWhatIsWaitedFor: Bool {
    occasions[.merging]?.allSatisfy { occasion in occasion.seen.words.isEmpty } ?? false
  }

  /// An occasion with the declared policy of a buffer on cancellation where it would look the same:
  /// a flush differs only while values are kept back, and a late drain once the source has ended.
  private func withWhatIsDeclared(
    _ occasion: TraitComparison.Occasion
  ) -> TraitComparison.Occasion {
    let alike: Traits.BufferOnCancel
    switch subject.traits.bufferOnCancel {
    case .flushes: alike = .drains
    case .drainsAfterEnd: alike = .drops
    case .drops, .drains: return occasion
    }
    var occasion = occasion
    if occasion.seen.words == [alike.rawValue] {
      occasion.seen.words.append(subject.traits.bufferOnCancel.rawValue)
    }
    return occasion
  }

  /// Whether the declaration is other than what was seen.
  var isDifferent: Bool {
    comparisons.contains { comparison in comparison.isDifferent }
  }

  /// Everything that was found out, in a form.
  ///
  /// - Parameters:
  ///   - format: The form.
  ///   - columns: The columns that people's text may take; nil for as many as it takes.
  /// - Returns: The text.
  /// - Throws: `CaseLineError` if it can't be written.
  func text(as format: DataFormat, columns: Int?) throws -> String {
    switch format {
    case .human: CleanText(lines(columns).joined(separator: "\n")).string + "\n\n"
    case .json: try CaseLine.shown(record) + "\n"
    }
  }

  private func lines(_ columns: Int?) -> [String] {
    let comparisons = comparisons
    let found = subject.traits.corrected(by: comparisons)
    let count = "\(cases) \(cases == 1 ? "case" : "cases")"
    var lines = ["\(subject.stream) of '\(subject.name)', seen in \(count):", ""]
    lines += found.declaration.split(separator: "\n").map { line in "  \(line)" } + [""]
    lines += TextTable(rows(of: comparisons), indentation: 2).lines(columns: columns)
    let differences = comparisons.filter { comparison in
      comparison.isDifferent || comparison.relation == .impossible
    }
    if !differences.isEmpty { lines.append("") }
    lines += differences.map { comparison in comparison.sentence }
    if let lacking, let inaudible {
      let names = inaudible.withoutImplied.sorted().map { ability in "'\(ability.rawValue)'" }
      lines += [
        "", "no listener has a callback for \(names.joined(separator: ", ")). If the source never",
        "does that, declare it: over: .listener(…)\(lacking)",
      ]
    }
    if let first = interruptions.first {
      lines += ["", "\(interruptions.count) of the cases came to no end:"]
      lines.append("  \(first.id): \(first.reason)")
    }
    return lines
  }

  private func rows(of comparisons: [TraitComparison]) -> [[String]] {
    var rows = [["trait", "declared", "seen", "case"]]
    for comparison in comparisons {
      let trait = comparison.trait.rawValue
      guard let first = comparison.occasions.first else {
        rows.append([trait, comparison.declared, "-", "nothing shows it"])
        continue
      }
      rows.append([trait, comparison.declared, first.seen.text, first.place])
      for other in comparison.occasions.dropFirst() {
        rows.append(["", "", other.seen.text, other.place])
      }
    }
    return rows
  }
}

extension TraitComparison {
  /// What is to be said of a declaration that is other than what was seen.
  fileprivate var sentence: String {
    let seen =
      isContradictory && occasions.count > 1
      ? "now this, now that: "
        + occasions.map { occasion in occasion.seen.text }.joined(separator: ", ")
      : occasions.first?.seen.text ?? found
    let judgement =
      switch relation {
      case .stricter: "the declaration is stricter than what is seen"
      case .laxer: "the declaration is laxer than what is seen"
      case .impossible: "no declaration allows that; 'sluice run' says which rule it breaks"
      case .other where isContradictory: "no declaration fits all that is seen"
      default: "the declaration is neither stricter nor laxer, but other than what is seen"
      }
    return "\(trait.rawValue): declared \(declared), seen \(seen): \(judgement)"
  }
}

extension ObservedStream {
  /// What a program reads of one stream: one object.
  private struct Record: Encodable {
    struct Trait: Encodable {
      let trait: String
      let declared: String
      let found: String
      let relation: String
      let seen: [Sight]
    }

    struct Sight: Encodable {
      let value: String
      let at: String
    }

    struct Interruption: Encodable {
      let id: String
      let reason: String
    }

    let subject: String
    let stream: String
    let cases: Int
    let declaration: String
    /// What to declare of the source if it never does what no listener has a callback for.
    let lacking: String?
    let isDifferent: Bool
    let traits: [Trait]
    let interruptions: [Interruption]
  }

  private var record: Record {
    let comparisons = comparisons
    return Record(
      subject: subject.name, stream: subject.stream, cases: cases,
      declaration: subject.traits.corrected(by: comparisons).declaration,
      lacking: lacking, isDifferent: isDifferent,
      traits: comparisons.map { comparison in
        Record.Trait(
          trait: comparison.trait.rawValue, declared: comparison.declared,
          found: comparison.found, relation: comparison.relation.rawValue,
          seen: comparison.occasions.map { occasion in
            Record.Sight(value: occasion.seen.text, at: occasion.place)
          })
      },
      interruptions: interruptions.map { interruption in
        Record.Interruption(id: interruption.id, reason: interruption.reason)
      })
  }
}
