import FakeStorage
import Foundation

// part: download URLs

private func downloadURLsLater(_ image: StorageReference) { image.downloadURL { url, error in } }

private func downloadURLs(_ image: StorageReference) async throws {
  _ = try await image.downloadURL()
}

// part: lists of objects

private func listsLater(_ images: StorageReference) {
  images.list(maxResults: 10) { result, error in }
  images.listAll { result, error in }
}

private func lists(_ images: StorageReference) async throws {
  _ = try await images.list(maxResults: 10)
  _ = try await images.listAll()
}

private func count(_ result: StorageListResult) {}

// part: reading and changing metadata

private func metadataCallsLater(_ image: StorageReference, _ metadata: StorageMetadata) {
  image.getMetadata { metadata, error in }
  image.updateMetadata(metadata) { metadata, error in }
}

private func metadataCalls(_ image: StorageReference, _ metadata: StorageMetadata) async throws {
  _ = try await image.getMetadata()
  _ = try await image.updateMetadata(metadata)
}

// part: deletion of objects

private func deletionLater(_ image: StorageReference) { image.delete { error in } }

private func deletion(_ image: StorageReference) async throws { try await image.delete() }

// part: URLs of places

private func placeURLs(_ storage: Storage, _ url: URL) throws {
  _ = storage.reference(forURL: "gs://bucket/images")
  _ = try storage.reference(for: url)
}

// part: settings

private func settings(_ storage: Storage) {
  storage.maxUploadRetryTime = 10
  storage.maxDownloadRetryTime = 10
  storage.maxOperationRetryTime = 10
  storage.uploadChunkSizeBytes = 262_144
  storage.callbackQueue = .main
  storage.useEmulator(withHost: "localhost", port: 9199)
}

// part: awaited transfers

private func awaitedTransfers(_ image: StorageReference, _ file: URL) async throws {
  _ = try await image.putDataAsync(Data()) { progress in }
  _ = try await image.putFileAsync(from: file)
  _ = try await image.writeAsync(toFile: file)
  _ = try await image.data(maxSize: 1_000)
}

// part: further metadata

private func furtherMetadata(_ metadata: StorageMetadata) {
  metadata.contentDisposition = "inline"
  metadata.contentEncoding = "gzip"
  metadata.contentLanguage = "de"
  _ = metadata.md5Hash
  _ = metadata.metageneration
  _ = metadata.timeCreated
  _ = metadata.updated
}
