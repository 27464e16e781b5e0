/// A named fact about a case or a run.
package struct ReportProperty: Sendable, Hashable {
  /// The name, such as `sluice.rule`; not empty.
  package var name: String
  /// The value; it may be empty.
  package var value: String

  /// Creates a named fact.
  ///
  /// - Parameters:
  ///   - name: the name; not empty.
  ///   - value: the value; it may be empty.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
