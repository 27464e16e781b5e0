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
