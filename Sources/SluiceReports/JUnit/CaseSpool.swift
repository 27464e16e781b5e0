import Foundation

/// The finished cases of all suites in one file, until the report can be put together.
///
/// A suite's counts stand before its cases, and suites may take turns; so each case is kept here
/// and linked to the next one of its suite. In memory there are two offsets for each suite and
/// nothing for a case. The file has no name: it is removed as soon as it is open, and so vanishes
/// with the process however that ends.
///
/// A record is the offset of the next record of the same suite (or 0), the lengths of the place and
/// of the XML, and those two.
struct CaseSpool: ~Copyable {
  /// The records of one suite, in the order they came.
  struct Chain: Sendable {
    fileprivate var first: UInt64?
    fileprivate var last: UInt64?

    /// Creates a chain of no record.
    init() {}
  }

  /// One kept case.
  struct Record {
    /// Where the case is written down, for messages.
    let place: String
    /// The case as XML.
    let xml: Data
  }

  private static let headerLength: UInt64 = 24
  private let path: String
  private let file: FileHandle
  private var end: UInt64 = 0

  /// Opens an empty spool beside a report.
  init(beside target: ReportTarget) throws(ReportError) {
    file = try Self.openUnnamedFile(beside: target)
    path = target.path
  }

  deinit { try? file.close() }

  /// Keeps a case.
  ///
  /// If the disk is full the spool is as before: a record counts only once the one before it, or
  /// the chain, points at it.
  mutating func append(
    xml: [UInt8], place: String, to chain: inout Chain
  ) throws(ReportError) {
    let placeBytes = Array(place.utf8)
    var record = Data()
    record.append(contentsOf: Self.bytes(of: 0))
    record.append(contentsOf: Self.bytes(of: UInt64(placeBytes.count)))
    record.append(contentsOf: Self.bytes(of: UInt64(xml.count)))
    record.append(contentsOf: placeBytes)
    record.append(contentsOf: xml)
    try write(record, at: end)
    if let last = chain.last {
      try write(Data(Self.bytes(of: end)), at: last)
    } else {
      chain.first = end
    }
    chain.last = end
    end += UInt64(record.count)
  }

  /// Hands over the cases of a suite, one at a time, until the body returns false.
  func forEachRecord(
    of chain: Chain, _ body: (Record) throws(ReportError) -> Bool
  ) throws(ReportError) {
    var next = chain.first
    while let offset = next {
      let header = try read(count: Self.headerLength, at: offset)
      let following = Self.number(in: header, at: 0)
      let placeLength = Self.number(in: header, at: 8)
      let rest = try read(
        count: placeLength + Self.number(in: header, at: 16), at: offset + Self.headerLength)
      let place = String(decoding: rest.prefix(Int(placeLength)), as: UTF8.self)
      guard try body(Record(place: place, xml: rest.dropFirst(Int(placeLength)))) else { return }
      // Records only ever point forward, so that even a damaged file is gone through once.
      next = following > offset ? following : nil
    }
  }
}

extension CaseSpool {
  private static func openUnnamedFile(
    beside target: ReportTarget
  ) throws(ReportError) -> FileHandle {
    let name = try target.makeTemporaryFile(for: "spool")
    defer { try? FileManager.default.removeItem(at: name) }
    do {
      let file = try FileHandle(forUpdating: name)
      // Workers are started while the file is open, and a wrong subject must not get hold of it.
      _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
      return file
    } catch {
      throw .fileSystem(
        .makeTemporaryFile, path: target.path, reason: FileFailure.reason(of: error))
    }
  }

  private func write(_ data: Data, at offset: UInt64) throws(ReportError) {
    do {
      try file.seek(toOffset: offset)
      try file.write(contentsOf: data)
    } catch {
      throw .fileSystem(.spool, path: path, reason: FileFailure.reason(of: error))
    }
  }

  private func read(count: UInt64, at offset: UInt64) throws(ReportError) -> Data {
    guard count > 0 else { return Data() }
    do {
      try file.seek(toOffset: offset)
      if let data = try file.read(upToCount: Int(count)), UInt64(data.count) == count {
        return data
      }
    } catch {
      throw .fileSystem(.spool, path: path, reason: FileFailure.reason(of: error))
    }
    throw .fileSystem(.spool, path: path, reason: "the temporary file was cut short")
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { place in UInt8(truncatingIfNeeded: number >> (8 * UInt64(place))) }
  }

  private static func number(in data: Data, at offset: Int) -> UInt64 {
    data.dropFirst(offset).prefix(8).reversed().reduce(0) { sum, byte in sum << 8 | UInt64(byte) }
  }
}
