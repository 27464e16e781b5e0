import Cart
import ShippedProducts
import SluiceHarness

@main struct Gate: ConformanceGate {
  static let cart = CartBackend.product
  static let products = [
    cart, AuthProduct.product, AppProduct.product(of: [cart, AuthProduct.product]),
  ]
  static let subjects = [
    Subject(
      "cart", of: CartBackend.counts, traits: { traits in traits = .asyncStream },
      project: { count in .integer(Int64(count)) }, open: { cart in cart.counts })
  ]
}

/// The cart's library in the app of a run, over a shop that says what a scenario says.
final class CartBackend: Sendable {
  private let shop: FakeListener<Int>
  private let carts: RunInstances<Cart>

  init(in setting: FixtureSetting) {
    let shop = FakeListener<Int>(in: setting.simulation, spy: setting.spy) { .integer(Int64($0)) }
    self.shop = shop
    carts = RunApp.of(setting).instances(from: Cart.library { _ in shop }, Cart.cart(app:))
  }

  static let counts = StreamDeclaration<CartBackend, Cart>(
    "cart.counts", "How many items there are.", example: "S = cart.counts()",
    lacking: [.finish],
    source: { backend in try backend.carts.first })

  static let product = Product(
    "cart", summary: "The cart of a shop.", belongsToApp: true, backend: CartBackend.init(in:),
    verbs: [
      Verb<CartBackend>(
        "count", "Has the shop tell how many items there are.",
        Parameter<Int64>("items", .integer, "how many"), example: "cart.count(2)"
      ) { backend, items in backend.shop.send(Int(items)) }
    ],
    probes: [
      Probe<CartBackend>(
        "owner", "Whose cart it is.", result: .pattern, example: #"expect cart.owner == "ada""#
      ) { backend in try backend.carts.first.owner.map { owner in .string(owner) } ?? .null }
    ], streams: counts)
}

/// The shop's API over the kit's scripted listener, whose `close()` is the shop's.
extension FakeListener: Shop where Element == Int {
  /// Has a listener told of each count.
  public func listen(_ listener: @escaping @Sendable (Int) -> Void) -> @Sendable () -> Void {
    addListener(.value(listener)).remove
  }
}
