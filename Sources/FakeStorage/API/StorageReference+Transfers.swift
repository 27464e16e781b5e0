public import Foundation
import SluiceSimulation

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
  ///     touched.
  ///   - metadata: What is to be said of the object.
  ///   - completion: Called at the end with the server's metadata or the error.
  /// - Returns: The task, which is enqueued.
  @discardableResult
  public func putFile(
    from fileURL: URL, metadata: StorageMetadata? = nil,
    completion: ((StorageMetadata?, (any Error)?) -> Void)? = nil
  ) -> StorageUploadTask {
    upload(.uploadFile(fileURL.path, metadata), completion)
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
  ///     touched.
  ///   - completion: Called at the end with the file or the error.
  /// - Returns: The task, which is enqueued.
  @discardableResult
  public func write(
    toFile fileURL: URL, completion: ((URL?, (any Error)?) -> Void)? = nil
  ) -> StorageDownloadTask {
    download(
      .downloadFile(fileURL.path),
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
