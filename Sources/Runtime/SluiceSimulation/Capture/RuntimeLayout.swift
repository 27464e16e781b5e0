internal import CSimulationRuntime

/// What the kit assumes about the memory of the runtime, Dispatch and the C library.
///
/// It is a value, so that a test can have any of its numbers be wrong.
package struct RuntimeLayout: Sendable {
  /// One of the numbers: its name in the table of the C library, and what it is, in words.
  package struct Number: Sendable, Hashable {
    package let index: Int
    package let name: String
    package let words: String
  }

  private var layout: sluice_layout

  /// The one that simulations use.
  package static let inUse = RuntimeLayout(layout: sluice_layout_in_use())

  /// All numbers, in the order in which they are proven.
  package static let numbers: [Number] = (0..<sluice_layout_count()).map { index in
    // Constant texts of the library's.
    unsafe Number(
      index: index, name: String(cString: sluice_layout_name(index)),
      words: String(cString: sluice_layout_words(index)))
  }

  /// The value of a number.
  package subscript(number: Number) -> UInt64 {
    get {
      // The structure is numbers of 64 bits and nothing else, as many as the table has.
      unsafe withUnsafeBytes(of: layout) { bytes in
        unsafe bytes.load(fromByteOffset: number.index * 8, as: UInt64.self)
      }
    }
    set {
      // As above.
      unsafe withUnsafeMutableBytes(of: &layout) { bytes in
        unsafe bytes.storeBytes(of: newValue, toByteOffset: number.index * 8, as: UInt64.self)
      }
    }
  }

  /// The first number that the samples of this process do not prove, or nil.
  package var firstUnproven: Number? {
    var layout = layout
    // The pointer is to a copy, for the call.
    let index = unsafe sluice_layout_first_unproven(&layout)
    return Self.numbers.indices.contains(index) ? Self.numbers[index] : nil
  }

  /// The values of a number that the samples of this process prove, for a port to another runtime.
  ///
  /// Tried are the offsets of the largest object that is sampled, and every single flag.
  package func provenValues(of number: Number) -> [UInt64] {
    let offsets = stride(from: 0, to: 256, by: 4).map(UInt64.init)
    let flags = (8..<64).map { bit in UInt64(1) << bit }
    return (offsets + flags).filter { value in
      var layout = self
      layout[number] = value
      // The pointer is to a copy, for the call.
      return unsafe sluice_layout_proves(&layout.layout, number.index)
    }
  }

  var layoutVersion: UInt64 { layout.layout_version }
  var taskBytes: UInt64 { layout.task_bytes }
}
