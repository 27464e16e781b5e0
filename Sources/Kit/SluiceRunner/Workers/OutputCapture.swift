/// One standard stream of a worker, read for as long as anybody can write to it.
struct OutputCapture: ~Copyable {
  private let descriptor: Descriptor
  private let limits: WorkerLimits
  private var tail: OutputTail
  private var isOpen = true
  /// How many bytes have come.
  private(set) var received = 0

  /// Reads from the given end of a pipe.
  init(_ descriptor: consuming Descriptor, limits: WorkerLimits) {
    descriptor.stopBlocking()
    self.descriptor = descriptor
    self.limits = limits
    self.tail = OutputTail(limit: limits.tailBytes)
  }

  /// Waits for output too.
  func await(in readiness: inout Readiness) {
    if isOpen { readiness.add(descriptor.number, .reading) }
  }

  /// Reads what is there, but no more than `bytes`.
  mutating func read(atMost bytes: Int) {
    var rest = bytes
    while isOpen, rest > 0 {
      switch descriptor.read(atMost: min(rest, 64 << 10)) {
      case .bytes(let bytes):
        tail.append(bytes)
        received += bytes.count
        rest -= bytes.count
      case .notYet: return
      case .ended: isOpen = false
      }
    }
  }

  /// Takes all that was written until now, and begins anew.
  mutating func take() -> OutputTail {
    read(atMost: limits.drainBytes)
    defer { tail = OutputTail(limit: limits.tailBytes) }
    return tail
  }
}

/// The last bytes of a stream of any length, and the beginning of the line that they cut.
package struct OutputTail {
  private let limit: Int
  private var bytes: [UInt8] = []
  private var total = 0
  /// What is known of the line that ends behind the bytes that are not kept.
  private var cut = LineBeginning()

  /// A tail of at most `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes more bytes.
  ///
  /// Never keeps more than three times the limit.
  package mutating func append(_ more: [UInt8]) {
    total += more.count
    if more.count >= limit {
      cut.append(bytes[...])
      cut.append(more.dropLast(limit))
      bytes = more.suffix(limit)
    } else {
      bytes += more
    }
    guard bytes.count > 2 * limit else { return }
    cut.append(bytes.dropLast(limit))
    bytes.removeFirst(bytes.count - limit)
  }

  /// The beginning of the line in which the text begins; empty where it begins a line.
  package var cutLine: String {
    var cut = cut
    cut.append(bytes.dropLast(limit))
    return String(decoding: cut.bytes, as: UTF8.self)
  }

  /// How many bytes the text does not show.
  package var droppedBytes: Int {
    total - kept.count
  }

  /// The tail as text.
  ///
  /// Where it was cut it begins with a whole scalar; bytes that are not UTF-8 appear as
  /// replacement characters.
  package var text: String {
    String(decoding: kept, as: UTF8.self)
  }

  private var kept: ArraySlice<UInt8> {
    let tail = bytes.suffix(limit)
    guard tail.count < total else { return tail }
    let continuations = tail.prefix(3).prefix { byte in byte & 0xC0 == 0x80 }
    return tail.dropFirst(continuations.count)
  }
}

/// The beginning of the last line of a stream, which may be as long as it likes.
private struct LineBeginning {
  /// How many bytes of it are kept.
  private static let longest = 512

  private(set) var bytes: [UInt8] = []

  mutating func append(_ more: ArraySlice<UInt8>) {
    if let end = more.lastIndex(of: lineFeed) {
      bytes = Array(more[(end + 1)...].prefix(Self.longest))
    } else {
      bytes += more.prefix(Self.longest - bytes.count)
    }
  }
}
