import SluiceConformance
import SluiceReports
import SluiceRunner
import SluiceText

/// Which pairs of stimuli have raced for one stream and what came inside its calls, counted over
/// cases, and the text about it.
struct StreamCoverage {
  /// The name of the implementation.
  let subject: String
  /// The stream's full name.
  let stream: String
  /// The stimuli that can come to it.
  let possible: [Stimulus]
  /// How many cases were played.
  private(set) var cases = 0
  /// How many of them had a race of any pair.
  private var racing = 0
  /// The cases that came to no end, with the reason.
  private var interruptions: [Interruption] = []
  private var counts: [StimulusPair: (cases: Int, first: String)] = [:]
  private var insides: [StimulusInside: (cases: Int, first: String)] = [:]
  /// What comes inside its calls sooner or later, however the stream is written.
  private let certainInsides: [StimulusInside]
  private let possiblePairs: [StimulusPair]

  init(of subject: Subject, possible: [Stimulus]) {
    self.subject = subject.name
    stream = subject.stream
    self.possible = possible
    certainInsides = StimulusInside.certain(of: possible, with: subject.traits)
    possiblePairs = StimulusPair.all.filter { pair in
      pair.isPossible(among: possible, with: subject.traits)
    }
  }

  /// Counts what came of playing one case.
  mutating func add(_ result: CaseResult) {
    switch result.outcome {
    case .skipped: return
    case .failed(let failure), .errored(let failure):
      cases += 1
      interruptions.append(Interruption(id: result.id, reason: failure.message))
    case .passed:
      cases += 1
      guard let races = result.races?.first(where: { races in races.stream == stream }) else {
        return
      }
      if !races.pairs.isEmpty { racing += 1 }
      for pair in races.pairs { counts[pair, default: (0, result.id)].cases += 1 }
      for inside in races.insides { insides[inside, default: (0, result.id)].cases += 1 }
    }
  }

  /// Whether a pair can race for the stream.
  private func isPossible(_ pair: StimulusPair) -> Bool { possiblePairs.contains(pair) }

  /// The pairs that can race and never did.
  var empty: [StimulusPair] {
    possiblePairs.filter { pair in counts[pair] == nil }
  }

  /// What has to come inside the stream's calls and never did.
  private var emptyInsides: [StimulusInside] {
    certainInsides.filter { inside in insides[inside] == nil }
  }

  /// Whether everything that can come together has.
  var isComplete: Bool { empty.isEmpty && emptyInsides.isEmpty }

  /// Everything that was found out, in a form.
  func text(as format: DataFormat) throws -> String {
    switch format {
    case .human: CleanText(lines.joined(separator: "\n")).string + "\n\n"
    case .json: try CaseLine.shown(record) + "\n"
    }
  }

  /// The end of the text: how much of what is possible has raced.
  static func summary(of streams: [StreamCoverage]) -> String {
    let possible = streams.reduce(0) { sum, stream in sum + stream.possiblePairs.count }
    let empty = streams.reduce(0) { sum, stream in sum + stream.empty.count }
    let inside = streams.reduce(0) { sum, stream in sum + stream.certainInsides.count }
    let never = streams.reduce(0) { sum, stream in sum + stream.emptyInsides.count }
    let count = "\(streams.count) \(streams.count == 1 ? "stream" : "streams")"
    return "\(count): \(possible - empty) of \(possible) pairs raced, "
      + "\(inside - never) of \(inside) came inside calls\n"
  }
}

extension StreamCoverage {
  private static let firstWidth = 8

