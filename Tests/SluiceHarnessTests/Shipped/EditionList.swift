import SluiceSpies
import SluiceText

/// The rules and cases of an edition of the kit, as a list in `Editions` has them.
///
/// The text form has one entry a line, `rule ID` or `case DIGEST ID`, sorted by bytes; `withdrawn`
/// before it says that the kit has it no longer. `#` begins a line that says nothing.
struct EditionList {
  /// A rule or a case of the kit.
  struct Item: Hashable {
    /// `rule` or `case`.
    let kind: String
    let id: String
    /// The digest of what a case plays and expects; empty for a rule.
    let digest: String

    /// A rule.
    init(rule id: String) { self.init(kind: "rule", id: id, digest: "") }

    /// A case.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - content: What it plays and expects.
    init(case id: String, of content: String) {
      let value = Fingerprint(of: content).value
      let digits = String(UInt32(truncatingIfNeeded: value ^ value >> 32), radix: 16)
      let digest = String(repeating: "0", count: 8 - digits.count) + digits
      self.init(kind: "case", id: id, digest: digest)
    }

    private init(kind: String, id: String, digest: String) {
      self.kind = kind
      self.id = id
      self.digest = digest
    }

    /// The entry in a line; nil for a line that has another form.
    init?(parsing line: Substring) {
      let words = line.split(separator: " ", maxSplits: 2)
      switch words.first {
      case "rule" where words.count == 2: self.init(rule: String(words[1]))
      case "case" where words.count == 3:
        self.init(kind: "case", id: String(words[2]), digest: String(words[1]))
      default: return nil
      }
    }

    /// What tells it from others, whatever it plays.
    var key: String { "\(kind) \(id)" }
    /// Its line in a list.
    var text: String { kind == "case" ? "case \(digest) \(id)" : key }
  }

  /// The edition.
  let edition: Edition
  /// What belongs to it, by key.
  private var items: [String: Item] = [:]
  /// The keys of what belonged to it and is no longer there.
  private var withdrawn: Set<String> = []
  private var malformed: [Substring] = []

  /// The list of an edition in a text.
  init(of edition: Edition, parsing text: String) {
    self.edition = edition
    let mark = "withdrawn "
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let isWithdrawn = line.hasPrefix(mark)
      guard let item = Item(parsing: isWithdrawn ? line.dropFirst(mark.count) : line) else {
        malformed.append(line)
        continue
      }
      if isWithdrawn { withdrawn.insert(item.key) } else { items[item.key] = item }
    }
  }

  /// The text form of a list.
  static func text(_ items: some Sequence<Item>, of edition: Edition) -> String {
    let lines = items.sorted { one, other in
      one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
    }.map(\.text)
    let head = "# The rules and cases of edition \(edition) of the kit."
    return ([head] + lines).map { line in line + "\n" }.joined()
  }

  /// What is wrong with the editions of a kit, each with what to do.
  ///
  /// - Parameters:
  ///   - present: What the kit has, with the edition that each names.
  ///   - newest: The newest edition of the kit.
  ///   - corrected: The cases that were corrected under their ids.
  /// - Returns: The sentences, in the order of what is present, and then of the lists.
  func findings(
    _ present: [(item: Item, edition: Edition)], newest: Edition,
    corrected: CorrectedCases = CorrectedCases(parsing: "")
  ) -> [String] {
    var findings = malformed.map { line in "\(line): no entry; that is 'case DIGEST ID'" }
    for (item, named) in present {
      let listed = items[item.key]
      if withdrawn.contains(item.key) {
        findings.append("\(item.key): withdrawn in \(edition), and there; give it another id")
      } else if listed != nil, named > edition {
        findings.append("\(item.key): part of \(edition), and names \(named); name no edition")
      } else if let listed, listed != item, !corrected.items.contains(item) {
        findings.append(
          "\(item.key): changed after its edition, \(edition); give it a new id and a later "
            + "edition. If it corrects a mistake of the case, and no stream that passed it can "
            + "fail now, write '\(item.text)' below a line with the reason in corrected.txt")
      } else if listed == nil, named <= edition {
        findings.append(
          "\(item.key): not in \(edition), so it would turn gates of that edition red; name a "
            + "later edition: 'edition YEAR.MONTH' in the scenario, or 'edition:' of the rule. A "
            + "new row of a matrix needs a scenario of its own")
      } else if named > newest {
        findings.append("\(item.key): names \(named); raise Edition.newest, which is \(newest)")
      }
    }
    let there = Set(present.map(\.item.key))
    for item in items.values.filter({ item in !there.contains(item.key) }).map(\.text).sorted() {
      findings.append(
        "\(item): part of \(edition), and gone; put it back, or write 'withdrawn \(item)' in the "
          + "list instead of it")
    }
    return findings + corrected.findings(present.map(\.item), listed: Set(items.values))
  }
}

/// Cases that were corrected after their edition and kept their ids, each below the reason.
///
/// A corrected case may pass more streams than before, and none less: the gates that hold it stay
/// as they are.
struct CorrectedCases {
  /// The cases as they are now.
  private(set) var items: Set<EditionList.Item> = []
  private var mistakes: [String] = []

  /// The cases in a text, `case DIGEST ID` in a line below one or more with `#` and the reason.
  init(parsing text: String) {
    var hasReason = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix("#") {
        hasReason = line.count > 2
        continue
      }
      if let item = EditionList.Item(parsing: line), item.kind == "case" {
        items.insert(item)
        if !hasReason { mistakes.append("\(line): corrected without a reason in the line above") }
      } else {
        mistakes.append("\(line): no entry; that is 'case DIGEST ID'")
      }
      hasReason = false
    }
  }

  /// What is wrong with the list, each with what to do.
  ///
  /// - Parameters:
  ///   - present: What the kit has.
  ///   - listed: What the list of the last edition has.
  /// - Returns: The sentences, those about lines first.
  func findings(_ present: [EditionList.Item], listed: Set<EditionList.Item>) -> [String] {
    let useless = items.subtracting(present).union(items.intersection(listed))
    return mistakes
      + useless.map { item in
        "\(item.text): corrected.txt has it, and it is no corrected case of the kit; take it out"
      }.sorted()
  }
}
