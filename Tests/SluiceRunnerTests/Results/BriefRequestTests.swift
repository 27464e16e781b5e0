import SluiceRunner
import SluiceText
import Testing

@Suite("Brief requests")
struct BriefRequestTests {
  /// A request with everything that a brief one can ask for.
  private static let request: CaseRequest = {
    var request = CaseRequest(
      root: "/a folder", shownPath: "Scenarios/p/unit/f.scenario",
      id: "p/unit/f/a name: é \u{202E}/x=\"1\"", subject: "faulty-é", level: "should",
      exploration: .thorough(count: 64), seed: .max,
      commands: ExplorationCommands(run: "sluice run 'a'", replay: "sluice replay 'a' --schedule"))
    request.keepsLogs = true
    request.endsWithLogs = true
    request.account.drawing = .near
    request.account.hasEvents = true
    request.writesScenario = true
    request.isPatient = true
    return request
  }()

  /// Each of them alone, and what else a request may have.
  private static let variants: [@Sendable (inout CaseRequest) -> Void] = [
    { _ in }, { $0.keepsLogs = false }, { $0.endsWithLogs = false },
    { $0.account.drawing = .whole }, { $0.account.drawing = .none },
    { $0.account.hasEvents = false }, { $0.writesScenario = false }, { $0.isPatient = false },
    { $0.seed = 0 }, { $0.exploration = .thorough(count: 0) },
    { $0.exploration = .thorough(count: Exploration.every) }, { $0.id = "" },
    { $0.exploration = .canonical }, { $0.exploration = .forced(schedule: "v1", times: 2) },
    { $0.keepsDigests = true }, { $0.tellsLog = true }, { $0.observesTraits = true },
    { $0.observesRaces = true }, { $0.observesRaces = false }, { $0.id = "a\tb" },
    { $0.shownPath = "a\nb" },
    { $0.commands = ExplorationCommands(swiftCall: "gate(", remark: "seed 1") },
  ]

  @Test("are read as they were written, and no request loses anything", arguments: variants.indices)
  func roundTrip(_ index: Int) throws {
    var request = Self.request
    Self.variants[index](&request)
    let line = try request.line()
    #expect(!line.contains("\n"))
    #expect(try CaseRequest(line: line) == request)
  }

  @Test("are what most cases are asked for with, and nothing but JSON is said of the others")
  func brief() throws {
    for (index, variant) in Self.variants.enumerated() {
      var request = Self.request
      variant(&request)
      #expect(try request.line().hasPrefix("{") == (index >= 12), "variant \(index)")
    }
  }

  @Test("that are damaged are refused with a sentence")
  func damaged() throws {
    let words = TabbedWords.words(of: try Self.request.line())
    var lines = words.indices.dropFirst().map { place in
      var less = words
      less.remove(at: place)
      return less
    }
    lines += [words + ["x"], words + [""]]
    for (place, word) in [(8, "2"), (8, ""), (13, "near "), (14, "-1"), (15, "1.5"), (15, "-1")] {
      var other = words
      other[place] = word
      lines.append(other)
    }
    for line in lines.map({ words in words.joined(separator: "\t") }) {
      #expect(
        throws: CaseLineError.unreadable(reason: "'\(line)' does not ask for a case"), "\(line)"
      ) {
        try CaseRequest(line: line)
      }
    }
  }
}
