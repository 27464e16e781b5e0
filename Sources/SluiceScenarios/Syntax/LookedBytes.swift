import SluiceSpies

/// The bytes of a file, each look at one of which is a step for `WorkCounter`.
struct LookedBytes {
  /// The bytes for whoever counts their looks themselves.
  let all: [UInt8]

  var count: Int { all.count }

  subscript(place: Int) -> UInt8 {
    WorkCounter.looked()
    return all[place]
  }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    WorkCounter.looked(range.count)
    return all[range]
  }

  /// Where a byte stands first, from a place on and before another.
  func firstIndex(of byte: UInt8, from start: Int, before end: Int) -> Int? {
    var place = start
    while place < end {
      if self[place] == byte { return place }
      place += 1
    }
    return nil
  }
}
