package import SluiceConformance

/// The streams as they should be in the exact types of the proposal and of what was shipped, which
/// have room for one iteration.
package enum StandardSubjects {
  /// All of them, in the order of the products.
  package static let all: [Subject] = auth

  /// What a stream declares that has room for one iteration, whose listener may stay for as long as
  /// the sequence is held.
  static func single(_ traits: inout Traits) {
    traits.iterators = .single
    traits.releasesWhileHeld = false
  }
}
