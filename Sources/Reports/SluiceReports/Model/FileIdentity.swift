import Foundation

/// A file without regard to its paths: two paths with equal identities lead to one file.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The identity of the file at a path; nil if there is none.
  ///
  /// A link at its end is not followed.
  package init?(at path: String) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let device = attributes[.systemNumber] as? NSNumber,
      let number = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    self.device = device.uint64Value
    self.number = number.uint64Value
  }
}
