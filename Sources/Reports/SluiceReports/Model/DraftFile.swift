package import Foundation

/// A temporary file beside a report, open and locked by the process that made it.
///
/// Its name has the number of the process. Processes in other containers may have the same number,
/// and a later one may get it again, so the lock shows whether the file is still in use: it
/// ends with the process, however that ends.
package struct DraftFile {
  /// The purpose of a temporary file.
  package enum Role: String, CaseIterable, Sendable {
    /// It becomes the report.
    case draft
    /// It keeps results until the report is put together.
    case spool
  }

  /// Where it is.
  package let url: URL
  /// The file, open for updating; programs that are started don't inherit it.
  package let handle: FileHandle

  /// Makes an empty file that nothing else uses; nil if all names are taken.
  ///
  /// - Parameters:
  ///   - file: The report.
  ///   - role: The purpose of the file.
  /// - Throws: What the system says.
  init?(beside file: URL, for role: Role) throws {
    let process = ProcessInfo.processInfo.processIdentifier
    let directory = file.deletingLastPathComponent()
    for attempt in 0..<1_000 {
      let url = directory.appendingPathComponent(
        ".\(file.lastPathComponent).\(role.rawValue)-\(process)-\(attempt)")
      do {
        // The name is taken exclusively, so that two runs with one target don't share it.
        try Data().write(to: url, options: .withoutOverwriting)
        guard let handle = try Self.locked(url) else { continue }
        self.url = url
        self.handle = handle
        return
      } catch let error where FileFailure.isBecauseNameIsTaken(error) {
        continue
      }
    }
    return nil
  }

  /// A new file, open and locked; nil if another process took it for abandoned before it was.
  private static func locked(_ url: URL) throws -> FileHandle? {
    let identity = FileIdentity(at: url.path)
    let handle: FileHandle
    do {
      handle = try FileHandle(forUpdating: url)
    } catch let error where FileFailure.isBecauseNothingIsThere(error) {
      return nil
    }
    // Workers are started while the file is open, and a wrong subject must not get hold of it.
    _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    // A file system without locks does without: nothing is removed from it then.
    if flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
    return FileIdentity(at: url.path) == identity ? handle : nil
  }

  /// The number of the process in the name of a draft; nil for any other name.
  private static func process(in name: String) -> Int32? {
    guard name.hasPrefix("."), let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return nil
    }
    let words = name[dot...].dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    let areNumbers = words.dropFirst().allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy { byte in (0x30...0x39).contains(byte) }
    }
    guard words.count == 3, areNumbers, Role(rawValue: String(words[0])) != nil,
      let process = Int32(words[1]), process > 0
    else { return nil }
    return process
  }

  /// Removes the drafts in a folder whose processes are no more.
  ///
  /// A file stays unless its name and its beginning are those of a draft, it is not locked, and
  /// no other process has the number in its name.
  ///
  /// - Parameter folder: The path of the folder.
  package static func removeAbandoned(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let own = ProcessInfo.processInfo.processIdentifier
    for name in names.sorted() {
      guard let process = process(in: name) else { continue }
      let isGone = process == own || (kill(process, 0) != 0 && errno == ESRCH)
      if isGone { removeUnlessLocked(folder + "/" + name) }
    }
  }

  private static func removeUnlessLocked(_ path: String) {
    guard let identity = FileIdentity(at: path), OldReport.isOwnDraft(at: path),
      let handle = FileHandle(forUpdatingAtPath: path)
    else { return }
    defer { try? handle.close() }
    guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0,
      FileIdentity(at: path) == identity
    else { return }
    // Only the process with the lock removes it, so the path still leads to the locked file.
    try? FileManager.default.removeItem(atPath: path)
  }
}
