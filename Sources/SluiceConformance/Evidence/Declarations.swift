public import SluiceSpies

/// What the streams of one log declare of themselves.
///
/// A scenario can have streams of several products; each is judged by what it declares.
public struct Declarations: Sendable, Hashable {
  /// What a stream declares of which nothing else is said.
  public let common: Traits
  private var others: [SequenceID: Traits] = [:]

  /// Declarations that are the same for every stream.
  public init(_ common: Traits = Traits()) {
    self.common = common
  }

  /// Says what the stream of a sequence declares.
  public mutating func declare(_ traits: Traits, of sequence: SequenceID) {
    // Most logs have one stream, and looking up what is common costs nothing.
    if traits != common || others[sequence] != nil { others[sequence] = traits }
  }

  /// What the stream of a sequence declares.
  public subscript(sequence: SequenceID) -> Traits {
    others.isEmpty ? common : others[sequence] ?? common
  }

  /// Whether all streams declare the same.
  var areUniform: Bool { others.isEmpty }
}
