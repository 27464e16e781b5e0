import SluiceSpies

/// What the fake lacks of Storage.
package enum MissingStoragePart: String, MissingPart {
  case downloadURLs = "download URLs"
  case lists = "lists of objects"
  case metadataCalls = "reading and changing metadata"
  case deletion = "deletion of objects"
  case placeURLs = "URLs of places"
  case bucketURLs = "buckets by other URLs than gs://bucket"
  case fileURLs = "files by other URLs than file URLs"
  case settings
  case awaitedTransfers = "awaited transfers"
  case furtherMetadata = "further metadata"

  package static let fake = "FakeStorage"

  package var advice: String {
    switch self {
    case .downloadURLs: "download by getData or write(toFile:)"
    case .lists: "keep the places that you wrote"
    case .metadataCalls: "read the metadata of an upload's last snapshot"
    case .deletion: "delete the object at the StorageEmulator"
    case .placeURLs: "use reference(withPath:)"
    case .bucketURLs: "name the bucket as in gs://bucket"
    case .fileURLs: "pass a file URL"
    case .settings: "set up the StorageEmulator or StorageScript behind it"
    case .awaitedTransfers: "observe the task of putData, putFile, getData or write(toFile:)"
    case .furtherMetadata: "use contentType, cacheControl and customMetadata"
    }
  }
}
