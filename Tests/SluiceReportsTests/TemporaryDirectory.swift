import Foundation
import Testing

/// An empty directory for one test, removed with everything in it at the end.
final class TemporaryDirectory {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("sluice-reports-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something in the directory.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The bytes of a file in the directory.
  func contents(of name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  /// The text of a file in the directory.
  func text(of name: String) throws -> String {
    try #require(String(bytes: contents(of: name), encoding: .utf8))
  }

  /// The names of everything in the directory, or in one of its own, hidden files too.
  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }
}
