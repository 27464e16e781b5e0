import Foundation
import SluiceSimulation

/// What a transfer is to do.
enum TransferRequest: Sendable {
  /// Bytes of the app's go to the server.
  case upload(Data, StorageMetadata?)
  /// A file of the device goes to the server.
  case uploadFile(URL, StorageMetadata?)
  /// An object comes into memory, unless it is larger than so many bytes.
  case download(maxSize: Int64)
  /// An object comes into a file of the device.
  case downloadFile(URL)

  /// Whether bytes go to the server.
  var isUpload: Bool {
    switch self {
    case .upload, .uploadFile: true
    case .download, .downloadFile: false
    }
  }

  /// The file that it reads or writes; nil for one in memory.
  var file: URL? {
    switch self {
    case .uploadFile(let file, _), .downloadFile(let file): file
    case .upload, .download: nil
    }
  }

  /// What the app said of an object that it uploads.
  var metadata: StorageMetadata? {
    switch self {
    case .upload(_, let metadata), .uploadFile(_, let metadata): metadata
    case .download, .downloadFile: nil
    }
  }
}

/// What an app wants called at the end of a transfer, by what it is handed.
enum TransferCompletion: Sendable {
  case metadata(CallbackBox<(StorageMetadata?, (any Error)?) -> Void>)
  case data(CallbackBox<(Data?, (any Error)?) -> Void>)
  case file(CallbackBox<(URL?, (any Error)?) -> Void>, URL)
}

/// What a transfer has brought.
enum TransferResult: Sendable {
  case metadata(StorageMetadata)
  case data(Data)
  case failure(StorageError)
}

extension TransferCompletion {
  /// Calls it with what the transfer has brought.
  func call(_ result: TransferResult) {
    let error: StorageError? =
      if case .failure(let error) = result { error } else { nil }
    switch self {
    case .metadata(let box):
      if case .metadata(let metadata) = result {
        box.callback(metadata, nil)
      } else {
        box.callback(nil, error)
      }
    case .data(let box):
      if case .data(let data) = result { box.callback(data, nil) } else { box.callback(nil, error) }
    case .file(let box, let url): box.callback(error == nil ? url : nil, error)
    }
  }
}

/// What does the work of a task: a script, or a transfer of an emulator.
///
/// The task is told to each call, since it holds its driver.
protocol TaskDriver: Sendable {
  func enqueue(_ task: StorageTask)
  func pause(_ task: StorageTask)
  func resume(_ task: StorageTask)
  func cancel(_ task: StorageTask)
}
