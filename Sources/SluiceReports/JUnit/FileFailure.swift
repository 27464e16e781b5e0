import Foundation

/// The reason of a failed file operation in words that depend on no locale.
enum FileFailure {
  /// What the operating system said, as far as Foundation passed it on.
  static func reason(of error: any Error) -> String {
    var current: NSError? = error as NSError
    // Foundation wraps the system's code once or twice; the bound is against a cycle.
    for _ in 0..<8 {
      guard let candidate = current else { break }
      if candidate.domain == NSPOSIXErrorDomain { return words(for: candidate.code) }
      current = (candidate.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    }
    let outermost = error as NSError
    return "error \(outermost.code) of \(outermost.domain)"
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
