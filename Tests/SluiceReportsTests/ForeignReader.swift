import Foundation
import SluiceReports

/// A case as a reader that is not ours has read it.
struct ReadCase: Hashable, Decodable {
  var suite: String
  var classname: String
  var name: String
  var outcome: String
  /// In milliseconds, rounded.
  var time: Int
  var message: String?
}

/// A reader of reports in another language, which need not be on the machine.
enum ForeignReader {
  /// The interpreter of Python.
  static let python = program("python3")
  /// The interpreter of Perl.
  static let perl = program("perl")

  /// Whether Python has a module of a name.
  static func hasModule(_ name: String) -> Bool {
    (try? output(of: python, ["-c", "import \(name)"])) != nil
  }

  /// Whether Perl can read the Test Anything Protocol, and write JSON.
  static var readsTAP: Bool {
    (try? output(of: perl, ["-MTAP::Parser", "-MJSON::PP", "-e1"])) != nil
  }

  /// What a program prints.
  ///
  /// - Throws: What it says, if it does not end well.
  static func output(of program: URL?, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // What pipelines have, whatever the machine's language is.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONIOENCODING": "utf-8"]
    ) { _, new in new }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ForeignReaderError(said: String(decoding: said, as: UTF8.self))
    }
    return bytes
  }

  private static func program(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { folder in URL(fileURLWithPath: String(folder)).appendingPathComponent(name) }
      .first { file in FileManager.default.isExecutableFile(atPath: file.path) }
  }
}

/// What a reader said before it gave up.
struct ForeignReaderError: Error {
  var said: String
}
