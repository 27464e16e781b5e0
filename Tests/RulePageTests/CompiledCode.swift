import Foundation

/// The code of the pages, read from the files that are compiled.
struct CompiledCode {
  /// A side of a page.
  enum Side: String, CaseIterable {
    case wrong, right
  }

  /// A block of code between its comments.
  struct Key: Hashable {
    let side: Side
    let rule: String
  }

  /// What does not fit a file of pages, with its place.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// The text of each block, without the indentation that all its lines have.
  private(set) var blocks: [Key: String] = [:]

  /// The blocks of all files in the folder `Pages`.
  init() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pages")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for file in files {
      try read(String(contentsOf: folder.appending(path: file), encoding: .utf8), of: file)
    }
  }

  /// The blocks of a text.
  init(_ text: String) throws { try read(text, of: "text") }

  private mutating func read(_ text: String, of file: String) throws {
    var open: (key: Key, line: Int, lines: [Substring])?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, content) in zip(1..., lines) {
      let words = content.split(separator: " ")
      if words == ["//", "end"] {
        guard let block = open.take() else {
          throw Mistake(description: "\(file):\(line): no block")
        }
        guard blocks.updateValue(Self.dedented(block.lines), forKey: block.key) == nil else {
          throw Mistake(description: "\(file):\(block.line): a second block")
        }
      } else if words.count == 3, words[0] == "//",
        let side = Side.allCases.first(where: { side in words[1] == "\(side.rawValue):" })
      {
        guard open == nil else { throw Mistake(description: "\(file):\(line): a block in a block") }
        open = (Key(side: side, rule: String(words[2])), line, [])
      } else {
        open?.lines.append(content)
      }
    }
    if let open { throw Mistake(description: "\(file):\(open.line): no end") }
  }

  private static func dedented(_ lines: [Substring]) -> String {
    let indentation =
      lines.filter { line in !line.isEmpty }
      .map { line in line.prefix { letter in letter == " " }.count }.min() ?? 0
    return lines.map { line in line.dropFirst(indentation) }.joined(separator: "\n")
  }
}
