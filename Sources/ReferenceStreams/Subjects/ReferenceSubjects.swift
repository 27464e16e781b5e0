package import SluiceConformance

/// The streams as they should be, of every product.
package enum ReferenceSubjects {
  /// All of them, in the order of the products.
  package static let all: [Subject] = auth
}
