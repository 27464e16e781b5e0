package import FakeListener
package import SluiceConformance
package import SluiceSpies

/// The smallest run that brings a stream to one place of the catalogue: a program over a stage and
/// a scripted source.
///
/// All rules watch all situations; a situation states no expectation of its own.
package struct Situation: Sendable {
  /// The situation in a few hyphenated words.
  package var name: String
  /// How the source behaves throughout.
  package var behavior = ListenerBehavior()
  /// What is passed to the stream's accessor.
  package var arguments: [Value.Argument] = []
  /// What every stream over this source declares, since it is the source's doing.
  package var traits: @Sendable (inout Traits) -> Void = { _ in }
  /// The trait words without which the situation has no meaning for a stream.
  package var required: [String] = []
  /// What happens.
  package var play: @Sendable (ListenerPlay) throws -> Void

  /// A situation with an ordinary source, for every stream.
  init(
    _ name: String, requires required: [String] = [],
    play: @escaping @Sendable (ListenerPlay) throws -> Void
  ) {
    self.name = name
    self.required = required
    self.play = play
  }

  /// A copy with some things otherwise.
  func with(_ change: (inout Situation) -> Void) -> Situation {
    var copy = self
    change(&copy)
    return copy
  }

  /// What a stream declares in this situation.
  func traits(of subject: Subject) -> Traits {
    subject.traits.with(traits)
  }

  /// Whether the situation has a meaning for a stream.
  package func applies(to subject: Subject) -> Bool {
    let words = traits(of: subject).words
    return required.allSatisfy { word in words.contains(word) }
  }
}

extension Situation: CustomStringConvertible {
  /// The situation's name, as test output shows it.
  package var description: String { name }
}
