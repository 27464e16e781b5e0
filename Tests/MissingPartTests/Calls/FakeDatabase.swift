import FakeDatabase
import Foundation

// part: URLs of places

private func placeURLs(_ database: Database) {
  let place = database.reference(fromURL: "https://demo.example.test/scores")
  _ = place.url
}

// part: persistence

private func persistence(_ database: Database) {
  database.isPersistenceEnabled = true
  database.persistenceCacheSizeBytes = 1_000_000
}

// part: settings

private func settings(_ database: Database) {
  database.callbackQueue = .main
  database.useEmulator(withHost: "localhost", port: 9000)
  Database.setLoggingEnabled(true)
}

// part: `Codable` values

private func codable(_ snapshot: DataSnapshot, _ place: DatabaseReference) throws {
  _ = try snapshot.data(as: [String: Int].self)
  try place.setValue(from: ["ada": 1])
  _ = Database.Encoder()
  _ = Database.Decoder()
}

// part: awaited single events

private func awaitedEvents(_ place: DatabaseReference) async {
  _ = await place.observeSingleEvent(of: .value)
  _ = await place.observeSingleEventAndPreviousSiblingKey(of: .childAdded)
}
