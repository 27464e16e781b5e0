public import Foundation
import SluiceSimulation

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

// MARK: - Transfers

extension StorageReference {
  /// Starts to upload bytes to this place.
  ///
  /// - Parameters:
  ///   - uploadData: The bytes.
  ///   - metadata: What is to be said of the object.
  ///   - completion: Called at the end with the server's metadata or the error.
  /// - Returns: The task, which is enqueued.
  @discardableResult
  public func putData(
    _ uploadData: Data, metadata: StorageMetadata? = nil,
    completion: ((StorageMetadata?, (any Error)?) -> Void)? = nil
  ) -> StorageUploadTask {
    upload(.upload(uploadData, metadata), completion)
  }

  /// Starts to upload a file of the device to this place.
  ///
  /// - Parameters:
  ///   - fileURL: The file, among those of the emulator's device; the real file system is never
  ///     touched. For any other URL the emulator's task fails with `unknown`, as in the SDK.
  ///   - metadata: What is to be said of the object.
  ///   - completion: Called at the end with the server's metadata or the error.
  /// - Returns: The task, which is enqueued.
  @discardableResult
  public func putFile(
    from fileURL: URL, metadata: StorageMetadata? = nil,
    completion: ((StorageMetadata?, (any Error)?) -> Void)? = nil
  ) -> StorageUploadTask {
    upload(.uploadFile(fileURL, metadata), completion)
  }

  /// Starts to download the object at this place into memory.
  ///
  /// - Parameters:
  ///   - maxSize: The bytes that there is room for; a larger object is an error.
  ///   - completion: Called at the end with the bytes or the error.
  /// - Returns: The task, which is enqueued.
  @discardableResult
  public func getData(
    maxSize: Int64, completion: @escaping (Data?, (any Error)?) -> Void
  ) -> StorageDownloadTask {
    download(.download(maxSize: maxSize), .data(CallbackBox(completion)))
  }

  /// Starts to download the object at this place into a file of the device.
  ///
  /// - Parameters:
  ///   - fileURL: The file, among those of the emulator's device; the real file system is never
  ///     touched. For any other URL the emulator's task fails with `unknown`, as in the SDK.
  ///   - completion: Called at the end with the file or the error.
  /// - Returns: The task, which is enqueued.
  @discardableResult
  public func write(
    toFile fileURL: URL, completion: ((URL?, (any Error)?) -> Void)? = nil
  ) -> StorageDownloadTask {
    download(
      .downloadFile(fileURL),
      completion.map { completion in .file(CallbackBox(completion), fileURL) })
  }

  private func upload(
    _ request: TransferRequest, _ completion: ((StorageMetadata?, (any Error)?) -> Void)?
  ) -> StorageUploadTask {
    let task = StorageUploadTask(
      setup(request, completion.map { completion in .metadata(CallbackBox(completion)) }))
    task.enqueue()
    return task
  }

  private func download(
    _ request: TransferRequest, _ completion: TransferCompletion?
  ) -> StorageDownloadTask {
    let task = StorageDownloadTask(setup(request, completion))
    task.enqueue()
    return task
  }

  private func setup(_ request: TransferRequest, _ completion: TransferCompletion?) -> TaskSetup {
    TaskSetup(
      reference: self, driver: storage.backend.makeDriver(of: request, at: self),
      state: TransferState(isUpload: request.isUpload, metadata: request.metadata),
      completion: completion)
  }
}
