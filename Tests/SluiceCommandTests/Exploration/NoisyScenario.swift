import FaultyStreams
import Foundation
import SluiceCommand
import SluiceScenarios

/// A shipped case with many more racing lines, which have nothing to do with its fault.
struct NoisyScenario {
  /// How many consumers that never ask for anything are cancelled in a race.
  static let bystanders = 48

  /// The file with the case, changed.
  let text: String
  /// Where the file stands.
  let path: String
  let caseID: String

  init?(around caseID: String) {
    let parts = caseID.split(separator: "/").map(String.init)
    self.caseID = caseID
    path = "Scenarios/\(parts[0])/\(parts[1])/\(parts[2]).scenario"
    guard let file = try? String(contentsOfFile: "\(BuiltProgram.repository)/\(path)", encoding: .utf8),
      let noisy = NoisyScenario.addNoise(to: file, scenario: parts[3])
    else { return nil }
    text = noisy
  }

  /// The case, read and checked.
  var scenario: ScenarioCase? {
    let reader = ScenarioReader(registry: SluiceExecutor().registry) { path in
      guard let file = try? Data(contentsOf: URL(filePath: "\(BuiltProgram.repository)/\(path)"))
      else { return nil }
      return Array(file)
    }
    return reader.read(path: path, text: text).file?.scenarioCase(id: caseID)
  }

  private static func addNoise(to file: String, scenario name: String) -> String? {
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let header = lines.firstIndex(of: "scenario \"\(name)\""),
      let timeline = lines[header...].firstIndex(of: "  timeline")
    else { return nil }
    let end = lines[timeline...].firstIndex(of: "") ?? lines.endIndex
    let race = lines[timeline..<end].firstIndex { line in line.contains(" race ") }
    let prefix = race.map { index in lines[index].prefix(12) } ?? "            "
    let races = (1...bystanders).map { number in "\(prefix)race cancel N\(number)" }
    let starts = (1...bystanders).map { number in
      "            N\(number) = listener.values() manual"
    }
    lines.insert(contentsOf: races, at: race ?? timeline + 2)
    lines.insert(contentsOf: starts, at: timeline + 2)
    return lines.joined(separator: "\n")
  }
}
