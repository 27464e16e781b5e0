import SluiceConformance
import SluiceSpies
import Testing

/// One example of one rule, under a name that test reports can show.
struct ExampleCase: Sendable, CustomTestStringConvertible {
  let rule: Rule
  let example: Rule.Example

  var testDescription: String { "\(rule.id): \(example.title)" }

  static let all = Rule.catalogue.flatMap { rule in
    rule.examples.map { example in ExampleCase(rule: rule, example: example) }
  }
}

@Suite("Examples")
struct RuleExampleTests {
  @Test("are judged as they say, with the blame where they mark it", arguments: ExampleCase.all)
  func areJudgedAsTheySay(_ item: ExampleCase) {
    let verdict = item.rule.check(item.example.evidence)
    switch (item.example.expectation, verdict) {
    case (.conforming, .held), (.silent, .notExercised), (.outside, .inapplicable): break
    case (.violating, .violated(let at, let reason)):
      #expect(at == item.example.blamed)
      #expect(reason.first?.isUppercase == false && !reason.hasSuffix("."))
    default: Issue.record("expected \(item.example.expectation), got \(verdict)")
    }
  }

  @Test("mark one line to blame exactly where they violate", arguments: ExampleCase.all)
  func markBlame(_ item: ExampleCase) {
    let blamed = item.example.lines.count { line in line.isBlamed }
    #expect(blamed == (item.example.expectation == .violating ? 1 : 0))
  }

  @Test(
    "of a violation break no rule that the broken one does not imply", arguments: ExampleCase.all)
  func breakNothingElse(_ item: ExampleCase) {
    guard item.example.expectation != .outside else { return }
    let primary = Rule.judge(item.example.evidence).primaryViolations.map { $0.rule.id }
    switch item.example.expectation {
    case .conforming: #expect(primary.isEmpty)
    case .violating:
      let others = primary.filter { id in id != item.rule.id && !explains(id, item.rule) }
      #expect(others.isEmpty)
    case .silent, .outside: break
    }
  }

  /// Whether a broken rule implies another, directly or through others.
  private func explains(_ id: String, _ rule: Rule) -> Bool {
    var pending = [id]
    var seen: Set<String> = []
    while let next = pending.popLast() {
      if next == rule.id { return true }
      guard seen.insert(next).inserted else { continue }
      pending += Rule.named(next)?.implies ?? []
    }
    return false
  }
}
