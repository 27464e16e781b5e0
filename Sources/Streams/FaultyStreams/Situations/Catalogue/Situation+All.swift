extension Situation {
  /// Every situation, in the order of the catalogue's groups.
  package static let all: [Situation] =
    registering + delivering + completing + failing + cancelling + tearingDown + isolating
    + reentering

  /// The situation with a name.
  package static func named(_ name: String) -> Situation? {
    all.first { situation in situation.name == name }
  }
}
