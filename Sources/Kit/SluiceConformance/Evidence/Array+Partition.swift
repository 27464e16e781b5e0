extension Array {
  /// The number of leading items of which a condition holds; it must hold of no item after the
  /// first it fails for.
  func partition(while belongs: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [Int] {
  /// The first of these ascending places that lies after another.
  func first(after place: Int) -> Int? {
    let index = partition { candidate in candidate <= place }
    return index < count ? self[index] : nil
  }

  /// The last of these ascending places that lies before another.
  func last(before place: Int) -> Int? {
    let index = partition { candidate in candidate < place }
    return index > 0 ? self[index - 1] : nil
  }
}
