import Foundation
import SluiceReports
import SluiceRunner
import SluiceScenarios

/// The folder into which failures are written as scenarios of their own.
struct RecordedFolder {
  private let path: String

  /// Looks at the place, and makes the folder if need be.
  ///
  /// - Throws: `ReportError` if nothing can be written there.
  init(_ path: String) throws(ReportError) {
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    DraftFile.removeAbandoned(in: self.path)
    _ = try ReportDraft(of: ReportTarget(path: "\(self.path)/Scenarios.txt"))
  }

  /// Writes a failure down, below the folders of its product and layer.
  ///
  /// - Throws: `ReportError` if it can't be written.
  func write(_ text: String, of scenario: ScenarioCase) throws(ReportError) {
    let file = RecordedFile(of: scenario, in: URL(filePath: path, directoryHint: .isDirectory))
    DraftFile.removeAbandoned(in: file.folder.path(percentEncoded: false))
    let draft = try ReportDraft(
      of: ReportTarget(path: file.url.path(percentEncoded: false)))
    try draft.write(text)
    try draft.publish()
  }
}

/// Where a failure is written down as a scenario: a file named after the case, in folders from
/// which its product and its layer can be read.
struct RecordedFile {
  /// The folder of the product and the layer.
  let folder: URL
  /// The file.
  let url: URL

  /// The file for a case below a folder.
  init(of scenario: ScenarioCase, in root: URL) {
    folder = root.appending(path: "Scenarios", directoryHint: .isDirectory)
      .appending(path: scenario.place.product, directoryHint: .isDirectory)
      .appending(path: scenario.place.layer.rawValue, directoryHint: .isDirectory)
    let stem = CaseFileName.stem(scenario.name, id: scenario.id)
    url = folder.appending(path: "\(stem).scenario")
  }
}
