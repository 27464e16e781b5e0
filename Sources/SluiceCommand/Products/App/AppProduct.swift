import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// An app that uses several products at once: it has no stream of its own, and its scenarios may
/// use those of all.
struct AppProduct: Product {
  let name = "app"
  let subjects: [Subject] = []
  /// The products that an app can use.
  private let parts: [any Product]

  /// An app that can use some products.
  init(of parts: [any Product]) {
    self.parts = parts
  }

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: parts.map { part in part.name },
        summary: "An app: several products at once, each with a backend of its own."))
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    AppFixture(of: parts, in: setting)
  }
}
