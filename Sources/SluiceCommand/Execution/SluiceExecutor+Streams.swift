import SluiceConformance
import SluiceRunner
import SluiceScenarios

extension SluiceExecutor {
  /// Lists every stream of the kit, one a line, with its cases among the selected ones.
  func listStreams(
    of plan: RunPlan, as format: DataFormat, in environment: CommandEnvironment
  ) throws -> ExitCode {
    let streams = try listedStreams(of: plan)
    switch format {
    case .json:
      for stream in streams {
        environment.standardOutput.write(try CaseLine.encode(stream) + "\n")
      }
    case .human: environment.standardOutput.write(ListedStream.table(of: streams))
    }
    return .success
  }

  private func listedStreams(of plan: RunPlan) throws -> [ListedStream] {
    var counts: [String: [ScenarioLayer: Int]] = [:]
    var cases = PlannedCases(plan)
    while let scenario = try cases.next() {
      guard let stream = scenario.stream else { continue }
      counts[stream, default: [:]][scenario.place.layer, default: 0] += 1
    }
    return registry.streams.map { stream in
      let product = products.first { product in product.name == stream.product }
      return ListedStream(
        stream: stream.name, module: product?.module,
        subjects: product?.subjects.filter { $0.stream == stream.name }.map(\.name) ?? [],
        cases: counts[stream.name] ?? [:])
    }
  }
}

/// A stream as `sluice list --streams` shows it.
private struct ListedStream: Encodable {
  /// The beginning of the names of subjects that are wrong on purpose.
  private static let faulty = "faulty-"

  let stream: String
  let module: String?
  let subjects: [String]
  /// How many cases have it as their first consumer's stream, by layer.
  let cases: [String: Int]

  init(stream: String, module: String?, subjects: [String], cases: [ScenarioLayer: Int]) {
    self.stream = stream
    self.module = module
    self.subjects = subjects
    self.cases = Dictionary(
      uniqueKeysWithValues: ScenarioLayer.allCases.map { layer in
        (layer.rawValue, cases[layer] ?? 0)
      })
  }

  /// The streams as lines below each other, in columns.
  static func table(of streams: [ListedStream]) -> String {
    let layers = ScenarioLayer.allCases.map { layer in layer.rawValue }
    let rows =
      [["stream", "module"] + layers + ["subjects"]]
      + streams.map { stream in
        [stream.stream, stream.module ?? "-"]
          + layers.map { layer in "\(stream.cases[layer] ?? 0)" } + [stream.shownSubjects]
      }
    let widths = rows[0].indices.map { column in rows.map { row in row[column].count }.max() ?? 0 }
    return rows.map { row in line(row, widths) }.joined()
  }

  private static func line(_ row: [String], _ widths: [Int]) -> String {
    let padded = zip(row, widths).enumerated().map { column, cell in
      let padding = String(repeating: " ", count: cell.1 - cell.0.count)
      return 2..<(row.count - 1) ~= column ? padding + cell.0 : cell.0 + padding
    }
    let line = padded.joined(separator: "  ")
    return String(line.reversed().drop { character in character == " " }.reversed()) + "\n"
  }

  /// The subjects by name; of those that are wrong on purpose, of which there can be many, the
  /// number.
  private var shownSubjects: String {
    let names = subjects.filter { name in !name.hasPrefix(Self.faulty) }.joined(separator: ", ")
    let wrong = subjects.count { name in name.hasPrefix(Self.faulty) }
    return wrong == 0 ? names : "\(names) and \(wrong) faulty"
  }
}
