import FakeCore  // in the app: FirebaseCore
import Interop  // in the app: FirebaseAuthInterop
import Synchronization

/// The shop's own API: it tells how many items there are in a cart.
public protocol Shop: Sendable {
  func listen(_ listener: @escaping @Sendable (Int) -> Void) -> @Sendable () -> Void
  func close()
}

/// The cart of an app, which the app's container makes and owns.
public final class Cart: ComponentLifecycleMaintainer {
  private let app: FirebaseApp
  private let shop: any Shop
  private let auth: (any AuthInterop)?

  fileprivate init(in container: ComponentContainer, at shop: any Shop) throws {
    app = container.app
    self.shop = shop
    auth = try container.instance(of: (any AuthInterop).self)
  }

  /// Whose cart it is: Authentication is known by its protocol alone, where there is any.
  public var owner: String? { auth?.getUserID() }

  /// How many items there are, whenever that changes, until the app is deleted.
  public var counts: AsyncStream<Int> {
    AsyncStream { continuation in
      let remove = shop.listen { count in continuation.yield(count) }
      let notice = Mutex<AppDeletionRegistration?>(nil)
      continuation.onTermination = { _ in
        notice.withLock { notice in notice.take() }?.remove()
        #if !LEAKS
          remove()
        #endif
      }
      // Told at once where the app is deleted already.
      let registration = app.onDeletion { continuation.finish() }
      notice.withLock { notice in notice = registration }
    }
  }

  /// Leaves the shop.
  public func appWillBeDeleted(_: FirebaseApp) { shop.close() }
}

extension Cart {
  /// The library, whose carts are those of a shop.
  public static func library(of shop: @escaping @Sendable (FirebaseApp) -> any Shop) -> Library {
    Library(name: "shop-cart", version: "1.0.0") {
      let wanted = Dependency((any AuthInterop).self, isRequired: false)
      let cart = Component.single(Cart.self, dependencies: [wanted]) { container in
        try Cart(in: container, at: shop(container.app))
      }
      return [cart]
    }
  }

  /// The cart of an app that is configured with the library.
  public static func cart(app: FirebaseApp) -> Cart {
    guard let cart = try? app.container.instance(of: Cart.self) else {
      preconditionFailure("no library offers a cart")
    }
    return cart
  }
}
