/// The search for the word that was probably meant, in scenarios and in calls.
package enum Suggestion {
  /// The candidate nearest to a word, if one is near enough to be worth saying.
  ///
  /// Near enough is a third of the word's length, at least one edit. The first of equally near
  /// candidates wins, so the answer depends on their order only.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>
  ) -> String? {
    let letters = Array(word.utf8)
    guard letters.count <= 64 else { return nil }
    var best: (distance: Int, candidate: String)?
    let allowed = max(1, letters.count / 3)
    for candidate in candidates {
      let other = Array(candidate.utf8)
      guard abs(other.count - letters.count) <= allowed else { continue }
      let found = distance(letters, other)
      guard found <= allowed, found < best?.distance ?? Int.max else { continue }
      best = (found, candidate)
    }
    return best?.candidate
  }

  /// The optimal string alignment distance: insertions, deletions, substitutions and swaps of
  /// neighbours.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var twoBack = [Int](repeating: 0, count: right.count + 1)
    var previous = Array(0...right.count)
    var current = previous
    for row in 1...left.count {
      current[0] = row
      for column in 1...right.count {
        let same = left[row - 1] == right[column - 1]
        var cost = min(
          previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, twoBack[column - 2] + 1)
        }
        current[column] = cost
      }
      (twoBack, previous, current) = (previous, current, twoBack)
    }
    return previous[right.count]
  }
}
