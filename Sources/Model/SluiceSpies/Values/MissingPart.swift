/// A part of a vendor's product that a fake does not model, and refuses with a sentence.
///
/// The parts that one fake lacks are the cases of an enum. Their raw values are the names by which
/// the documentation of the fake's main type lists them, in the same order. A declaration that asks
/// for such a part is unavailable, with the refusal as its message. Where an argument alone asks
/// for it, the call stops the process with the refusal. `MissingPartTests` calls all of them.
package protocol MissingPart: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The module of the fake.
  static var fake: String { get }
  /// What a caller does instead, as the end of a sentence.
  var advice: String { get }
}

extension MissingPart {
  /// The sentence for a caller who asks for the part.
  package var refusal: String { "\(Self.fake) does not model \(rawValue): \(advice)" }

  /// Stops the process with the refusal, in a release build, too.
  ///
  /// - Parameter argument: What asks for the part; nil where a whole declaration does.
  package func stop(at argument: String? = nil) -> Never {
    fatalError(argument.map { argument in "\(argument): \(refusal)" } ?? refusal)
  }
}
