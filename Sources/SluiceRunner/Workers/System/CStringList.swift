/// A list of strings in the form that starting a program needs.
struct CStringList {
  private let bytes: [CChar]
  private let offsets: [Int]

  /// Returns `nil` if a string contains a zero byte, which would cut it short.
  init?(_ strings: [String]) {
    guard strings.allSatisfy({ string in !string.utf8.contains(0) }) else { return nil }
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
      offsets.append(bytes.count)
      bytes += string.utf8.map { byte in CChar(bitPattern: byte) } + [0]
    }
    self.bytes = bytes
    self.offsets = offsets
  }

  /// Calls `body` with pointers to the strings and a null pointer behind the last.
  func withPointers(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
  ) -> CInt {
    var copy = bytes
    // Proof: every offset lies inside the buffer, whose strings end in zero bytes; pointers are
    // valid inside the closures, and `body` hands them on only to a call that copies.
    return unsafe copy.withUnsafeMutableBufferPointer { buffer in
      let strings = unsafe offsets.map { offset in
        unsafe buffer.baseAddress?.advanced(by: offset)
      }
      let pointers = unsafe strings + [nil]
      return unsafe pointers.withUnsafeBufferPointer { list in
        guard let first = list.baseAddress else { return -1 }
        return unsafe body(first)
      }
    }
  }
}
