import Foundation
import Testing

@Suite("Hashing of the program")
struct ProgramHashingTests {
  @Test("is without chance however it is called", arguments: [nil, "", "0", "1"])
  func begun(_ value: String?) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: BuiltProgram.path)
    // More than a pipe takes: the program waits in the middle of it.
    process.arguments = ["list", "Scenarios/listener", "--format", "json"]
    process.currentDirectoryURL = URL(filePath: BuiltProgram.repository)
    process.environment = ["SWIFT_DETERMINISTIC_HASHING": value, "MARK": "here"].compactMapValues(
      \.self)
    process.standardOutput = pipe
    try process.run()
    let first = try pipe.fileHandleForReading.read(upToCount: 1)
    let path = "/proc/\(process.processIdentifier)/environ"
    let variables = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    let rest = try pipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    #expect(first?.count == 1)
    #expect((rest?.count ?? 0) > 70_000)
    #expect(process.terminationStatus == 0)
    #expect(
      Set(variables.split(separator: "\0")) == ["SWIFT_DETERMINISTIC_HASHING=1", "MARK=here"])
  }
}
