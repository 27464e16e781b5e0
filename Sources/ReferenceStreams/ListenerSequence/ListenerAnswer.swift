/// What `next()` answers.
package enum ListenerAnswer<Element: Sendable, Failure: Error>: Sendable {
  /// A value.
  case element(Element)
  /// The end, or the error.
  case terminal(Terminal)

  /// How an iteration ends.
  package enum Terminal: Sendable {
    /// Normally.
    case end
    /// With the source's error.
    case failure(Failure)
  }

  /// The answer as an iterator gives it.
  ///
  /// - Throws: The source's error.
  package func get() throws(Failure) -> Element? {
    switch self {
    case .element(let element): element
    case .terminal(.end): nil
    case .terminal(.failure(let failure)): throw failure
    }
  }
}
