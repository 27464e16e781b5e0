import Foundation

/// The reading of files that a call names: never more than a bound, and never from a device.
package enum FileContent {
  /// The most bytes of a file that are read: one more than any file of the kit may have.
  package static let longest = 1_048_577

  /// The bytes of a regular file, or the first of them if it has more than the bound.
  ///
  /// - Parameters:
  ///   - path: The path as it can be opened.
  ///   - shownPath: The path as errors name it.
  /// - Returns: At most ``longest`` bytes.
  /// - Throws: `PlanError.unreadable` with the system's reason.
  package static func bytes(
    at path: String, shownAs shownPath: String
  ) throws(PlanError) -> [UInt8] {
    do {
      switch try FileKind(at: path) {
      case .regular: break
      case .directory: throw PlanError.unreadable(shownPath, reason: "it is a directory")
      case .link: throw PlanError.unreadable(shownPath, reason: "it is a link to no file")
      case .other: throw PlanError.unreadable(shownPath, reason: "it is no regular file")
      }
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      return Array(try handle.read(upToCount: longest) ?? Data())
    } catch let error as PlanError {
      throw error
    } catch {
      throw .unreadable(shownPath, reason: "\(absence(of: path, error))")
    }
  }

  /// Why nothing is found at a path that was listed, or that a call names.
  package enum Absence: CustomStringConvertible {
    /// Nothing has that name, or no longer.
    case gone
    /// The name as it is listed is not the one on the disk, which is no text.
    case unspeakable
    /// The system refuses to look.
    case refused(reason: String)

    package var description: String {
      switch self {
      case .gone: systemError(ENOENT)
      case .unspeakable: "its name is not UTF-8"
      case .refused(let reason): reason
      }
    }
  }

  /// Why nothing is found at a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - error: What the system says.
  /// - Returns: The reason.
  package static func absence(of path: String, _ error: any Error) -> Absence {
    guard isMissing(error) else { return .refused(reason: reason(of: error)) }
    return path.unicodeScalars.contains("\u{FFFD}") ? .unspeakable : .gone
  }

  private static func isMissing(_ error: any Error) -> Bool {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile?, .fileReadNoSuchFile?: true
    default: systemNumber(of: error) == ENOENT
    }
  }

  /// The text of a file that people keep by hand.
  ///
  /// - Parameters:
  ///   - path: The path as it can be opened.
  ///   - shownPath: The path as errors name it.
  /// - Returns: The whole text.
  /// - Throws: `PlanError.unreadable`, `.tooLarge`, or `.notText` with the place of the first
  ///   byte that is not UTF-8.
  package static func text(
    at path: String, shownAs shownPath: String
  ) throws(PlanError) -> String {
    let bytes = try bytes(at: path, shownAs: shownPath)
    guard bytes.count < longest else { throw .tooLarge(shownPath, limit: longest - 1) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let (line, column) = placeOfInvalidByte(in: bytes)
    throw .notText(shownPath, line: line, column: column)
  }

  /// What the system said, in words that depend on no locale.
  package static func reason(of error: any Error) -> String {
    if let number = systemNumber(of: error) { return systemError(number) }
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile?, .fileReadNoSuchFile?: return "there is no such file"
    case .fileReadNoPermission?: return "permission denied"
    default: return "error \((error as NSError).code) of \((error as NSError).domain)"
    }
  }

  /// The system's number of an error; nil for one that has none.
  private static func systemNumber(of error: any Error) -> CInt? {
    var current: NSError? = error as NSError
    // Foundation wraps the system's number once or twice; the bound is against a circle.
    for _ in 0..<8 {
      guard let candidate = current else { break }
      if candidate.domain == NSPOSIXErrorDomain { return CInt(candidate.code) }
      current = (candidate.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    }
    return nil
  }

  private static func placeOfInvalidByte(in bytes: [UInt8]) -> (line: Int, column: Int) {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var (line, column) = (1, 1)
    while case .valid(let scalar) = parser.parseScalar(from: &rest) {
      (line, column) = scalar.first == lineFeed ? (line + 1, 1) : (line, column + 1)
    }
    return (line, column)
  }
}

/// What stands at a path, links followed.
package enum FileKind {
  /// A file with content.
  case regular
  /// A directory.
  case directory
  /// A link that leads to nothing, or in a circle.
  case link
  /// A device, a pipe, a socket.
  case other

  /// The kind of what stands at a path.
  ///
  /// - Throws: What the system says where nothing stands, or nobody may look.
  init(at path: String) throws {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let type = try FileManager.default.attributesOfItem(atPath: target)[.type]
    switch type as? FileAttributeType {
    case .typeRegular?: self = .regular
    case .typeDirectory?: self = .directory
    case .typeSymbolicLink?: self = .link
    default: self = .other
    }
  }

  /// Whether a path leads to a file with content.
  package static func isRegular(at path: String) -> Bool {
    (try? FileKind(at: path)) == .regular
  }
}

/// A path from the root of the file system, without `.`, `..`, doubled or trailing slashes.
///
/// It is worked out from the text alone: links are not followed, and nothing is looked up.
package struct AbsolutePath: Sendable, Hashable {
  /// The path as it can be opened.
  package let text: String

  /// The place that a path names for somebody who stands in a directory.
  ///
  /// - Parameters:
  ///   - path: The path, absolute or relative.
  ///   - directory: The absolute path of the directory.
  package init(_ path: String, from directory: String) {
    let whole = path.hasPrefix("/") ? path : "\(directory)/\(path)"
    var parts: [Substring] = []
    for part in whole.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    text = "/" + parts.joined(separator: "/")
  }
}
