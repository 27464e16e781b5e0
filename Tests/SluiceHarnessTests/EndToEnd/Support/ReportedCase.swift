import Foundation

/// One case as `--format json` reports it.
struct ReportedCase: Decodable {
  struct Property: Decodable {
    var name: String
    var value: String
  }

  var event: String
  var id: String
  var suite: String?
  var outcome: String
  var type: String?
  var message: String?
  var body: String?
  var file: String?
  var line: Int?
  var properties: [Property]?

  /// The most specific rules that the case violates.
  var rules: [String] {
    (properties ?? []).filter { property in property.name == "sluice.rule" }.map { $0.value }
  }

  /// The cases in what a run printed.
  static func all(in output: String) throws -> [ReportedCase] {
    try output.split(separator: "\n").filter { line in line.contains("\"event\":\"case\"") }
      .map { line in try JSONDecoder().decode(ReportedCase.self, from: Data(line.utf8)) }
  }
}

/// The end of a run as `--format json` reports it.
struct ReportedSummary: Decodable {
  struct Rule: Decodable {
    var id: String
    var reason: String
  }

  var cases: Int
  var passed: Int
  var failed: Int
  var errors: Int
  var skipped: Int
  var unexercisedRules: [Rule]

  /// The summary in what a run printed.
  init(in output: String) throws {
    let line = output.split(separator: "\n").last { line in
      line.contains("\"event\":\"summary\"")
    }
    self = try JSONDecoder().decode(ReportedSummary.self, from: Data((line ?? "").utf8))
  }
}
