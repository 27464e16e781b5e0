import Foundation
import Glibc

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

  /// Whether something becomes true while the process waits uninterruptibly: for its child, or
  /// for a disk before.
  func isEver(_ condition: () -> Bool) -> Bool {
    for _ in 0..<6_000 {
      if isUninterruptible, condition(), isUninterruptible { return true }
      usleep(10_000)
    }
    return false
  }

  private var isUninterruptible: Bool {
    let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    return status?.split(separator: ") ").last?.first == "D"
  }

  /// Kills the process, which no other signal ends while it waits, and opens the pipe, so that the
  /// child goes on: it keeps what says that the process has ended.
  func end() {
    kill(identifier, SIGKILL)
    try? FileHandle(forUpdating: folder.appending(path: "pipe")).close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
