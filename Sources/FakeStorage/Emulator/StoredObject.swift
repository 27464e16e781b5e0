import Foundation

/// An object at the server.
struct StoredObject: Sendable {
  var data: Data
  var metadata: StorageMetadata
  /// Whether the server tells a downloading client how large the object is.
  var tellsSize = true
}

/// What the server refuses.
struct StorageDenial: Sendable {
  /// The place, below which everything is concerned.
  var segments: [Substring]
  var error: StorageError

  /// Whether it concerns a place.
  func concerns(_ path: String) -> Bool {
    path.split(separator: "/").starts(with: segments)
  }
}
