import Foundation

/// The finished cases of all suites in one file, until the report can be put together.
///
/// A suite's counts stand before its cases, and suites may take turns; so the XML of each case is
/// kept here. In memory there is, for each suite, a list of the stretches of the file that are its
/// own: one, where its cases come one behind the other. The file has no name: it is removed as soon
/// as it is open, and so vanishes with the process however that ends.
final class CaseSpool {
  /// The stretches of one suite, in the order they came.
  struct Chain: Sendable {
    fileprivate var stretches: [Range<UInt64>] = []
    /// The number of each, where the cases come in another order than theirs.
    fileprivate var numbers: [Int] = []

    /// Creates a chain of no case.
    init() {}

    /// The stretches in the order of their numbers, or else in that in which they came.
    fileprivate var inOrder: [Range<UInt64>] {
      guard !numbers.isEmpty else { return stretches }
      return stretches.indices.sorted { one, other in
        (numbers[one], one) < (numbers[other], other)
      }.map { index in stretches[index] }
    }
  }

  /// How much is kept until it is written, and how much is read at a time.
  private static let chunk = 1 << 18

  private let path: String
  private let file: FileHandle
  private var end: UInt64 = 0
  private var pending = Data()

  /// Opens an empty spool beside a report.
  init(beside target: ReportTarget) throws(ReportError) {
    file = try Self.openUnnamedFile(beside: target)
    path = target.path
  }

  deinit { try? file.close() }

  /// Writes what has come together, so that one more case can be kept.
  ///
  /// If the disk is full the spool is as before.
  func makeRoom() throws(ReportError) {
    if pending.count >= Self.chunk { try flush() }
  }

  /// Keeps a case.
  ///
  /// - Parameters:
  ///   - xml: The case.
  ///   - number: Its place among the cases of the chain; nil for behind those before. All cases of
  ///     a chain have one, or none has.
  ///   - chain: The cases of its suite.
  func append(xml: [UInt8], at number: Int? = nil, to chain: inout Chain) {
    let start = end + UInt64(pending.count)
    pending.append(contentsOf: xml)
    let next = start + UInt64(xml.count)
    if let number {
      chain.stretches.append(start..<next)
      chain.numbers.append(number)
      return
    }
    if let last = chain.stretches.last, last.upperBound == start {
      chain.stretches[chain.stretches.count - 1] = last.lowerBound..<next
    } else {
      chain.stretches.append(start..<next)
    }
  }

  /// Hands over the XML of a suite's cases in pieces, which end anywhere, until the body returns
  /// false.
  func forEachPiece(
    of chain: Chain, _ body: (Data) throws(ReportError) -> Bool
  ) throws(ReportError) {
    try flush()
    for stretch in chain.inOrder {
      var offset = stretch.lowerBound
      while offset < stretch.upperBound {
        let count = min(stretch.upperBound - offset, UInt64(Self.chunk))
        guard try body(try read(count: count, at: offset)) else { return }
        offset += count
      }
    }
  }

  private func flush() throws(ReportError) {
    guard !pending.isEmpty else { return }
    do {
      try file.seek(toOffset: end)
      try file.write(contentsOf: pending)
    } catch {
      throw .fileSystem(.spool, path: path, reason: FileFailure.reason(of: error))
    }
    end += UInt64(pending.count)
    pending.removeAll(keepingCapacity: true)
  }
}

extension CaseSpool {
  private static func openUnnamedFile(
    beside target: ReportTarget
  ) throws(ReportError) -> FileHandle {
    let spool = try target.makeTemporaryFile(for: .spool)
    try? FileManager.default.removeItem(at: spool.url)
    return spool.handle
  }

  private func read(count: UInt64, at offset: UInt64) throws(ReportError) -> Data {
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
}
