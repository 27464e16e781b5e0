import SluiceHarness
import SluiceRunner
import Testing

@Suite("Rules that the journal says once")
struct RepeatedRulesTests {
  private static func line(_ number: Int, _ rules: [RuleResult]) throws -> RunJournal.Line {
    var line = try CaseLine.decode(RunJournal.Line.self, from: RecordSamples.journal()[1])
    line.rulesOfLine = nil
    line.listing.number = number
    line.result.rules = rules
    return line
  }

  private static let held = [RuleResult(rule: "a.b", verdict: .held)]
  private static let inapplicable = [
    RuleResult(rule: "a.b", verdict: .inapplicable, reason: "the stream declares it so")
  ]

  @Test("are written with the first case that has them, and come back for each")
  func restored() throws {
    let lines = try [Self.held, Self.inapplicable, Self.held, [], Self.inapplicable].enumerated()
      .map { number, rules in try Self.line(number, rules) }
    var (writer, reader) = (RepeatedRules(), RepeatedRules())
    let written = lines.enumerated().map { index, line in
      writer.shortened(line, at: index + 2)
    }
    #expect(written.map(\.rulesOfLine) == [nil, nil, 2, nil, 3])
    #expect(written.map(\.result.rules) == [Self.held, Self.inapplicable, [], [], []])
    let read = written.enumerated().map { index, line in reader.restored(line, at: index + 2) }
    #expect(read == lines)
  }

  @Test("are written with each case beyond a number of them, and memory does not grow")
  func bounded() throws {
    let rules = (0..<1030).map { number in [RuleResult(rule: "a.\(number)", verdict: .held)] }
    let line = try Self.line(0, [])
    var (writer, reader) = (RepeatedRules(), RepeatedRules())
    var (repeated, number) = (0, 1)
    for said in rules + rules {
      number += 1
      var line = line
      line.result.rules = said
      let written = writer.shortened(line, at: number)
      if written.rulesOfLine != nil { repeated += 1 }
      #expect(reader.restored(written, at: number) == line)
    }
    #expect(repeated == 1024)
  }

  @Test("are refused where the line that a case refers to has none, or the case has its own")
  func refused() throws {
    var reader = RepeatedRules()
    let first = try Self.line(0, Self.held)
    #expect(reader.restored(first, at: 2) == first)
    var later = try Self.line(1, [])
    later.rulesOfLine = 3
    #expect(reader.restored(later, at: 3) == nil)
    later.rulesOfLine = 2
    #expect(reader.restored(later, at: 4)?.result.rules == Self.held)
    later.result.rules = Self.inapplicable
    #expect(reader.restored(later, at: 5) == nil)
  }
}
