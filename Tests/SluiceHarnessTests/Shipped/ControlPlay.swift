import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

/// A play of a control: one case of the listener in so many, in the usual order.
struct ControlPlay {
  /// Each control begins with a case of its own, so that together they play all.
  private static let stride = 24

  /// How many cases it has passed.
  private(set) var passed = 0

  /// Plays a share of the cases, none of which may blame the control.
  ///
  /// - Parameters:
  ///   - name: The control.
  ///   - number: Its place among the controls of its kind.
  ///   - note: What a failure says of the control.
  /// - Throws: The error of scenarios that can't be read.
  init(of name: String, _ number: Int, note: String = "") throws {
    let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: name)
    let cases = try ShippedScenarios.cases().filter { scenario in
      scenario.place.product == "listener" && !scenario.tags.contains("traps")
    }
    for place in Swift.stride(from: number % Self.stride, to: cases.count, by: Self.stride) {
      let result = CaseExplorer(of: cases[place], playedBy: runner).result()
      #expect(result.failure?.message == nil, "\(cases[place].id) \(note)")
      if case .passed = result.outcome { passed += 1 }
    }
  }
}
