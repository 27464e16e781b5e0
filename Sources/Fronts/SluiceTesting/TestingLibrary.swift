import Foundation
package import Testing

// Differences between the Swift Testing of 6.2 and that of 6.3.

extension SourceLocation {
  /// The path of the file.
  package var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}

extension Issue {
  /// Records a warning at a place; 6.2 has only errors, so it is written to standard error there.
  static func warn(_ text: String, at place: SourceLocation) {
    #if compiler(>=6.3)
      record(Comment(rawValue: text), severity: .warning, sourceLocation: place)
    #else
      FileHandle.standardError.write(Data("\(place): warning: \(text)\n".utf8))
    #endif
  }
}
