import Foundation
import Testing

/// The files of the C library call each other in one direction.
@Suite("Layers of the C library")
struct LayerTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Runtime/CSimulationRuntime").standardizedFileURL

  /// The text of each file, without comments and without what stands in quotes.
  private static func texts() throws -> [String: String] {
    var texts: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".c") && name != "unsupported.c" {
      texts[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .replacing(/\/\/[^\n]*/, with: "").replacing(/"[^"\n]*"/, with: "")
    }
    return texts
  }

  /// What stands in the header, and calls a file all the same.
  private static let inline = [
    "sluice_is_capturing": "sluice_owns_task", "sluice_may_block": "sluice_owns_task",
    "note_use_of_queues": "sluice_current_simulation", "is_sampling": "sluice_is_sampler",
  ]

  /// The file that interposes each function: a call by that name is a call of that file.
  private static func interposers(_ texts: [String: String]) -> [String: String] {
    var files: [String: String] = [:]
    for (file, text) in texts {
      for match in text.matches(of: /\n(?:INTERPOSED|ALLOCATOR|OF_PROGRAM) [^;{]*?\b(\w+)\(/) {
        files[String(match.1)] = file
      }
    }
    return files
  }

  /// The files whose functions and variables each file uses.
  private static func uses() throws -> [String: Set<String>] {
    let texts = try texts()
    var homes: [String: String] = [:]
    for (file, text) in texts {
      for match in text.matches(
        of: /\n(?!static)\w[\w \*\(\)]*?\b(sluice_\w+)\s?(?:\([^;{}]*\)\s?\{|;)/)
      {
        homes[String(match.1)] = file
      }
    }
    let interposers = interposers(texts)
    return texts.mapValues { text in
      let words = text.matches(of: /\b(?:sluice|note|is)_\w+\b/).map { match in String(match.0) }
      // The original of an interposed function is a member of a table, and has a dot before it.
      let calls = text.matches(of: /(?:^|[^.\w])(\w+)\(/).map { match in String(match.1) }
      let used = words.compactMap { word in homes[inline[word] ?? word] }
      return Set(used + calls.compactMap { call in interposers[call] })
    }
  }

  @Test("is without a cycle")
  func noCycle() throws {
    var uses = try Self.uses()
    for file in uses.keys { uses[file]?.remove(file) }
    #expect(uses.count > 30)
    #expect(uses.values.reduce(0) { sum, used in sum + used.count } > 100)
    #expect(uses["locks.c"]?.contains("conditions.c") == false)
    #expect(uses["conditions.c"]?.contains("locks.c") == true)
    // What is left when files that use none, and files that none uses, are gone is in a cycle.
    while let file = uses.keys.first(where: { file in
      uses[file] == [] || !uses.values.contains { used in used.contains(file) }
    }) {
      uses[file] = nil
      for other in uses.keys { uses[other]?.remove(file) }
    }
    #expect(uses.keys.sorted() == [])
  }
}
