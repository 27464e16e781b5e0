/// Causes of failures that a stream with one fault usually shows together.
///
/// A fault in a stream breaks one rule in most cases, and other rules where a case ends before that
/// rule can tell. The cause of most cases tells the fault best; the others are its symptoms.
package struct Symptoms: Sendable, Hashable {
  /// The symptoms of each cause.
  package let causes: [String: Set<String>]

  /// A table without symptoms.
  package static let none = Symptoms([:])

  /// A table of symptoms by the cause that tells the fault; rules by their ids, and kinds of
  /// failures by their names.
  package init(_ table: [String: [String]]) {
    causes = table.mapValues { symptoms in Set(symptoms) }
  }

  /// Whether one cause is usually a symptom of the fault that another one tells.
  func shows(_ cause: String, _ symptom: String) -> Bool {
    causes[cause]?.contains(symptom) == true
  }
}
