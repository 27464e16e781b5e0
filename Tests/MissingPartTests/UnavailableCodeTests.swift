import Foundation
import Testing

@Suite("Code that calls what no fake models")
struct UnavailableCodeTests {
  @Test(
    "does not compile, and the compiler's error says what is missing and what to do instead",
    .enabled(if: Compiler.path != nil, "there is no swiftc on the path"), .startsPrograms)
  func refused() throws {
    let codes = try FakeUnderTest.all.map { fake in try RefusedCode(of: fake) }
    let compiler = try #require(Compiler.path)
    let diagnostics = try Compiler(path: compiler).check(codes.map { code in code.file })
    let byPath = Dictionary(
      uniqueKeysWithValues: codes.map { code in (code.file.path(percentEncoded: false), code) })
    var answered: Set<Part> = []
    for error in diagnostics where error.kind == .error {
      let part = byPath[error.file]?.part(at: error.line)
      let isRefusal = part.map { part in error.text.hasSuffix("is unavailable: \(part.refusal)") }
      #expect(isRefusal == true, "\(error.file):\(error.line): \(error.text)")
      if let part { answered.insert(part) }
    }
    #expect(answered == Set(codes.flatMap { code in code.parts }))
    let called = diagnostics.filter { diagnostic in diagnostic.kind == .note }.map { note in
      RefusedDeclaration(
        file: String(note.file.dropFirst(FakeUnderTest.folder.path.count + 1)), line: note.line)
    }
    let forgotten = try RefusedDeclaration.all().subtracting(called)
    #expect(forgotten.isEmpty, "no code calls \(forgotten)")
  }
}

/// The Swift compiler, as far as these tests need it.
private struct Compiler {
  /// The compiler on the path; nil where there is none.
  static let path: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { folder in "\(folder)/swiftc" }
      .first { path in FileManager.default.isExecutableFile(atPath: path) }
  }()

  let path: String

  /// A message of the compiler's about a line.
  struct Diagnostic {
    enum Kind: String {
      case error
      case note
    }

    let kind: Kind
    let file: String
    let line: Int
    let text: String
  }

  /// Compiles files against the modules that are beside these tests, and returns what it says.
  func check(_ files: [URL]) throws -> [Diagnostic] {
    let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let shim = build.appending(path: "CSimulationRuntime.build/module.modulemap")
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments =
      [
        "-typecheck", "-wmo", "-swift-version", "6", "-diagnostic-style", "llvm",
        "-module-name", "RefusedCode", "-I", build.appending(path: "Modules").path,
        "-Xcc", "-fmodule-map-file=\(shim.path)",
      ] + files.map(\.path)
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      Self.diagnostic(line)
    }
  }

  /// A line of the form `FILE:LINE:COLUMN: KIND: TEXT`.
  private static func diagnostic(_ line: Substring) -> Diagnostic? {
    let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, let number = Int(parts[1]), Int(parts[2]) != nil,
      let kind = Diagnostic.Kind(rawValue: parts[3].trimmingCharacters(in: .whitespaces))
    else { return nil }
    return Diagnostic(
      kind: kind, file: String(parts[0]), line: number,
      text: parts[4].trimmingCharacters(in: .whitespaces))
  }
}
