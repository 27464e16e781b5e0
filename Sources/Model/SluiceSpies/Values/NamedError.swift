/// An error of a product that scenarios write by a name, such as `permission-denied`.
package protocol NamedError: Sendable {
  /// All that scenarios can name.
  static var allNamed: [Self] { get }

  /// The name as scenarios write it.
  var scenarioName: String { get }
}

extension NamedError where Self: CaseIterable {
  /// All cases.
  package static var allNamed: [Self] { Array(allCases) }
}

extension NamedError {
  /// The error with a name as scenarios write it; nil for a name that none has.
  package init?(scenarioName name: String) {
    guard let named = Self.allNamed.first(where: { named in named.scenarioName == name }) else {
      return nil
    }
    self = named
  }
}
