import Foundation

/// A reason why a report can't be written, or why a result can't stand in one.
///
/// Each is the harness's own failure, never a result of a case.
package enum ReportError: Error, Sendable, Hashable {
  /// The operating system refused something.
  ///
  /// The reason is the system's code in words, with the number where this kit has no words for it.
  case fileSystem(FileOperation, path: String, reason: String)
  /// The place for the report exists and is no file that could be replaced.
  case unusableTarget(path: String, reason: String)
  /// Two cases bear the same suite, classname and name.
  case duplicateCase(name: String, first: String, second: String)
  /// A result that would break a rule of the format.
  case unusableCase(id: String, reason: String)
  /// A header that would break a rule of the format.
  case unusableHeader(reason: String)
  /// A case was added after the report had been closed.
  case closed(path: String)
}

extension ReportError {
  /// What was being done when the operating system refused.
  package enum FileOperation: String, Sendable, Hashable {
    /// Making the directory that the report goes into.
    case makeDirectory = "make the directory"
    /// Making a temporary file beside the report.
    case makeTemporaryFile = "make a temporary file beside"
    /// Keeping a result until the report is put together.
    case spool = "keep a result for"
    /// Writing the report.
    case write = "write"
    /// Removing the report of an earlier run.
    case remove = "remove the old report"
  }
}

extension ReportError: CustomStringConvertible {
  /// The sentence a person at the terminal reads.
  package var description: String {
    switch self {
    case .fileSystem(let operation, let path, let reason):
      "can't \(operation.rawValue) '\(CleanText(line: path).string)': \(reason)"
    case .unusableTarget(let path, let reason):
      "can't write to '\(CleanText(line: path).string)': \(reason)"
    case .duplicateCase(let name, let first, let second):
      "two cases are called '\(name)': one at \(first), one at \(second)"
    case .unusableCase(let id, let reason):
      "the result of '\(id)' can't be reported: \(reason)"
    case .unusableHeader(let reason):
      "the report can't be begun: \(reason)"
    case .closed(let path):
      "the report '\(path)' is closed and takes no more results"
    }
  }
}

/// The reason of a failed file operation in words that depend on no locale.
package enum FileFailure {
  /// What the operating system said, as far as Foundation passed it on.
  package static func reason(of error: any Error) -> String {
    if let code = systemCode(of: error) { return words(for: code) }
    let outermost = error as NSError
    return "error \(outermost.code) of \(outermost.domain)"
  }

  /// Whether it failed because whoever was to read has gone away.
  package static func isBecauseNobodyReads(_ error: any Error) -> Bool {
    systemCode(of: error) == Int(POSIXErrorCode.EPIPE.rawValue)
  }

  private static func systemCode(of error: any Error) -> Int? {
    var current: NSError? = error as NSError
    // Foundation wraps the system's code once or twice; the bound is against a cycle.
    for _ in 0..<8 {
      guard let candidate = current else { break }
      if candidate.domain == NSPOSIXErrorDomain { return candidate.code }
      current = (candidate.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    }
    return nil
  }

  /// Whether nothing of that name stood there.
  static func isBecauseNothingIsThere(_ error: any Error) -> Bool {
    systemCode(of: error) == Int(POSIXErrorCode.ENOENT.rawValue)
  }

  /// Whether something of that name stood there already.
  static func isBecauseNameIsTaken(_ error: any Error) -> Bool {
    (error as? CocoaError)?.code == .fileWriteFileExists
  }

  private static func words(for code: Int) -> String {
    switch POSIXErrorCode(rawValue: Int32(truncatingIfNeeded: code)) {
    case .EACCES, .EPERM: "permission denied"
    case .ENOENT: "no such file or directory"
    case .ENOTDIR: "a part of the path is not a directory"
    case .EISDIR: "it is a directory"
    case .EEXIST: "it exists already"
    case .ENOSPC, .EDQUOT: "no space left"
    case .EROFS: "the file system is read-only"
    case .ENAMETOOLONG: "the name is too long"
    case .ELOOP: "too many symbolic links"
    case .EMFILE, .ENFILE: "too many open files"
    case .EFBIG: "the file is too large"
    case .EIO: "input or output error"
    default: "error \(code) of the operating system"
    }
  }
}
