import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// The words of the scenario language: the products' own, the rules, the traits, the errors.
enum Vocabulary {
  /// The registry of some products.
  static func registry(of products: [any Product]) -> Registry {
    var registry = Registry()
    for product in products { product.register(in: &registry) }
    for rule in Rule.catalogue {
      registry.add(rule: WordSignature(rule.id, summary: rule.statement))
    }
    for word in Traits.knownWords {
      registry.add(trait: WordSignature(word, summary: TraitMeaning(word: word).text))
    }
    for (name, summary) in errors { registry.add(error: WordSignature(name, summary: summary)) }
    return registry
  }

  /// The status codes of gRPC by name, which every product's errors are named by, and what a
  /// cancelled task throws.
  private static let errors: [(String, String)] = [
    ("cancelled", "the operation was cancelled"),
    ("unknown", "an error of no known kind"),
    ("invalid-argument", "an argument that is never right"),
    ("deadline-exceeded", "the time ran out"),
    ("not-found", "what was asked for does not exist"),
    ("already-exists", "what was to be made exists"),
    ("permission-denied", "the caller may not do this"),
    ("resource-exhausted", "a quota is used up"),
    ("failed-precondition", "the state does not allow this"),
    ("aborted", "a conflict with another operation"),
    ("out-of-range", "beyond the end of what there is"),
    ("unimplemented", "the backend can't do this"),
    ("internal", "a broken invariant of the backend"),
    ("unavailable", "the backend can't be reached now"),
    ("data-loss", "data was lost beyond recovery"),
    ("unauthenticated", "the caller is not known"),
  ]
}
