import Foundation
import Testing

@Suite("Memory of a run", .timeLimit(.minutes(5)))
struct MemoryTests {
  private static let casesAFile = 100

  /// A root with so many files of cases.
  private static func root(files: Int) throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    for number in 1...files {
      let rows = (1...casesAFile).map { row in "    | row-\(row) | \(row) |\n" }.joined()
      let text = """
        format 1

        scenario "cases of file \(number)"
          matrix
            | case | value |
        \(rows)
          timeline
            @0ms    S = listener.values()
                    expect S added
                    listener.send($value)
                    expect S next $value
            @1ms    cancel S
                    expect S removed promptly
                    expect S ended

        """
      try root.write(text, to: "Scenarios/listener/cancellation/file-\(number).scenario")
    }
    return root
  }

  @Test("does not grow with the number of cases", arguments: ["none", "process"])
  func growth(isolation: String) throws { try Self.expectFlat(files: 12, isolation) }

  /// Compares the memory behind a fifth of the cases with that behind nine tenths.
  fileprivate static func expectFlat(files: Int, _ isolation: String) throws {
    let root = try root(files: files)
    let count = files * casesAFile
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: BuiltProgram.path)
    let jobs = isolation == "none" ? [] : ["--jobs", "1"]
    process.arguments = ["run", "--isolation", isolation, "--format", "json"] + jobs
    process.currentDirectoryURL = URL(filePath: root.path)
    process.standardOutput = output
    // Under the address sanitizer freed memory would be kept for a while, and look like growth.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=0:thread_local_quarantine_size_kb=0"]
    ) { _, new in new }
    try process.run()
    var lines = 0
    var sizes: [Int] = []
    // The program can't be further than the pipe's buffer ahead of what is read here.
    while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
      let before = lines
      lines += data.count { byte in byte == UInt8(ascii: "\n") }
      for mark in [count / 5, count * 9 / 10] where before < mark && lines >= mark {
        sizes.append(try residentBytes(of: process.processIdentifier))
      }
    }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(lines == count + 1)
    try #require(sizes.count == 2)
    #expect(sizes[1] - sizes[0] < 2 << 20, "grew from \(sizes[0]) to \(sizes[1]) bytes")
  }

  private static func residentBytes(of process: Int32) throws -> Int {
    let text = try String(contentsOf: URL(filePath: "/proc/\(process)/statm"), encoding: .utf8)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { word in Int(word) }
    return (try #require(pages)) * 4_096
  }
}

@Suite("Memory of a longer run", .campaign, .timeLimit(.minutes(5)))
struct MemoryCampaign {
  @Test("does not grow with the number of cases", arguments: ["none", "process"])
  func growth(isolation: String) throws { try MemoryTests.expectFlat(files: 50, isolation) }
}