  private var lines: [String] {
    let pairs = possiblePairs
    let header =
      "\(stream) of '\(subject)', \(cases) \(cases == 1 ? "case" : "cases"): "
      + "\(pairs.count - empty.count) of \(pairs.count) pairs raced"
    var lines = HelpText.wrapped(header, width: 78) + [""] + table + [""] + insideTable
    if !empty.isEmpty {
      let names = empty.map { pair in "\(pair.first.rawValue)/\(pair.second.rawValue)" }
      lines.append("")
      lines += HelpText.wrapped("never raced: \(names.joined(separator: ", "))", width: 76)
        .map { line in "  \(line)" }
    }
    if !emptyInsides.isEmpty {
      let names = emptyInsides.map { inside in
        "\(inside.stimulus.rawValue)/\(inside.call.rawValue)"
      }
      lines.append("")
      lines += HelpText.wrapped("never came inside: \(names.joined(separator: ", "))", width: 76)
        .map { line in "  \(line)" }
    }
    if let first = interruptions.first {
      lines += ["", "  \(interruptions.count) of the cases came to no end:"]
      lines.append("    \(first.id): \(first.reason)")
    }
    return lines
  }

  /// The pairs as the lower half of a square, with a column for each stimulus.
  private var table: [String] {
    let columns = Stimulus.allCases.map { stimulus in (stimulus, max(5, stimulus.rawValue.count)) }
    let title = columns.map { stimulus, width in Self.right(stimulus.rawValue, width) }
    let rows = Stimulus.allCases.map { row in
      let cells = columns.filter { column, _ in column <= row }.map { column, width in
        Self.right(cell(StimulusPair(column, row)), width)
      }
      let name = row.rawValue
      let padding = String(repeating: " ", count: Self.firstWidth - name.count)
      return "  \(name)\(padding)\(cells.joined(separator: "  "))"
    }
    let indent = String(repeating: " ", count: Self.firstWidth)
    return ["  \(indent)\(title.joined(separator: "  "))"] + rows
  }

  /// What came inside the stream's calls, with a row for each call and a column for each stimulus.
  private var insideTable: [String] {
    let width = StimulusCall.allCases.map { call in call.rawValue.count }.max() ?? 0
    let title = StimulusInside.columns.map { stimulus in Self.right(stimulus.rawValue, 6) }
    let header =
      "  inside calls, \(certainInsides.count - emptyInsides.count) of \(certainInsides.count):"
    let rows = StimulusCall.allCases.map { call in
      let cells = StimulusInside.all.filter { inside in inside.call == call }.map { inside in
        let isShown = certainInsides.contains(inside) || insides[inside] != nil
        return Self.right(isShown ? "\(insides[inside]?.cases ?? 0)" : "-", 6)
      }
      let padding = String(repeating: " ", count: width - call.rawValue.count)
      return "  \(call.rawValue)\(padding)\(cells.joined(separator: "  "))"
    }
    let indent = String(repeating: " ", count: width)
    return [header, "", "  \(indent)\(title.joined(separator: "  "))"] + rows
  }

  private func cell(_ pair: StimulusPair) -> String {
    isPossible(pair) ? "\(counts[pair]?.cases ?? 0)" : "-"
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A case that came to no end.
  private struct Interruption: Encodable {
    let id: String
    let reason: String
  }

  /// What a program reads of one stream: one object.
  private struct Record: Encodable {
    struct Pair: Encodable {
      let stimuli: [String]
      let isPossible: Bool
      let cases: Int
      let firstCase: String?
    }

    struct Inside: Encodable {
      let stimulus: String
      let call: String
      let isCertain: Bool
      let cases: Int
      let firstCase: String?
    }

    let subject: String
    let stream: String
    let cases: Int
    let racing: Int
    let isComplete: Bool
    let pairs: [Pair]
    let insides: [Inside]
    let interruptions: [Interruption]
  }

  private var record: Record {
    Record(
      subject: subject, stream: stream, cases: cases, racing: racing, isComplete: isComplete,
      pairs: StimulusPair.all.map { pair in
        Record.Pair(
          stimuli: [pair.first.rawValue, pair.second.rawValue], isPossible: isPossible(pair),
          cases: counts[pair]?.cases ?? 0, firstCase: counts[pair]?.first)
      },
      insides: StimulusInside.all.map { inside in
        Record.Inside(
          stimulus: inside.stimulus.rawValue, call: inside.call.rawValue,
          isCertain: certainInsides.contains(inside), cases: insides[inside]?.cases ?? 0,
          firstCase: insides[inside]?.first)
      },
      interruptions: interruptions)
  }
}
