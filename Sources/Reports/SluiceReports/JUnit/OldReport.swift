import Foundation

/// A report of an earlier run that stands where one is to be written.
///
/// Whoever collects reports behind a call would take it for that call's, if that writes none.
package enum OldReport {
  /// How much of a file is looked at.
  private static let head = 1 << 16

  /// What the kit's reports begin with.
  private static let beginnings = [
    "{\"event\":\"run\"", HTMLReport.beginning.text, TAPReport.beginning,
    GitHubReport.beginning, VerdictReport.beginning, ScheduleFiles.beginning,
  ].map { text in Data(text.utf8) }

  /// What the scenarios begin with that the kit writes.
  private static let scenario = Data("format 1\n".utf8)

  /// What stands near the beginning of the kit's JUnit reports.
  private static let marks = ["<testsuites name=\"sluice\" ", "<property name=\"sluice.version\""]
    .map { text in Data(text.utf8) }

  /// All of a report of the Windy Road dialect that has no case.
  private static let empty = Data(
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n</testsuites>\n".utf8)

  /// Whether a file begins as the kit's own reports do.
  static func isOwn(_ head: Data) -> Bool {
    beginnings.contains { beginning in head.starts(with: beginning) }
      || marks.contains { mark in head.firstRange(of: mark) != nil } || head == empty
  }

  /// Whether the file at a path begins as the kit's own reports do.
  static func isOwn(at path: String) -> Bool { head(at: path).map(isOwn) ?? false }

  /// Whether the file at a path is empty, or begins as something that the kit writes by a draft: a
  /// report or a scenario.
  static func isOwnDraft(at path: String) -> Bool {
    guard let head = head(at: path) else { return false }
    return head.isEmpty || isOwn(head) || head.starts(with: scenario)
  }

  /// The beginning of a file; nil for what is no file that can be read.
  private static func head(at path: String) -> Data? {
    // To open a pipe would wait for who writes into it.
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
    guard type as? FileAttributeType == .typeRegular else { return nil }
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let length = try? file.seekToEnd(), (try? file.seek(toOffset: 0)) != nil else {
      return nil
    }
    return length == 0 ? Data() : try? file.read(upToCount: head)
  }

  /// Whether a file in a folder of reports is called as each suite's is.
  package static func isNameInFolder(_ name: String) -> Bool {
    name.hasPrefix("TEST-") && name.hasSuffix(".xml") && !name.contains("/")
  }

  /// Removes the report at a path, or in the folder there, if it is one of the kit's, and what
  /// processes that are no more have left beside it; what another program wrote stays.
  ///
  /// Where a link stands, what it leads to is removed.
  ///
  /// - Parameters:
  ///   - path: The absolute path.
  ///   - kept: The absolute paths of files that stay, also where other paths or hard links lead to
  ///     them.
  /// - Throws: `ReportError.fileSystem` if the system refuses.
  package static func remove(
    at path: String, except kept: [String] = []
  ) throws(ReportError) {
    let kept = kept.compactMap { path in FileIdentity(at: ReportTarget.end(of: path).path) }
    func isKept(_ file: String) -> Bool {
      FileIdentity(at: file).map { identity in kept.contains(identity) } ?? false
    }
    let file = ReportTarget.end(of: path).path
    let type = try? FileManager.default.attributesOfItem(atPath: file)[.type]
    let isFolder = type as? FileAttributeType == .typeDirectory
    DraftFile.removeAbandoned(in: isFolder ? file : (file as NSString).deletingLastPathComponent)
    guard isFolder else {
      if !isKept(file) { try removeFile(at: file, named: path) }
      return
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: file)) ?? []
    for name in names.sorted() where isNameInFolder(name) {
      guard !isKept(ReportTarget.end(of: file + "/" + name).path) else { continue }
      try removeFile(at: file + "/" + name, named: path + "/" + name)
    }
  }

  private static func removeFile(
    at file: String, named path: String
  ) throws(ReportError) {
    guard isOwn(at: file) else { return }
    do {
      try FileManager.default.removeItem(atPath: file)
    } catch let error where FileFailure.isBecauseNothingIsThere(error) {
      // Another run has removed it meanwhile.
    } catch {
      throw .fileSystem(.remove, path: path, reason: FileFailure.reason(of: error))
    }
  }
}
