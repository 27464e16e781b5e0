/// What holds the instances of one app, and creates them when they are asked for.
///
/// Asking for a protocol gives an instance of that protocol: `container.instance(of:
/// (any AuthInterop).self)` is an `(any AuthInterop)?`, with no cast. Lookups may come from any
/// thread, from inside a creation and from inside the notice of a deletion. While one thread
/// creates, another that wants something which is not there yet waits for its turn, so that of a
/// cached component there is one instance. Source: the text on interop, *Types and Core API*.
public struct ComponentContainer: Sendable {
  /// The app whose instances these are.
  public let app: FirebaseApp

  /// An instance of a protocol: the cached one, or a new one.
  ///
  /// - Parameter offer: The protocol, as in `(any AuthInterop).self`.
  /// - Returns: The instance; nil where nobody offers the protocol, where its creation gives none,
  ///   and where the app is deleted.
  /// - Throws: `CoreError` where the component was refused, where creating it needs itself, and
  ///   where its creation fails.
  public func instance<Offered: Sendable>(
    of offer: Offered.Type
  ) throws(CoreError) -> Offered? {
    let found = try app.store.instance(of: Offer(offer), for: self)
    guard let found else { return nil }
    guard let held = found as? Held<Offered> else {
      preconditionFailure("a component offers something else than its type says")
    }
    return held.instance
  }

  /// An instance of a protocol that has to be there.
  ///
  /// - Parameter offer: The protocol, as in `(any AuthInterop).self`.
  /// - Returns: The instance.
  /// - Throws: What ``instance(of:)`` throws; `CoreError`, too, where there is none.
  public func requiredInstance<Offered: Sendable>(
    of offer: Offered.Type
  ) throws(CoreError) -> Offered {
    if let instance = try instance(of: offer) { return instance }
    let name = Offer(offer).name
    throw app.isDeleted
      ? .appDeleted(app.name, asked: name) : .nobodyOffers(name, app: app.name)
  }

  /// The names of the protocols that are offered and not refused, in the order of registration.
  public var offers: [String] { app.store.offers }
}
