public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: "FakeDatabase does not model URLs of places: use reference(withPath:)"
)
extension Database {
  /// The place at a URL.
  public func reference(fromURL databaseURL: String) -> DatabaseReference {
    MissingDatabasePart.placeURLs.stop()
  }
}

@available(
  *, unavailable,
  message: "FakeDatabase does not model URLs of places: use reference(withPath:)"
)
extension DatabaseReference {
  /// The URL of the place.
  public var url: String { MissingDatabasePart.placeURLs.stop() }
}

@available(
  *, unavailable,
  message: "FakeDatabase does not model persistence: start with an empty cache"
)
extension Database {
  /// Whether the cache outlives the process.
  public var isPersistenceEnabled: Bool {
    get { MissingDatabasePart.persistence.stop() }
    set { MissingDatabasePart.persistence.stop() }
  }

  /// The size of the cache in bytes.
  public var persistenceCacheSizeBytes: UInt {
    get { MissingDatabasePart.persistence.stop() }
    set { MissingDatabasePart.persistence.stop() }
  }
}

@available(
  *, unavailable,
  message: """
    FakeDatabase does not model settings: \
    set up the DatabaseEmulator or DatabaseScript behind it
    """
)
extension Database {
  /// The queue on which listeners are called.
  public var callbackQueue: DispatchQueue {
    get { MissingDatabasePart.settings.stop() }
    set { MissingDatabasePart.settings.stop() }
  }

  /// Talks to an emulator of the vendor's.
  public func useEmulator(withHost host: String, port: Int) {
    MissingDatabasePart.settings.stop()
  }

  /// Turns logging on or off.
  public static func setLoggingEnabled(_ enabled: Bool) { MissingDatabasePart.settings.stop() }
}

@available(
  *, unavailable,
  message: "FakeDatabase does not model `Codable` values: convert the value yourself"
)
extension Database {
  /// Makes data of an `Encodable` value.
  public final class Encoder {
    /// The usual encoder.
    public init() { MissingDatabasePart.codable.stop() }
  }

  /// Makes a `Decodable` value of data.
  public final class Decoder {
    /// The usual decoder.
    public init() { MissingDatabasePart.codable.stop() }
  }
}

@available(
  *, unavailable,
  message: "FakeDatabase does not model `Codable` values: convert the value yourself"
)
extension DataSnapshot {
  /// The data as a value of a type.
  public func data<Model: Decodable>(
    as type: Model.Type, decoder: Database.Decoder = Database.Decoder()
  ) throws -> Model { MissingDatabasePart.codable.stop() }
}

@available(
  *, unavailable,
  message: "FakeDatabase does not model `Codable` values: convert the value yourself"
)
extension DatabaseReference {
  /// Replaces everything at the place by a value.
  public func setValue<Model: Encodable>(
    from value: Model, encoder: Database.Encoder = Database.Encoder(),
    completion: (((any Error)?) -> Void)? = nil
  ) throws { MissingDatabasePart.codable.stop() }
}

@available(
  *, unavailable,
  message: "FakeDatabase does not model awaited single events: await getData(), or pass a block"
)
extension DatabaseQuery {
  /// Waits for one event.
  public func observeSingleEvent(of eventType: DataEventType) async -> DataSnapshot {
    MissingDatabasePart.awaitedEvents.stop()
  }

  /// Waits for one event, with where the child is.
  public func observeSingleEventAndPreviousSiblingKey(
    of eventType: DataEventType
  ) async -> (DataSnapshot, String?) { MissingDatabasePart.awaitedEvents.stop() }
}
