/// Shards whose files a merge was not given, though all cases are there: shards without a case.
struct MissingShards {
  /// The shards, as `--shard` takes them; of many the first ones, and how many more.
  private let shards: [String]
  /// How many of them are missing: all of them, unless a file of one does not name it.
  private let count: Int
  private let areAll: Bool

  /// Shards that no file is of; nil if each has one, or if the files say nothing certain.
  ///
  /// - Parameters:
  ///   - given: The shards of the files that say so.
  ///   - unnamed: How many files are of shards that they don't name.
  init?(besides given: [Shard], unnamed: Int = 0) {
    guard let total = given.first?.count,
      given.allSatisfy({ shard in shard.count == total })
    else { return nil }
    let numbers = Set(given.map(\.number))
    count = total - numbers.count - unnamed
    areAll = unnamed == 0
    guard count > 0 else { return nil }
    shards = Shard.missing(numbers, of: total)
  }

  /// What is said of them.
  ///
  /// - Parameter cases: How many cases the run has.
  /// - Returns: A sentence.
  func sentence(of cases: Int) -> String {
    let names = shards.joined(separator: ", ")
    let all = cases == 1 ? "the only case is" : "all \(cases) cases are"
    let subject =
      switch (areAll, count) {
      case (true, 1): "the shard \(names) is missing"
      case (true, _): "the shards \(names) are missing"
      case (false, 1): "one of the shards \(names) is missing"
      case (false, _): "\(count) of the shards \(names) are missing"
      }
    return "\(subject); \(all) in the others"
  }
}
