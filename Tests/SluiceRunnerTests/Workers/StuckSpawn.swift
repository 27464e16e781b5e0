import Foundation

/// A process that starts a child which opens a pipe first, into which nothing is ever written: the
/// process waits in the call, uninterruptibly as the system tells.
struct StuckSpawn {
  /// The interpreter of Python; nil where there is none.
  static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first { path in
    FileManager.default.isExecutableFile(atPath: path)
  }

  private static let program = """
    import os, sys
    os.mkfifo(sys.argv[1])
    first = (os.POSIX_SPAWN_OPEN, 0, sys.argv[1], os.O_RDONLY, 0)
    os.posix_spawn("/bin/true", ["true"], {}, file_actions=[first])
    """

  private let process = Process()
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "sluice-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.executableURL = URL(filePath: Self.python ?? "")
    process.arguments = ["-c", Self.program, folder.appending(path: "pipe").path()]
    try process.run()
  }

  /// The number of the process.
  var identifier: Int32 { process.processIdentifier }

  /// Whether the process comes to wait for its child.
  var isStuck: Bool {
    for _ in 0..<6_000 {
      let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
      if status?.split(separator: ") ").last?.first == "D" { return true }
      usleep(10_000)
    }
    return false
  }

  /// Opens the pipe, so that the child goes on, and ends the process.
  func end() {
    let pipe = folder.appending(path: "pipe").path()
    try? FileHandle(forUpdating: URL(filePath: pipe)).close()
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
