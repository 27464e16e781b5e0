import Foundation

/// A folder that is there for as long as somebody holds it.
final class TemporaryFolder: Sendable {
  /// The folder's absolute path.
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "sluice-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The absolute path of something in the folder.
  func path(of name: String) -> String {
    "\(path.hasSuffix("/") ? path : path + "/")\(name)"
  }

  /// Writes a file, and makes the folders for it.
  func write(_ text: String, to name: String, isExecutable: Bool = false) throws {
    try write(Data(text.utf8), to: name)
    if isExecutable {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: path(of: name))
    }
  }

  /// Writes the bytes of a file, and makes the folders for it.
  func write(_ bytes: Data, to name: String) throws {
    let file = URL(filePath: path(of: name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }

  /// Makes a folder in the folder.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
  }

  /// The text of a file.
  func read(_ name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }

  /// The bytes of a file.
  func bytes(of name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(of: name)))
  }

  /// A new file to write to.
  func handle(writingTo name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: URL(filePath: path(of: name)))
  }
}
