extension Rule.Anchor {
  // Sources of several rules, named so that a reader finds them.

  /// A place in Firebase's SDK for Apple platforms.
  ///
  /// - Parameter place: The path of a file and a place in it.
  /// - Returns: The source.
  static func firebase(_ place: String) -> Rule.Anchor {
    .practice("github.com/firebase/firebase-ios-sdk, \(place)")
  }

  /// A section of Firebase's text on interop.
  static func interop(_ section: String) -> Rule.Anchor {
    .firebase("Interop/FirebaseComponentSystem.md, '\(section)'")
  }

  /// Something that Firebase's own test of its container asserts.
  static func containerTest(_ assertion: String) -> Rule.Anchor {
    .firebase("FirebaseCore/Tests/Unit/FIRComponentContainerTest.m (\(assertion))")
  }

  /// What Apple's documentation of Combine says of a type, or an article in it.
  static func combine(_ place: String) -> Rule.Anchor {
    .practice("Apple's documentation of Combine, '\(place)'")
  }

  /// The leak checks of loom, which tests concurrent code in Rust.
  static let loom = Rule.Anchor.practice("loom, 'alloc::Track' (docs.rs/loom)")
}
