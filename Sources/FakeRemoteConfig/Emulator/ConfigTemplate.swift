/// A version of the parameters, as the server hands it out.
struct ConfigTemplate: Sendable, Hashable {
  /// Counts what was published, from 1; 0 is before that.
  var version = 0
  /// The texts by key.
  var parameters: [String: String] = [:]

  /// The keys whose values differ from another template's, on either side.
  func changes(from other: ConfigTemplate) -> Set<String> {
    let keys = Set(parameters.keys).union(other.parameters.keys)
    return keys.filter { key in parameters[key] != other.parameters[key] }
  }
}
