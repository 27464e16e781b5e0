import Foundation

/// A file written in large pieces.
struct ChunkedWriter: ~Copyable {
  private static let chunkLength = 1 << 16
  private let file: FileHandle
  private let path: String
  private var pending = Data()

  /// Opens a file that exists.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - path: the path to name in an error.
  /// - Throws: `ReportError.fileSystem` if the system refuses.
  init(to url: URL, for path: String) throws(ReportError) {
    self.path = path
    do {
      file = try FileHandle(forWritingTo: url)
    } catch {
      throw .fileSystem(.write, path: path, reason: FileFailure.reason(of: error))
    }
  }

  deinit { try? file.close() }

  /// Adds bytes; they are in the file once `finish()` returns.
  mutating func write(_ data: Data) throws(ReportError) {
    pending.append(data)
    if pending.count >= Self.chunkLength { try finish() }
  }

  /// Writes what is pending.
  mutating func finish() throws(ReportError) {
    do {
      try file.write(contentsOf: pending)
    } catch {
      throw .fileSystem(.write, path: path, reason: FileFailure.reason(of: error))
    }
    pending.removeAll(keepingCapacity: true)
  }
}
