import ShippedGate
import SluiceHarness
import Testing

@Suite("Help")
struct HelpTests {
  @Test("of the program is as written down", arguments: ["--help", "-h"])
  func program(_ word: String) {
    let call = Call([word])
    #expect(call.output == HelpGoldens.program)
    #expect(call.errors == "")
    #expect(call.exitCode == .success)
  }

  @Test("is what a call without words gets, as an error")
  func noCommand() {
    let call = Call([])
    #expect(call.errors == HelpGoldens.program)
    #expect(call.output == "")
    #expect(call.exitCode == .usage)
  }

  @Test("of each command is as written down", arguments: HelpGoldens.commands.keys.sorted())
  func command(_ name: String) {
    for word in ["--help", "-h"] {
      let call = Call([name, word])
      #expect(call.output == HelpGoldens.commands[name])
      #expect(call.errors == "")
      #expect(call.exitCode == .success)
    }
  }

  @Test("is given whatever else is wrong, but not behind two dashes")
  func anywhere() throws {
    #expect(Call(["run", "--wrong", "x", "-h"]).output == HelpGoldens.commands["run"])
    let command = try ShippedGate.harness.command(of: ["run", "--", "--help"])
    var options = RunOptions()
    options.paths = ["--help"]
    #expect(command.values as? RunOptions == options)
    #expect(Call(["run", "--", "--help"]).output == "")
  }

  @Test("fits into eighty columns and says nothing of hidden commands")
  func width() {
    for text in [HelpGoldens.program] + HelpGoldens.commands.values.sorted() {
      let lines = text.split(whereSeparator: \.isNewline)
      #expect(lines.allSatisfy { line in line.count <= 80 })
    }
    #expect(!HelpGoldens.program.contains("worker"))
  }

  @Test("names the version")
  func version() {
    let call = Call(["--version"])
    #expect(call.output == "sluice \(Harness.version)\n")
    #expect(call.exitCode == .success)
  }
}
