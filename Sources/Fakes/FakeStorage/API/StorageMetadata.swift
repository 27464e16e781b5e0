import Synchronization

/// What is known of an object besides its bytes.
///
/// Source: `FirebaseStorage/Sources/StorageMetadata.swift`.
public final class StorageMetadata: Sendable {
  private struct Values {
    var contentType: String?
    var cacheControl: String?
    var customMetadata: [String: String]?
  }

  /// The bucket that the object is in.
  public let bucket: String
  /// The object's whole path; nil for metadata that an app made.
  public let path: String?
  /// The object's size in bytes; 0 for metadata that an app made.
  public let size: Int64
  /// How often the object was written.
  public let generation: Int64
  private let values = Mutex(Values())

  /// Metadata for an upload, to be filled in.
  public convenience init() {
    self.init(bucket: "", path: nil, size: 0, generation: 0)
  }

  init(bucket: String, path: String?, size: Int64, generation: Int64) {
    self.bucket = bucket
    self.path = path
    self.size = size
    self.generation = generation
  }

  /// The object's last part of the path.
  public var name: String? { path.map { path in String(path.split(separator: "/").last ?? "") } }

  /// The kind of the contents, as in `image/png`.
  public var contentType: String? {
    get { values.withLock { $0.contentType } }
    set { values.withLock { $0.contentType = newValue } }
  }

  /// How long others may keep the contents, in the words of HTTP.
  public var cacheControl: String? {
    get { values.withLock { $0.cacheControl } }
    set { values.withLock { $0.cacheControl = newValue } }
  }

  /// The app's own entries.
  public var customMetadata: [String: String]? {
    get { values.withLock { $0.customMetadata } }
    set { values.withLock { $0.customMetadata = newValue } }
  }

  /// The metadata of an object that is stored with what the app said of it.
  func stored(bucket: String, path: String, size: Int64, generation: Int64) -> StorageMetadata {
    let stored = StorageMetadata(bucket: bucket, path: path, size: size, generation: generation)
    stored.contentType = contentType
    stored.cacheControl = cacheControl
    stored.customMetadata = customMetadata
    return stored
  }
}
