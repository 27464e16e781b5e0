/// A place in a bucket, whether there is an object or not.
///
/// Fault model: that of its `Storage`. Source: `FirebaseStorage/Sources/StorageReference.swift`.
public final class StorageReference: Sendable {
  /// The storage that the place is in.
  public let storage: Storage
  private let segments: [String]

  init(storage: Storage, segments: [String]) {
    self.storage = storage
    self.segments = segments
  }

  /// The name of the bucket.
  public var bucket: String { storage.bucket }

  /// The whole path without a slash in front; empty for the root.
  public var fullPath: String { segments.joined(separator: "/") }

  /// The last part of the path; empty for the root.
  public var name: String { segments.last ?? "" }

  /// The root of the bucket.
  public func root() -> StorageReference { StorageReference(storage: storage, segments: []) }

  /// The place above; nil for the root.
  public func parent() -> StorageReference? {
    if segments.isEmpty { return nil }
    return StorageReference(storage: storage, segments: Array(segments.dropLast()))
  }

  /// A place below; slashes at the ends and in a row count as one.
  public func child(_ path: String) -> StorageReference {
    StorageReference(
      storage: storage,
      segments: segments + path.split(separator: "/").map { segment in String(segment) })
  }
}

extension StorageReference: Hashable {
  /// Whether two references are to one place of one storage.
  public static func == (left: StorageReference, right: StorageReference) -> Bool {
    left.storage === right.storage && left.segments == right.segments
  }

  /// Feeds the place to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
  }
}

extension StorageReference: CustomStringConvertible {
  /// The place in the notation of the product.
  public var description: String { "gs://\(bucket)/\(fullPath)" }
}
