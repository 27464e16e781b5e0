import SluiceSpies

/// The rules and cases of an edition of the kit, as a list in `Editions` has them.
///
/// The text form has one entry a line, `rule ID` or `case ID`, sorted by bytes; `withdrawn` before
/// it says that the kit has it no longer. `#` begins a line that says nothing.
struct EditionList {
  /// A rule or a case of the kit.
  struct Item: Hashable {
    /// `rule` or `case`.
    let kind: String
    let id: String

    var text: String { "\(kind) \(id)" }
  }

  /// The edition.
  let edition: Edition
  /// What belongs to it.
  private(set) var items: Set<String> = []
  /// What belonged to it and is no longer there.
  private(set) var withdrawn: Set<String> = []

  /// The list of an edition in a text.
  init(of edition: Edition, parsing text: String) {
    self.edition = edition
    let mark = "withdrawn "
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix(mark) {
        withdrawn.insert(String(line.dropFirst(mark.count)))
      } else {
        items.insert(String(line))
      }
    }
  }

  /// The text form of a list.
  static func text(_ items: some Sequence<Item>, of edition: Edition) -> String {
    let lines = items.map(\.text).sorted { one, other in
      one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    let head = "# The rules and cases of edition \(edition) of the kit."
    return ([head] + lines).map { line in line + "\n" }.joined()
  }

  /// What is wrong with the editions of a kit, each with what to do.
  ///
  /// - Parameters:
  ///   - present: What the kit has, with the edition that each names.
  ///   - newest: The newest edition of the kit.
  /// - Returns: The sentences, in the order of what is present, and then of the list.
  func findings(_ present: [(item: Item, edition: Edition)], newest: Edition) -> [String] {
    var findings: [String] = []
    for (item, named) in present {
      let isListed = items.contains(item.text)
      if withdrawn.contains(item.text) {
        findings.append("\(item.text): withdrawn in \(edition), and there; give it another id")
      } else if isListed, named > edition {
        findings.append("\(item.text): part of \(edition), and names \(named); name no edition")
      } else if !isListed, named <= edition {
        findings.append(
          "\(item.text): not in \(edition), so it would turn gates of that edition red; name a "
            + "later edition: 'edition YEAR.MONTH' in the scenario, or 'edition:' of the rule. A "
            + "new row of a matrix needs a scenario of its own")
      } else if named > newest {
        findings.append("\(item.text): names \(named); raise Edition.newest, which is \(newest)")
      }
    }
    let there = Set(present.map(\.item.text))
    for item in items.subtracting(there).sorted() {
      findings.append(
        "\(item): part of \(edition), and gone; put it back, or write 'withdrawn \(item)' in the "
          + "list instead of it")
    }
    return findings
  }
}
