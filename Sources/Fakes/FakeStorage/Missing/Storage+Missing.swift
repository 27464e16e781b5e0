public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: "FakeStorage does not model URLs of places: use reference(withPath:)"
)
extension Storage {
  /// The place at a URL.
  public func reference(forURL url: String) -> StorageReference {
    MissingStoragePart.placeURLs.stop()
  }

  /// The place at a URL.
  public func reference(for url: URL) throws -> StorageReference {
    MissingStoragePart.placeURLs.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeStorage does not model settings: \
    set up the StorageEmulator or StorageScript behind it
    """
)
extension Storage {
  /// How long an upload is tried, in seconds.
  public var maxUploadRetryTime: TimeInterval {
    get { MissingStoragePart.settings.stop() }
    set { MissingStoragePart.settings.stop() }
  }

  /// How long a download is tried, in seconds.
  public var maxDownloadRetryTime: TimeInterval {
    get { MissingStoragePart.settings.stop() }
    set { MissingStoragePart.settings.stop() }
  }

  /// How long anything else is tried, in seconds.
  public var maxOperationRetryTime: TimeInterval {
    get { MissingStoragePart.settings.stop() }
    set { MissingStoragePart.settings.stop() }
  }

  /// How many bytes go over at once.
  public var uploadChunkSizeBytes: Int64 {
    get { MissingStoragePart.settings.stop() }
    set { MissingStoragePart.settings.stop() }
  }

  /// The queue on which observers are called.
  public var callbackQueue: DispatchQueue {
    get { MissingStoragePart.settings.stop() }
    set { MissingStoragePart.settings.stop() }
  }

  /// Talks to an emulator of the vendor's.
  public func useEmulator(withHost host: String, port: Int) { MissingStoragePart.settings.stop() }
}

@available(
  *, unavailable,
  message: "FakeStorage does not model download URLs: download by getData or write(toFile:)"
)
extension StorageReference {
  /// Where a browser finds the object.
  public func downloadURL(completion: @escaping (URL?, (any Error)?) -> Void) {
    MissingStoragePart.downloadURLs.stop()
  }

  /// Where a browser finds the object.
  public func downloadURL() async throws -> URL { MissingStoragePart.downloadURLs.stop() }
}

@available(
  *, unavailable,
  message: "FakeStorage does not model lists of objects: keep the places that you wrote"
)
extension StorageReference {
  /// Some objects below the place.
  public func list(
    maxResults: Int64, pageToken: String? = nil,
    completion: @escaping (StorageListResult?, (any Error)?) -> Void
  ) { MissingStoragePart.lists.stop() }

  /// Some objects below the place.
  public func list(
    maxResults: Int64, pageToken: String? = nil
  ) async throws -> StorageListResult { MissingStoragePart.lists.stop() }

  /// All objects below the place.
  public func listAll(completion: @escaping (StorageListResult?, (any Error)?) -> Void) {
    MissingStoragePart.lists.stop()
  }

  /// All objects below the place.
  public func listAll() async throws -> StorageListResult { MissingStoragePart.lists.stop() }
}

/// Objects below a place.
@available(
  *, unavailable,
  message: "FakeStorage does not model lists of objects: keep the places that you wrote"
)
public final class StorageListResult {
  private init() {}

  /// The objects.
  public var items: [StorageReference] { MissingStoragePart.lists.stop() }

  /// The places that have objects below them.
  public var prefixes: [StorageReference] { MissingStoragePart.lists.stop() }

  /// Where the next page begins.
  public var pageToken: String? { MissingStoragePart.lists.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeStorage does not model reading and changing metadata: \
    read the metadata of an upload's last snapshot
    """
)
extension StorageReference {
  /// What is known of the object.
  public func getMetadata(completion: @escaping (StorageMetadata?, (any Error)?) -> Void) {
    MissingStoragePart.metadataCalls.stop()
  }

  /// What is known of the object.
  public func getMetadata() async throws -> StorageMetadata {
    MissingStoragePart.metadataCalls.stop()
  }

  /// Changes what is known of the object.
  public func updateMetadata(
    _ metadata: StorageMetadata, completion: ((StorageMetadata?, (any Error)?) -> Void)? = nil
  ) { MissingStoragePart.metadataCalls.stop() }

  /// Changes what is known of the object.
  @discardableResult
  public func updateMetadata(_ metadata: StorageMetadata) async throws -> StorageMetadata {
    MissingStoragePart.metadataCalls.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeStorage does not model deletion of objects: \
    delete the object at the StorageEmulator
    """
)
extension StorageReference {
  /// Deletes the object.
  public func delete(completion: (((any Error)?) -> Void)? = nil) {
    MissingStoragePart.deletion.stop()
  }

  /// Deletes the object.
  public func delete() async throws { MissingStoragePart.deletion.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeStorage does not model awaited transfers: \
    observe the task of putData, putFile, getData or write(toFile:)
    """
)
extension StorageReference {
  /// Uploads bytes, and waits for the end.
  public func putDataAsync(
    _ uploadData: Data, metadata: StorageMetadata? = nil,
    onProgress: ((Progress?) -> Void)? = nil
  ) async throws -> StorageMetadata { MissingStoragePart.awaitedTransfers.stop() }

  /// Uploads a file, and waits for the end.
  public func putFileAsync(
    from url: URL, metadata: StorageMetadata? = nil, onProgress: ((Progress?) -> Void)? = nil
  ) async throws -> StorageMetadata { MissingStoragePart.awaitedTransfers.stop() }

  /// Downloads into a file, and waits for the end.
  public func writeAsync(
    toFile fileURL: URL, onProgress: ((Progress?) -> Void)? = nil
  ) async throws -> URL { MissingStoragePart.awaitedTransfers.stop() }

  /// Downloads into memory, and waits for the end.
  public func data(maxSize: Int64) async throws -> Data {
    MissingStoragePart.awaitedTransfers.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeStorage does not model further metadata: \
    use contentType, cacheControl and customMetadata
    """
)
extension StorageMetadata {
  /// How a browser shows the contents.
  public var contentDisposition: String? {
    get { MissingStoragePart.furtherMetadata.stop() }
    set { MissingStoragePart.furtherMetadata.stop() }
  }

  /// How the contents are compressed.
  public var contentEncoding: String? {
    get { MissingStoragePart.furtherMetadata.stop() }
    set { MissingStoragePart.furtherMetadata.stop() }
  }

  /// The language of the contents.
  public var contentLanguage: String? {
    get { MissingStoragePart.furtherMetadata.stop() }
    set { MissingStoragePart.furtherMetadata.stop() }
  }

  /// The digest of the contents.
  public var md5Hash: String? { MissingStoragePart.furtherMetadata.stop() }

  /// How often the metadata were changed.
  public var metageneration: Int64 { MissingStoragePart.furtherMetadata.stop() }

  /// When the object was made.
  public var timeCreated: Date? { MissingStoragePart.furtherMetadata.stop() }

  /// When the object was changed.
  public var updated: Date? { MissingStoragePart.furtherMetadata.stop() }
}
