import Foundation
import Testing

/// Code that calls what a fake declares and does not model: a file in the folder `Calls`.
///
/// A comment `// part: NAME` begins the calls of a part. The file is compiled by a test, and is no
/// part of the test target.
struct RefusedCode {
  /// Where the file is.
  let file: URL
  /// The parts that are called, in order.
  let parts: [Part]
  /// The part to which each line belongs; nil for the lines before the first.
  private let partOfLine: [Part?]

  private static let heading = "// part: "

  init(of fake: FakeUnderTest) throws {
    file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Calls/\(fake.module).swift")
    var parts: [Part] = []
    partOfLine = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in
      if line.hasPrefix(Self.heading) {
        let name = line.dropFirst(Self.heading.count)
        parts.append(
          try #require(
            fake.parts.first { part in part.name == name }, "\(fake.module) has no part \(name)"))
      }
      return parts.last
    }
    self.parts = parts
  }

  /// The part whose calls are on a line, which is counted from 1.
  func part(at line: Int) -> Part? {
    partOfLine.indices.contains(line - 1) ? partOfLine[line - 1] : nil
  }
}

/// A declaration that the compiler refuses, by its place in the sources of the fakes.
struct RefusedDeclaration: Hashable {
  /// The file, from the folder of fakes.
  let file: String
  /// The line on which the declaration has its name, counted from 1.
  let line: Int

  /// The declarations in all fakes that are unavailable: types, and the members of extensions.
  static func all() throws -> Set<RefusedDeclaration> {
    let folder = FakeUnderTest.folder
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    var found: Set<RefusedDeclaration> = []
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      found.formUnion(lines(in: text).map { line in RefusedDeclaration(file: file, line: line) })
    }
    return found
  }

  /// The lines of unavailable declarations in a file that is laid out as the formatter does.
  private static func lines(in text: String) -> [Int] {
    var found: [Int] = []
    var isPending = false
    var isInExtension = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("  *, unavailable") { isPending = true }
      if line.hasPrefix("}") { isInExtension = false }
      if isPending, line.hasPrefix("extension ") { (isPending, isInExtension) = (false, true) }
      if isPending, line.hasPrefix("public ") {
        isPending = false
        found.append(index + 1)
      }
      if isInExtension, line.hasPrefix("  public ") { found.append(index + 1) }
    }
    return found
  }
}
