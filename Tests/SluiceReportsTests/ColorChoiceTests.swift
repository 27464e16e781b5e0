import SluiceReports
import Testing

@Suite("Colour choice")
struct ColorChoiceTests {
  @Test("the option decides whatever else says", arguments: [true, false])
  func option(isTerminal: Bool) {
    let environment = ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]
    #expect(ColorChoice.always.usesColor(environment: environment, isTerminal: isTerminal))
    #expect(!ColorChoice.never.usesColor(environment: environment, isTerminal: isTerminal))
  }

  @Test(
    "without the option NO_COLOR decides, then CLICOLOR_FORCE, then the stream",
    arguments: [
      ([:], true, true), ([:], false, false),
      (["NO_COLOR": "1"], true, false), (["NO_COLOR": ""], true, true),
      (["NO_COLOR": "", "CLICOLOR_FORCE": "1"], false, true),
      (["NO_COLOR": "0", "CLICOLOR_FORCE": "1"], true, false),
      (["CLICOLOR_FORCE": "1"], false, true), (["CLICOLOR_FORCE": "0"], false, false),
      (["CLICOLOR_FORCE": ""], false, false), (["CLICOLOR_FORCE": "0"], true, true),
    ] as [([String: String], Bool, Bool)])
  func environment(environment: [String: String], isTerminal: Bool, expected: Bool) {
    let decision = ColorChoice.auto.usesColor(environment: environment, isTerminal: isTerminal)
    #expect(decision == expected)
  }
}
