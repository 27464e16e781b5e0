import Foundation
import SluiceHarness
import SluiceRunner
import SluiceText
import Testing

/// Each number of a line between processes is checked, in every member.
@Suite("Numbers of a record")
struct CheckedNumbersTests {
  /// A kind of line, how it is read, and its members in which any number makes sense.
  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    let line: String
    let unbounded: Set<String>
    let read: @Sendable (String) throws -> Void

    init<Content: Decodable & CheckedContent & SendableMetatype>(
      _ type: Content.Type, _ line: String, unbounded: Set<String> = []
    ) {
      testDescription = "\(type)"
      self.line = line
      self.unbounded = unbounded
      read = { line in _ = try CaseLine.decode(Content.self, from: line) }
    }
  }

  private static let sums: Set = [
    "digest", "digests", "virtualNanoseconds", "realNanoseconds", "seed",
  ]

  static func kinds() throws -> [Kind] {
    let journal = try RecordSamples.journal()
    let verdict = """
      {"result":{"_0":{"shownPath":"a","verdicts":[{"id":"a","outcome":{"passed":{}},\
      "schedules":3}]}}}
      """
    let requested = VerdictRequest(
      root: "/", shownPath: "a", places: [2, 3], subject: "s", schedules: 64, seed: 5, steps: 7)
    var stress = try StressResult(RecordSamples.result())
    stress.wrongSeed = 3
    stress.unreached = "a line"
    let stressRequest = StressRequest(
      root: "/", shownPath: "a", id: "a", subject: "s", level: "should", edition: "2026.12",
      rounds: 3, seed: 5, again: "again")
    return [
      Kind(RunJournal.Begin.self, journal[0], unbounded: ["seed", "format"]),
      Kind(
        RunJournal.Line.self, journal[1],
        unbounded: sums),
      Kind(
        RunJournal.End.self, journal[2], unbounded: ["realNanoseconds", "digest", "seed"]),
      Kind(
        WorkerAnswer<CaseResult>.self,
        try CaseLine.encode(WorkerAnswer.result(RecordSamples.result())),
        unbounded: sums),
      Kind(
        WorkerAnswer<StressResult>.self, try CaseLine.encode(WorkerAnswer.result(stress)),
        unbounded: sums.union(["wrongSeed"])),
      Kind(WorkerAnswer<VerdictAnswer>.self, verdict),
      Kind(
        VerdictRequest.self, try CaseLine.encode(requested), unbounded: ["schedules", "seed"]),
      Kind(StressRequest.self, try CaseLine.encode(stressRequest), unbounded: ["seed"]),
    ]
  }

  @Test("is refused with its member where it makes no sense", arguments: try kinds())
  func refused(_ kind: Kind) throws {
    try kind.read(kind.line)
    let numbers = JSONNumber.all(in: kind.line)
    #expect(!numbers.isEmpty)
    for number in numbers {
      for value in ["-1", "9223372036854775807"] {
        let line = number.replaced(by: value, in: kind.line)
        // A digest is never negative, and a sum of times never too large.
        let isFree =
          kind.unbounded.contains(number.member)
          && (value != "-1" || number.member == "format")
        if isFree {
          #expect(throws: Never.self, "\(number.member) \(value)") { try kind.read(line) }
        } else {
          #expect(throws: CaseLineError.self, "\(number.member) \(value)") { try kind.read(line) }
        }
      }
    }
  }

  @Test("is in each member of the samples, none of which is empty")
  func complete() throws {
    let empty = EmptyMembers.of(try RecordSamples.result())
    #expect(empty == ["races[0].pairs", "races[0].insides"], "\(empty)")
  }

  @Test("is told by its path")
  func told() throws {
    let line = try RecordSamples.journal()[1].replacing(#""lane":0"#, with: #""lane":99"#)
    let error = #expect(throws: CaseLineError.self) {
      try CaseLine.decode(RunJournal.Line.self, from: line)
    }
    #expect(
      error?.description.hasSuffix(
        "'case.result.outcome.failure.log.rows[0].cells[0].lane' is 99, and not in "
          + "0..<3") == true, "\(error?.description ?? "")")
  }
}

/// A number in a line of JSON.
private struct JSONNumber {
  let member: String
  let range: Range<String.Index>

  func replaced(by value: String, in line: String) -> String {
    line.replacingCharacters(in: range, with: value)
  }

  /// The numbers that stand outside of strings, each with the name of its member.
  static func all(in line: String) -> [JSONNumber] {
    var numbers: [JSONNumber] = []
    var (member, index) = ("", line.startIndex)
    while index < line.endIndex {
      let character = line[index]
      if character == "\"" {
        let start = line.index(after: index)
        var end = start
        while line[end] != "\"" { end = line.index(end, offsetBy: line[end] == "\\" ? 2 : 1) }
        index = line.index(after: end)
        if index < line.endIndex, line[index] == ":" { member = String(line[start..<end]) }
      } else if character.isNumber || character == "-" {
        let end = line[index...].firstIndex { !($0.isNumber || "-.eE+".contains($0)) }
        numbers.append(JSONNumber(member: member, range: index..<(end ?? line.endIndex)))
        index = end ?? line.endIndex
      } else {
        index = line.index(after: index)
      }
    }
    return numbers
  }
}

/// The members of a value that are nil or empty.
private enum EmptyMembers {
  static func of(_ value: Any, at path: String = "") -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let content = mirror.children.first?.value else { return [path] }
      return of(content, at: path)
    case .collection, .dictionary, .set:
      if mirror.children.isEmpty { return [path] }
      return mirror.children.enumerated().flatMap { index, child in
        of(child.value, at: "\(path)[\(index)]")
      }
    default:
      return mirror.children.flatMap { child in
        of(child.value, at: path + (path.isEmpty ? "" : ".") + (child.label ?? ""))
      }
    }
  }
}
