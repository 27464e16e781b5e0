import FakeListener
import ShippedGate
import SluiceConformance
import SluiceProducts
import SluiceRunner
import SluiceSpies
import Testing

/// The code on the page of a rule, as streams that the kit's cases judge.
///
/// A file in `Pages` has the code between the comments `// wrong: RULE` or `// right: RULE` and
/// `// end`. The rule has the same text.
struct RulePage: Sendable, CustomTestStringConvertible {
  /// A side of a page: its code as a stream, and the products that play it.
  struct Side: Sendable {
    /// The products, of which one has the code as its only implementation.
    let products: [Product]

    /// A side with a stream of a product.
    init(_ subject: Subject, of product: Product = ListenerProduct.product) {
      self.init(subject, of: [product])
    }

    /// A side with a stream of the first product that has such a stream, beside other products.
    init(_ subject: Subject, of products: [Product]) {
      self.products = products.map { product in
        var product = product
        product.subjects = subject.stream.hasPrefix("\(product.name).") ? [subject] : []
        return product
      }
    }
  }

  let rule: Rule
  let wrong: Side
  let right: Side
  /// The schedules under which each case is played.
  var exploration = Exploration.canonical
  /// The ids of the cases that judge it; empty for all that name the rule.
  var cases: [String] = []

  var testDescription: String { rule.id }

  /// The page with something otherwise.
  func with(_ change: (inout RulePage) -> Void) -> RulePage {
    var copy = self
    change(&copy)
    return copy
  }
}

extension RulePage {
  static let name = "page"

  /// A page with streams of values, over a source that knows neither an error nor an end.
  static func values(
    _ rule: Rule, _ traits: Traits = .asyncStream, rightTraits: Traits? = nil,
    wrong: @escaping @Sendable (Ticker) -> AsyncStream<Double>,
    right: @escaping @Sendable (Ticker) -> AsyncStream<Double>
  ) -> RulePage {
    RulePage(
      rule: rule, wrong: Side(values(traits, wrong)),
      right: Side(values(rightTraits ?? traits, right)))
  }

  private static func values(
    _ traits: Traits, _ open: @escaping @Sendable (Ticker) -> AsyncStream<Double>
  ) -> Subject {
    Subject(
      name, over: .listener(Double.self).lacking(.fail, .finish, .sendNothing), traits: traits,
      open: open)
  }

  /// A page with streams that can throw, over a source that can do everything.
  static func throwing(
    _ rule: Rule, _ traits: Traits = .asyncThrowingStream, lacking: SourceAbility...,
    wrong: @escaping @Sendable (Ticker) -> AsyncThrowingStream<Double, any Error>,
    right: @escaping @Sendable (Ticker) -> AsyncThrowingStream<Double, any Error>
  ) -> RulePage {
    let elements = ListenerElements.listener(Double.self).lacking(Set(lacking))
    return RulePage(
      rule: rule, wrong: Side(Subject(name, over: elements, traits: traits, open: wrong)),
      right: Side(Subject(name, over: elements, traits: traits, open: right)))
  }

  /// A page with sequences of any type.
  static func sequences<
    Wrong: AsyncSequence & SendableMetatype, Right: AsyncSequence & SendableMetatype
  >(
    _ rule: Rule, _ traits: Traits = iterating, rightTraits: Traits? = nil,
    lacking: SourceAbility...,
    wrong: @escaping @Sendable (Ticker) -> Wrong,
    right: @escaping @Sendable (Ticker) -> Right
  ) -> RulePage where Wrong.Element == Double, Right.Element == Double {
    let elements = ListenerElements.listener(Double.self).lacking(Set(lacking))
    return RulePage(
      rule: rule, wrong: Side(Subject(name, over: elements, traits: traits, open: wrong)),
      right: Side(Subject(name, over: elements, traits: rightTraits ?? traits, open: right)))
  }

  /// What the iterators over an ``Inbox`` declare.
  static let iterating = Traits().with { traits in traits.registration = .iterator }
}
