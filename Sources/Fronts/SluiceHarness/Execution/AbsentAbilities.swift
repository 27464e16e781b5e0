import SluiceConformance
import SluiceRunner
import SluiceSpies

/// What the subjects of a run say that their sources lack, and how many cases are left out for it.
struct AbsentAbilities: CustomStringConvertible {
  private let abilities: [SourceAbility]
  private let leftOut: Int

  /// The abilities that subjects declare absent; nil where they declare none.
  ///
  /// What no source of a product's stream can do is the product's matter, and not counted.
  ///
  /// - Parameters:
  ///   - runner: What would play the cases.
  ///   - subjects: The subjects under test.
  ///   - plan: The cases of the run, those of all shards.
  /// - Throws: `PlanError` if a file can't be read any more.
  init?(of runner: CaseRunner, _ subjects: [Subject], in plan: RunPlan) throws {
    let absent = subjects.reduce(into: Set<SourceAbility>()) { absent, subject in
      absent.formUnion(subject.lacking.subtracting(subject.lackingAnyway))
    }
    guard !absent.isEmpty else { return nil }
    var count = 0
    var cases = PlannedCases(plan)
    while let scenario = try cases.next() {
      if case .absent(_, let ability)? = runner.omission(of: scenario), absent.contains(ability) {
        count += 1
      }
    }
    abilities = absent.withoutImplied.sorted()
    leftOut = count
  }

  /// The abilities and the number of cases, as reports show them.
  var description: String {
    let names = abilities.map { ability in ability.rawValue }.joined(separator: ", ")
    return "\(names); \(leftOut == 1 ? "1 case is" : "\(leftOut) cases are") left out"
  }
}
