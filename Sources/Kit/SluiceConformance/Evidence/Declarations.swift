public import SluiceSpies

/// What the streams of one log declare of themselves.
///
/// A scenario can have streams of several products; each is judged by what it declares.
public struct Declarations: Sendable, Hashable {
  /// What a stream declares of which nothing else is said.
  public let common: Traits
  private var others: [SequenceID: Traits] = [:]
  private var sources: [SequenceID: Value] = [:]

  /// Declarations that are the same for every stream.
  public init(_ common: Traits = Traits()) {
    self.common = common
  }

  /// Says what the stream of a sequence declares.
  public mutating func declare(_ traits: Traits, of sequence: SequenceID) {
    // Most logs have one stream, and looking up what is common costs nothing.
    if traits != common || others[sequence] != nil { others[sequence] = traits }
  }

  /// Says what the stream of a sequence listens to: equal values are one source.
  ///
  /// Where nothing is said, all streams of the log listen to one.
  public mutating func declare(source: Value, of sequence: SequenceID) {
    sources[sequence] = source
  }

  /// What the stream of a sequence listens to, where that is said.
  func source(of sequence: SequenceID) -> Value? { sources[sequence] }

  /// Whether two sequences listen to one source, as far as is declared.
  func sharesSource(_ one: SequenceID, _ other: SequenceID) -> Bool {
    guard one != other, let source = sources[one], let second = sources[other] else { return true }
    return source == second
  }

  /// The same streams with other declarations; what they listen to stays.
  ///
  /// - Parameter change: Changes what one stream declares; it is applied to each.
  /// - Returns: The changed declarations.
  public func declaring(_ change: (inout Traits) -> Void) -> Declarations {
    var changed = Declarations(common.with(change))
    changed.sources = sources
    for (sequence, traits) in others { changed.declare(traits.with(change), of: sequence) }
    return changed
  }

  /// What the stream of a sequence declares.
  public subscript(sequence: SequenceID) -> Traits {
    others.isEmpty ? common : others[sequence] ?? common
  }

  /// Whether the source of some stream has an ability.
  func someSource(can ability: SourceAbility) -> Bool {
    // What is common is of no stream where each has declared something else.
    if common.sourceCan(ability) { return true }
    return others.values.contains { traits in traits.sourceCan(ability) }
  }

  /// Whether all streams declare the same.
  var areUniform: Bool { others.isEmpty }
}
