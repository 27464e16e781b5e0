/// The search for the word that was probably meant.
enum NearestWord {
  /// The candidate nearest to a word, if it is near enough to be worth a question.
  ///
  /// Near enough is one slip for every three letters, and at least one. Among equally near
  /// candidates the first wins, so the answer depends on nothing but their order.
  static func find(to word: String, among candidates: some Sequence<String>) -> String? {
    let allowed = max(1, word.count / 3)
    var best: (candidate: String, slips: Int)?
    for candidate in candidates where word.count <= longest {
      let slips = slips(from: Array(word.utf8), to: Array(candidate.utf8))
      if slips <= allowed, slips < best?.slips ?? .max { best = (candidate, slips) }
    }
    return best?.candidate
  }

  /// The longest word that is compared at all; nobody types a longer one by hand.
  private static let longest = 60

  /// How many letters must be added, left out, replaced or swapped with their neighbours.
  private static func slips(from word: [UInt8], to other: [UInt8]) -> Int {
    var rows = [Array(0...other.count)]
    for (row, letter) in word.enumerated() {
      var next = [row + 1]
      for (column, otherLetter) in other.enumerated() {
        let replaced = rows[row][column] + (letter == otherLetter ? 0 : 1)
        var least = min(replaced, rows[row][column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], word[row - 1] == otherLetter {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[word.count][other.count]
  }
}
