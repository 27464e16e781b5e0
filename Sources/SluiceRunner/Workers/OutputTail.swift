/// The last bytes of a stream of any length.
package struct OutputTail {
  private let limit: Int
  private var bytes: [UInt8] = []
  private var total = 0

  /// A tail of at most `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes more bytes.
  ///
  /// Never keeps more than twice the limit.
  package mutating func append(_ more: [UInt8]) {
    total += more.count
    bytes += more.suffix(limit)
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
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
