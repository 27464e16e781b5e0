import SluiceSpies

@available(
  *, unavailable,
  message:
    "FakeFirestore does not model `Codable` documents: convert data() and setData(_:) yourself"
)
extension Firestore {
  /// Makes a document of an `Encodable` value.
  public final class Encoder {
    /// The usual encoder.
    public init() { MissingFirestorePart.codable.stop() }
  }

  /// Makes a `Decodable` value of a document.
  public final class Decoder {
    /// The usual decoder.
    public init() { MissingFirestorePart.codable.stop() }
  }
}

@available(
  *, unavailable,
  message:
    "FakeFirestore does not model `Codable` documents: convert data() and setData(_:) yourself"
)
extension DocumentSnapshot {
  /// The document as a value of a type.
  public func data<Model: Decodable>(
    as type: Model.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
    decoder: Firestore.Decoder = Firestore.Decoder()
  ) throws -> Model { MissingFirestorePart.codable.stop() }
}

@available(
  *, unavailable,
  message:
    "FakeFirestore does not model `Codable` documents: convert data() and setData(_:) yourself"
)
extension DocumentReference {
  /// Reads the document as a value of a type.
  public func getDocument<Model: Decodable>(
    as type: Model.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
    decoder: Firestore.Decoder = Firestore.Decoder(),
    completion: @escaping (Result<Model, any Error>) -> Void
  ) { MissingFirestorePart.codable.stop() }

  /// Reads the document as a value of a type.
  public func getDocument<Model: Decodable>(
    as type: Model.Type, with serverTimestampBehavior: ServerTimestampBehavior = .none,
    decoder: Firestore.Decoder = Firestore.Decoder()
  ) async throws -> Model { MissingFirestorePart.codable.stop() }

  /// Replaces the document by a value, or merges the value into it.
  public func setData<Model: Encodable>(
    from value: Model, merge: Bool = false, encoder: Firestore.Encoder = Firestore.Encoder(),
    completion: (((any Error)?) -> Void)? = nil
  ) throws { MissingFirestorePart.codable.stop() }

  /// Merges some fields of a value into the document.
  public func setData<Model: Encodable>(
    from value: Model, mergeFields: [Any], encoder: Firestore.Encoder = Firestore.Encoder(),
    completion: (((any Error)?) -> Void)? = nil
  ) throws { MissingFirestorePart.codable.stop() }
}

@available(
  *, unavailable,
  message:
    "FakeFirestore does not model `Codable` documents: convert data() and setData(_:) yourself"
)
extension CollectionReference {
  /// Makes a new document of a value.
  @discardableResult
  public func addDocument<Model: Encodable>(
    from value: Model, encoder: Firestore.Encoder = Firestore.Encoder(),
    completion: (((any Error)?) -> Void)? = nil
  ) throws -> DocumentReference { MissingFirestorePart.codable.stop() }
}

@available(
  *, unavailable,
  message:
    "FakeFirestore does not model `Codable` documents: convert data() and setData(_:) yourself"
)
extension WriteBatch {
  /// Replaces a document by a value, or merges the value into it.
  @discardableResult
  public func setData<Model: Encodable>(
    from value: Model, forDocument document: DocumentReference, merge: Bool = false,
    encoder: Firestore.Encoder = Firestore.Encoder()
  ) throws -> WriteBatch { MissingFirestorePart.codable.stop() }
}

/// The id of the document that a value was decoded from.
@available(
  *, unavailable,
  message:
    "FakeFirestore does not model `Codable` documents: convert data() and setData(_:) yourself"
)
@propertyWrapper
public struct DocumentID<Identifier> {
  /// The id.
  public var wrappedValue: Identifier?

  /// A property for the id.
  public init(wrappedValue: Identifier?) { MissingFirestorePart.codable.stop() }
}

/// A time that the server decides where a value has none.
@available(
  *, unavailable,
  message:
    "FakeFirestore does not model `Codable` documents: convert data() and setData(_:) yourself"
)
@propertyWrapper
public struct ServerTimestamp<Time> {
  /// The time.
  public var wrappedValue: Time?

  /// A property for the time.
  public init(wrappedValue: Time?) { MissingFirestorePart.codable.stop() }
}

@available(
  *, unavailable,
  message: "FakeFirestore does not model vectors: store an array of numbers"
)
extension FieldValue {
  /// A vector for searches by distance.
  public static func vector(_ array: [Double]) -> VectorValue {
    MissingFirestorePart.vectors.stop()
  }
}

/// A vector for searches by distance.
@available(
  *, unavailable,
  message: "FakeFirestore does not model vectors: store an array of numbers"
)
public final class VectorValue {
  /// A vector of some numbers.
  public init(_ array: [Double]) { MissingFirestorePart.vectors.stop() }

  /// The numbers.
  public var array: [Double] { MissingFirestorePart.vectors.stop() }
}
