/// Why journals can't be joined.
package enum MergeError: Error, Equatable, CustomStringConvertible {
  /// A file is no journal, or a part of one.
  case unreadable(String, line: Int?, reason: String)
  /// Two files are of different runs: here the member that differs.
  case otherRun(String, first: String, difference: String)
  /// A run was not finished.
  case unfinished(String, reason: String)
  /// A case stands in two files.
  case overlap(id: String, String, and: String)
  /// Cases stand in none of the files, by their numbers.
  case gap(missing: Int, of: Int, first: Int, shards: [String])

  /// The reason in a sentence.
  package var description: String {
    switch self {
    case .unreadable(let path, let line?, let reason): "\(path):\(line): \(reason)"
    case .unreadable(let path, nil, let reason): "'\(path)': \(reason)"
    case .otherRun(let path, let first, let difference):
      "'\(path)' is of another run than '\(first)': \(difference)"
    case .unfinished(let path, let reason): "'\(path)' is of a run that was not finished: \(reason)"
    case .overlap(let id, let path, let other):
      "the case '\(id)' stands in '\(path)' and in '\(other)'"
    case .gap(let missing, let total, let first, let shards):
      "\(missing) of \(total) cases stand in none of the files, the first of them number "
        + "\(first + 1)"
        + (shards.isEmpty ? "" : ": there is no shard \(shards.joined(separator: ", "))")
    }
  }
}
