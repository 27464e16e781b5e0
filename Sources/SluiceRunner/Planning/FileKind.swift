import Foundation

/// What stands at a path, links followed.
enum FileKind {
  /// A file with content.
  case regular
  /// A directory.
  case directory
  /// A device, a pipe, a socket.
  case other

  /// The kind of what stands at a path.
  ///
  /// - Throws: What the system says where nothing stands, or nobody may look.
  init(at path: String) throws {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let type = try FileManager.default.attributesOfItem(atPath: target)[.type]
    switch type as? FileAttributeType {
    case .typeRegular?: self = .regular
    case .typeDirectory?: self = .directory
    default: self = .other
    }
  }
}
