package import Foundation
import Synchronization

/// The file a report goes to, and the temporary files beside it.
package struct ReportTarget: Sendable {
  /// The path as the caller gave it, for messages.
  package let path: String
  /// The file itself: where the path leads when links are followed.
  private let file: URL

  /// Looks at the place and makes its directory if need be.
  ///
  /// - Throws: `ReportError` if the directory can't be made, or if the place is taken by something
  ///   that is not a file, such as a directory or a device, which replacing would destroy.
  package init(path: String) throws(ReportError) {
    guard !path.isEmpty else {
      throw .unusableTarget(path: path, reason: "the path is empty")
    }
    guard !path.hasSuffix("/") else {
      throw .unusableTarget(path: path, reason: "it names a directory")
    }
    self.path = path
    file = Self.end(of: path)
    let directory = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    } catch {
      throw .fileSystem(
        .makeDirectory, path: directory.path, reason: FileFailure.reason(of: error))
    }
    let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type]
    switch type as? FileAttributeType {
    case nil, .typeRegular?: break
    case .typeDirectory?: throw .unusableTarget(path: path, reason: "it is a directory")
    default: throw .unusableTarget(path: path, reason: "it is not a regular file")
    }
  }

  /// Where a path leads when links are followed, be something there or not.
  package static func end(of path: String) -> URL {
    var file = followed(URL(fileURLWithPath: path))
    // Links whose end is missing are left as they are; the bound is against a circle.
    for _ in 0..<8 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path) else {
        break
      }
      file = followed(URL(fileURLWithPath: next, relativeTo: file.deletingLastPathComponent()))
    }
    return file
  }

  /// A place with the links of its folders followed, as far as those are there: Foundation leaves
  /// all of a path as it is whose end is missing.
  private static func followed(_ place: URL) -> URL {
    let place = place.standardizedFileURL
    let files = FileManager.default
    var folder = place
    var missing: [String] = []
    while folder.path != "/", !files.fileExists(atPath: folder.path) {
      missing.insert(folder.lastPathComponent, at: 0)
      folder.deleteLastPathComponent()
    }
    return missing.reduce(folder.resolvingSymlinksInPath()) { place, name in
      place.appendingPathComponent(name)
    }
  }

  /// Puts a finished draft in the file's place in one step: a reader sees the old bytes or the new
  /// ones, never a part.
  ///
  /// Foundation renames only onto a free name. A file that exists is replaced by writing the draft
  /// once more, mapped instead of read, so that memory stays the same however long the report is.
  package func replace(with draft: URL) throws(ReportError) {
    do {
      do {
        try FileManager.default.moveItem(at: draft, to: file)
      } catch let error where FileFailure.isBecauseNameIsTaken(error) {
        try Data(contentsOf: draft, options: .alwaysMapped).write(to: file, options: .atomic)
        try FileManager.default.removeItem(at: draft)
      }
    } catch {
      throw .fileSystem(.write, path: path, reason: FileFailure.reason(of: error))
    }
  }

  /// Makes an empty file in the same directory that nothing else uses.
  package func makeTemporaryFile(for role: DraftFile.Role) throws(ReportError) -> DraftFile {
    let draft: DraftFile?
    do {
      draft = try DraftFile(beside: file, for: role)
    } catch {
      throw .fileSystem(.makeTemporaryFile, path: path, reason: FileFailure.reason(of: error))
    }
    guard let draft else {
      throw .fileSystem(.makeTemporaryFile, path: path, reason: "1,000 names are taken")
    }
    return draft
  }
}

/// A file written in large pieces.
package struct ChunkedWriter: ~Copyable {
  private static let chunkLength = 1 << 18
  private let file: FileHandle
  private let path: String
  private var pending: Data

  /// A writer to an open file, which it closes in the end.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - path: The path to name in an error.
  init(to file: FileHandle, for path: String) {
    self.file = file
    self.path = path
    pending = Data()
  }

  deinit { try? file.close() }

  /// Adds bytes; they are in the file once `finish()` returns.
  package mutating func write(_ data: Data) throws(ReportError) {
    pending.append(data)
    if pending.count >= Self.chunkLength { try finish() }
  }

  /// Writes what is pending.
  package mutating func finish() throws(ReportError) {
    do {
      try file.write(contentsOf: pending)
    } catch {
      throw .fileSystem(.write, path: path, reason: FileFailure.reason(of: error))
    }
    pending.removeAll(keepingCapacity: true)
  }
}

/// A report that is written from its beginning to its end beside its place, and is there whole or
/// not at all.
package final class ReportDraft {
  private let target: ReportTarget
  /// Nil as soon as it is in its place: the name is free then, for another draft.
  private var draft: URL?
  private var writer: ChunkedWriter

  /// Begins a report.
  ///
  /// - Parameter target: Where it goes.
  /// - Throws: `ReportError` if it can't be written there.
  package init(of target: ReportTarget) throws(ReportError) {
    self.target = target
    let file = try target.makeTemporaryFile(for: .draft)
    draft = file.url
    writer = ChunkedWriter(to: file.handle, for: target.path)
    Self.open.withLock { open in _ = open.insert(file.url) }
  }

  deinit {
    guard let draft else { return }
    Self.open.withLock { open in _ = open.remove(draft) }
    try? FileManager.default.removeItem(at: draft)
  }

  /// The files of all drafts that are not in their places.
  private static let open = Mutex<Set<URL>>([])

  /// Removes the files of all drafts, for a process that ends in the middle of its work.
  package static func removeAll() {
    for draft in open.withLock({ open in open }) { try? FileManager.default.removeItem(at: draft) }
  }

  /// Adds bytes.
  package func write(_ data: Data) throws(ReportError) { try writer.write(data) }

  /// Adds text.
  package func write(_ text: String) throws(ReportError) { try writer.write(Data(text.utf8)) }

  /// Ends the report, and moves it into place.
  package func publish() throws(ReportError) {
    try writer.finish()
    guard let draft else { return }
    try target.replace(with: draft)
    Self.open.withLock { open in _ = open.remove(draft) }
    self.draft = nil
  }
}
