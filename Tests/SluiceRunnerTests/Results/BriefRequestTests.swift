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
      edition: "2026.12", exploration: .thorough(count: 64), seed: .max,
      commands: ExplorationCommands(run: "sluice run 'a'", replay: "sluice replay 'a' --schedule"))
    request.keepsLogs = true
    request.endsWithLogs = true
    request.account.drawing = .near
    request.account.hasEvents = true
    request.writesScenario = true
    request.isPatient = true
    return request
  }()

  private typealias Change = @Sendable (inout CaseRequest) -> Void

  /// What a brief request may have otherwise.
  private static let otherwise: [Change] = [
    { _ in }, { $0.keepsLogs = false }, { $0.endsWithLogs = false },
    { $0.account.drawing = .whole }, { $0.account.drawing = .none },
    { $0.account.hasEvents = false }, { $0.writesScenario = false }, { $0.isPatient = false },
    { $0.seed = 0 }, { $0.edition = "2027.01" }, { $0.exploration = .thorough(count: 0) },
    { $0.exploration = .thorough(count: Exploration.every) }, { $0.id = "" },
  ]

  /// What else a request may have: none of it may be lost.
  private static let extras: [Change] = [
    { $0.exploration = .canonical }, { $0.exploration = .forced(schedule: "v1", times: 2) },
    { $0.keepsDigests = true }, { $0.tellsLog = true }, { $0.observesTraits = true },
    { $0.observesRaces = true }, { $0.observesRaces = false }, { $0.id = "a\tb" },
    { $0.shownPath = "a\nb" },
    { $0.commands = ExplorationCommands(swiftCall: "gate(", remark: "seed 1") },
  ]

  @Test("are read as they were written", arguments: otherwise.indices)
  func roundTrip(_ index: Int) throws {
    try Self.expectWhole(Self.otherwise[index], isBrief: true)
  }

  @Test("are not made of what asks for more, which crosses as JSON", arguments: extras.indices)
  func more(_ index: Int) throws {
    try Self.expectWhole(Self.extras[index], isBrief: false)
  }

  private static func expectWhole(_ change: Change, isBrief: Bool) throws {
    var request = Self.request
    change(&request)
    let line = try request.line()
    #expect(line.hasPrefix(isBrief ? "play\t" : "{"))
    #expect(!line.contains("\n"))
    #expect(try CaseRequest(line: line) == request)
  }

  @Test("that are damaged are refused with a sentence")
  func damaged() throws {
    let words = TabbedWords.words(of: try Self.request.line())
    try #require(words.count == 17)
    var lines = words.indices.dropFirst().map { place in
      var less = words
      less.remove(at: place)
      return less
    }
    lines += [words + ["x"], words + [""]]
    for (place, word) in [(9, "2"), (9, ""), (14, "near "), (15, "-1"), (16, "1.5"), (16, "-1")] {
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
