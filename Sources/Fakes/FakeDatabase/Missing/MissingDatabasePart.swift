import SluiceSpies

/// What the fake lacks of the Realtime Database.
package enum MissingDatabasePart: String, MissingPart {
  case placeURLs = "URLs of places"
  case databaseURLs = "databases below the root of a URL"
  case persistence
  case settings
  case codable = "`Codable` values"
  case awaitedEvents = "awaited single events"

  package static let fake = "FakeDatabase"

  package var advice: String {
    switch self {
    case .placeURLs: "use reference(withPath:)"
    case .databaseURLs: "name the root, and a place by reference(withPath:)"
    case .persistence: "start with an empty cache"
    case .settings: "set up the DatabaseEmulator or DatabaseScript behind it"
    case .codable: "convert the value yourself"
    case .awaitedEvents: "await getData(), or pass a block"
    }
  }
}
