import Foundation
import SluiceText

/// The files with schedules that are too long for a command, in a folder beside a JUnit report.
///
/// Each is named after its case, so the same failures make the same files. The folder has the name
/// of the report, so reports of several subjects don't share one.
package struct ScheduleFiles: Sendable, Hashable {
  /// The beginning of each file, by which a later call knows it as one of the kit's.
  static let beginning = "# A schedule of Sluice, "
  private static let ending = ".schedule"

  /// The absolute path of the folder.
  private let folder: String

  /// The files of a report.
  ///
  /// - Parameter path: The absolute path of the report.
  package init(beside path: String) {
    let report = URL(fileURLWithPath: path)
    folder =
      report.deletingLastPathComponent().appendingPathComponent("schedules")
      .appendingPathComponent(report.deletingPathExtension().lastPathComponent).path
  }

  /// Writes a schedule.
  ///
  /// - Parameters:
  ///   - parts: The parts of its short text.
  ///   - name: The name of the case.
  ///   - id: The id of the case.
  /// - Returns: The absolute path of the file.
  /// - Throws: `ReportError` if it can't be written.
  package func write(
    _ parts: [String], of name: String, id: String
  ) throws(ReportError) -> String {
    let path = "\(folder)/\(CaseFileName.stem(name, id: id))\(Self.ending)"
    let draft = try ReportDraft(of: ReportTarget(path: path))
    try draft.write("\(Self.beginning)for the case \(CleanText(line: id).string)\n")
    for part in parts { try draft.write("\(part)\n") }
    try draft.publish()
    return path
  }

  /// Removes what earlier runs have written.
  ///
  /// - Throws: `ReportError.fileSystem` if the system refuses.
  package func removeOld() throws(ReportError) {
    DraftFile.removeAbandoned(in: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.sorted() where name.hasSuffix(Self.ending) {
      try OldReport.remove(at: "\(folder)/\(name)")
    }
  }
}

/// The name of a file about one case.
package enum CaseFileName {
  /// The longest part of a name that comes from the case.
  private static let longest = 80

  /// The name without its extension: words of the case's name, and a mark of its id.
  ///
  /// The mark tells cases apart whose names are alike but for what a file can't have.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - id: The id of the case.
  /// - Returns: The name, of ASCII letters, digits and hyphens.
  package static func stem(_ name: String, id: String) -> String {
    let words = name.lowercased().split { letter in
      !(letter.isASCII && (letter.isLetter || letter.isNumber))
    }
    let mark = Fingerprint(of: id).hexadecimal.prefix(8)
    return "\(words.joined(separator: "-").prefix(longest))-\(mark)"
  }
}
