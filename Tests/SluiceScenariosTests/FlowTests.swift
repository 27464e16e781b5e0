import SluiceScenarios
import Testing

@Suite("Flows and files")
struct FlowTests {
  @Test("a flow is played inline with its arguments, and its lines keep their places")
  func play() throws {
    let text = """
      format 1
      let pause = 3ms
      flow stop(stream, after)
        +$after cancel $stream
        expect $stream ended
      flow twice(stream)
        $stream = firestore.document-snapshots(cities/SF)
        +$pause play stop($stream, after: $pause)
      scenario "s"
        timeline
          @10ms play twice(L)
      """
    let result = Reading.read(text)
    #expect(Reading.gcc(result) == "")
    let steps = try Reading.cases(text)[0].timeline
    #expect(steps.map(\.timing) == [.at(10_000_000), .after(6_000_000), .same])
    #expect(steps.map(\.earliest) == [10_000_000, 16_000_000, 16_000_000])
    #expect(steps[1].action == .control(.cancel, stream: "L"))
    let lines = steps.map { step in result.sources.location(of: step.span).line }
    #expect(lines == [7, 4, 5])
    let played = steps[1].playedFrom.map { span in result.sources.location(of: span).line }
    #expect(played == [11, 8])
  }

  @Test("names come from used files, each read once, and not from those that they use")
  func use() throws {
    let files = [
      "Scenarios/firestore/flows.scenario": """
      format 1
      use "../shared.scenario"
      flow stop(stream)
        +$pause cancel $stream
      """,
      "Scenarios/shared.scenario": "format 1\nlet pause = 3ms\n",
    ]
    let text = """
      format 1
      use "../flows.scenario"
      use "../../shared.scenario"
      scenario "s"
        timeline
          L = firestore.document-snapshots(cities/SF)
          play stop(L)
      """
    let result = Reading.read(text, files: files)
    #expect(Reading.gcc(result) == "")
    let steps = try Reading.cases(text, files: files)[0].timeline
    #expect(steps[1].timing == .after(3_000_000))
    let place = result.sources.location(of: steps[1].span)
    #expect(place.description == "Scenarios/firestore/flows.scenario:4:3")
    let unseen = text.replacing("use \"../../shared.scenario\"", with: "").replacing(
      "play stop(L)", with: "+$pause cancel L")
    #expect(Reading.summary(Reading.read(unseen, files: files)) == ["S0304@7:6"])
  }

  @Test("what is wrong with a used file is reported in it")
  func wrongFiles() {
    let files = [
      "Scenarios/firestore/cancellation/bad.scenario": "format 1\nlet a = 5sec\n",
      "Scenarios/firestore/cancellation/one.scenario": "format 1\nuse \"two.scenario\"\n",
      "Scenarios/firestore/cancellation/two.scenario": "format 1\nuse \"one.scenario\"\n",
      "Scenarios/firestore/cancellation/x.scenario": "format 1\nlet a = 1\n",
      "Scenarios/firestore/cancellation/y.scenario": "format 1\nlet a = 1\n",
    ]
    func places(_ uses: [String]) -> [String] {
      let text = "format 1\n" + uses.map { "use \"\($0)\"\n" }.joined()
      let result = Reading.read(text, files: files)
      return result.diagnostics.map { diagnostic in
        "\(diagnostic.code.rawValue) \(result.sources.location(of: diagnostic.span))"
      }
    }
    let folder = "Scenarios/firestore/cancellation/"
    #expect(places(["bad.scenario"]) == ["S0112 \(folder)bad.scenario:2:9"])
    #expect(places(["one.scenario"]) == ["S0602 \(folder)two.scenario:2:5"])
    #expect(places(["document.scenario"]) == ["S0602 \(Reading.path):2:5"])
    #expect(places(["none.scenario"]) == ["S0601 \(Reading.path):2:5"])
    #expect(places(["../../../../a.scenario"]) == ["S0603 \(Reading.path):2:5"])
    #expect(places(["/a.scenario"]) == ["S0603 \(Reading.path):2:5"])
    #expect(places(["x.scenario", "y.scenario"]) == ["S0303 \(Reading.path):3:5"])
    #expect(places(["x.scenario", "./x.scenario"]) == [])
  }

  @Test("flows that multiply and values that multiply end at a limit")
  func explosions() {
    var flows = "format 1\nflow f0\n  firestore.delete(cities/SF)\n"
    var lets = "format 1\nlet v0 = [1]\n"
    for index in 1...40 {
      flows += "flow f\(index)\n  play f\(index - 1)\n  play f\(index - 1)\n"
      lets += "let v\(index) = [$v\(index - 1), $v\(index - 1)]\n"
    }
    let scenario = "scenario \"s\"\n  timeline\n    "
    let steps = Reading.read(flows + scenario + "play f40\n")
    #expect(Set(steps.diagnostics.map(\.code)) == [.tooManySteps])
    let values = Reading.read(
      lets + scenario + "L = listener.values()\n    expect L next $v40\n",
      path: "Scenarios/listener/unit/a.scenario")
    #expect(Set(values.diagnostics.map(\.code)) == [.valueTooLarge])
  }

  @Test("depth ends at a limit, in brackets, in values and in flows")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    func codes(_ text: String) -> Set<DiagnosticCode> {
      Set(Reading.read(text).diagnostics.map(\.code))
    }
    #expect(codes(Reading.started("expect L next \(nested(64))")) == [])
    #expect(codes(Reading.started("expect L next \(nested(65))")) == [.tooDeep])
    #expect(codes(Reading.started("expect L next \(nested(100_000))")) == [.tooDeep])
    let value = "format 1\nlet a = \(nested(40))\nlet b = [[$a]]\n"
    #expect(codes(value) == [])
    #expect(
      codes(value + "flow f(s)\n  expect $s next \(nested(23).replacing("1", with: "$b"))\n") == [
        .tooDeep
      ])
    var flows = "format 1\nflow f0\n  firestore.delete(cities/SF)\n"
    for index in 1...70 { flows += "flow f\(index)\n  play f\(index - 1)\n" }
    #expect(codes(flows) == [])
    #expect(codes(flows + "scenario \"s\"\n  timeline\n    play f70\n") == [.tooDeep])
  }

  @Test("recursion is found, however long the way")
  func recursion() {
    let text = """
      format 1
      flow a
        play b
      flow b
        play c
      flow c
        play a
      """
    #expect(Reading.summary(Reading.read(text)) == ["S0311@7:8"])
    let scenario = "\nscenario \"s\"\n  timeline\n    play b\n"
    #expect(Reading.summary(Reading.read(text + scenario)) == ["S0311@7:8"])
  }

  @Test("large files end at a limit")
  func largeFiles() {
    let lines = "format 1\n" + String(repeating: "# line\n", count: 10_000)
    #expect(Reading.summary(Reading.read(lines)) == ["S0702@10001:1"])
    let bytes = "format 1 #" + String(repeating: "x", count: 1_048_576)
    #expect(Reading.read(bytes).diagnostics.map(\.code) == [.fileTooLarge])
  }
}
