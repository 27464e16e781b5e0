import Foundation
import SluiceReports
import SluiceScenarios

/// Where a failure is written down as a scenario: a file named after the case, in folders from
/// which its product and its layer can be read.
struct RecordedFile {
  /// The longest part of a name that comes from the case.
  private static let longest = 80

  /// The folder of the product and the layer.
  let folder: URL
  /// The file.
  let url: URL

  /// The file for a case below a folder.
  init(of scenario: ScenarioCase, in root: URL) {
    folder = root.appending(path: "Scenarios", directoryHint: .isDirectory)
      .appending(path: scenario.place.product, directoryHint: .isDirectory)
      .appending(path: scenario.place.layer.rawValue, directoryHint: .isDirectory)
    // The fingerprint tells cases apart whose names are alike but for what a file can't have.
    let words = scenario.name.lowercased().split { letter in
      !(letter.isASCII && (letter.isLetter || letter.isNumber))
    }
    let name = words.joined(separator: "-").prefix(RecordedFile.longest)
    let mark = Fingerprint(of: scenario.id).hexadecimal.prefix(8)
    url = folder.appending(path: "\(name)-\(mark).scenario")
  }
}
