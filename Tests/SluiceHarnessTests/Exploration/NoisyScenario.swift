import Foundation
import ShippedGate
import SluiceHarness
import SluiceScenarios

/// A shipped case with many more racing lines, which have nothing to do with its fault.
struct NoisyScenario {
  /// What the racing lines do.
  enum Noise {
    /// They cancel consumers that never ask for anything, just before the case's own race.
    case cancels
    /// The same, while the case's consumer starts.
    case cancelsAtTheStart
    /// They set a present value that nobody asks for, while the case's consumer starts.
    case valuesAtTheStart
  }

  /// How many racing lines there are more.
  private static let count = 48

  /// The file with the case, changed.
  private let text: String
  /// Where the file stands.
  private let path: String
  private let caseID: String

  init?(around caseID: String, _ noise: Noise) {
    let parts = caseID.split(separator: "/").map(String.init)
    self.caseID = caseID
    path = "Scenarios/\(parts[0])/\(parts[1])/\(parts[2]).scenario"
    guard
      let file = try? String(
        contentsOfFile: "\(BuiltProgram.repository)/\(path)", encoding: .utf8)
    else { return nil }
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let header = lines.firstIndex(of: "scenario \"\(parts[3])\""),
      let timeline = lines[header...].firstIndex(of: "  timeline")
    else { return nil }
    switch noise {
    case .cancels: NoisyScenario.addCancels(to: &lines, timeline)
    case .cancelsAtTheStart:
      NoisyScenario.start(&lines, timeline, amid: NoisyScenario.bystanders + NoisyScenario.cancels)
    case .valuesAtTheStart:
      let values = Array(repeating: "race listener.present(0)", count: NoisyScenario.count)
      NoisyScenario.start(&lines, timeline, amid: values)
    }
    text = lines.joined(separator: "\n")
  }

  /// The case, read and checked.
  var scenario: ScenarioCase? {
    let reader = ScenarioReader(registry: ShippedGate.harness.registry) { path in
      guard let file = try? Data(contentsOf: URL(filePath: "\(BuiltProgram.repository)/\(path)"))
      else { return nil }
      return Array(file)
    }
    return reader.read(path: path, text: text).file?.scenarioCase(id: caseID)
  }

  private static let bystanders = (1...count).map { number in
    "N\(number) = listener.values() manual"
  }
  private static let cancels = (1...count).map { number in "race cancel N\(number)" }

  /// Puts the noise before the scenario's own race, or behind its first line.
  private static func addCancels(to lines: inout [String], _ timeline: Int) {
    let end = lines[timeline...].firstIndex(of: "") ?? lines.endIndex
    let race = lines[timeline..<end].firstIndex { line in line.contains(" race ") }
    let stamp = race.map { index in lines[index].prefix(12) } ?? unstamped[...]
    lines.insert(
      contentsOf: cancels.map { line in stamp + line }, at: race ?? timeline + 2)
    lines.insert(
      contentsOf: bystanders.map { line in unstamped + line }, at: timeline + 2)
  }

  /// Puts the noise before the scenario's first line, which then follows at once.
  private static func start(_ lines: inout [String], _ timeline: Int, amid noise: [String]) {
    lines[timeline + 1] = "    now     " + lines[timeline + 1].dropFirst(12)
    var added = noise.map { line in unstamped + line }
    added[0] = "    @0ms    " + noise[0]
    lines.insert(contentsOf: added, at: timeline + 1)
  }

  private static let unstamped = "            "
}
