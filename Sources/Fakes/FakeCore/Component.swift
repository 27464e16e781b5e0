/// Something that a library can create for an app, known by the protocol that it offers.
///
/// Source: the text on interop, *Types and Core API*: a component declares the protocol offered,
/// its dependencies, and a block for Core to instantiate it.
public struct Component: Sendable {
  /// When an app creates an instance.
  public enum InstantiationTiming: Sendable, Hashable {
    /// When somebody asks for one.
    case lazy
    /// When any app is configured.
    case alwaysEager
    /// When the default app is configured; in other apps when somebody asks for one.
    case eagerInDefaultApp
  }

  /// The name of the protocol that is offered.
  public var name: String { offer.name }
  /// When an app creates an instance.
  public let instantiationTiming: InstantiationTiming
  /// What the instance needs of others.
  public let dependencies: [Dependency]

  let offer: Offer
  let create: @Sendable (ComponentContainer, inout Bool) throws -> (any HeldInstance)?

  /// A component that offers a protocol.
  ///
  /// - Parameters:
  ///   - offer: The protocol, as in `(any AuthInterop).self`.
  ///   - instantiationTiming: When an app creates an instance.
  ///   - dependencies: The protocols of others that the creation asks the container for.
  ///   - creation: Makes an instance; nil for none. It is passed the container of the app, which
  ///     it may ask for others, and says in its second parameter whether later lookups get the same
  ///     instance; each gets a new one if it says nothing. What it throws, the lookup throws: a
  ///     `CoreError` as it is, anything else as ``CoreError/creationFailed(_:reason:)``.
  public init<Offered: Sendable>(
    _ offer: Offered.Type, instantiationTiming: InstantiationTiming = .lazy,
    dependencies: [Dependency] = [],
    creation:
      @escaping @Sendable (
        _ container: ComponentContainer, _ isCacheable: inout Bool
      ) throws -> Offered?
  ) {
    self.offer = Offer(offer)
    self.instantiationTiming = instantiationTiming
    self.dependencies = dependencies
    create = { container, isCacheable in
      guard let instance = try creation(container, &isCacheable) else { return nil }
      return Held(instance)
    }
  }

  /// A component with one instance for each app: it is cached, belongs to the app, and is closed
  /// with it.
  ///
  /// - Parameters:
  ///   - offer: The protocol, as in `(any AuthInterop).self`.
  ///   - instantiationTiming: When an app creates the instance.
  ///   - dependencies: The protocols of others that the creation asks the container for.
  ///   - creation: Makes the instance; nil for none.
  /// - Returns: The component.
  public static func single<Offered: Sendable>(
    _ offer: Offered.Type, instantiationTiming: InstantiationTiming = .lazy,
    dependencies: [Dependency] = [],
    creation: @escaping @Sendable (_ container: ComponentContainer) throws -> Offered?
  ) -> Component {
    Component(offer, instantiationTiming: instantiationTiming, dependencies: dependencies) {
      container, isCacheable in
      isCacheable = true
      let instance = try creation(container)
      (instance as? any AppInstance)?.membership.join(container.app)
      return instance
    }
  }

  func isEager(inDefaultApp isDefault: Bool) -> Bool {
    switch instantiationTiming {
    case .lazy: false
    case .alwaysEager: true
    case .eagerInDefaultApp: isDefault
    }
  }
}

/// A dependency of a component on a protocol that another one offers.
///
/// Source: the text on interop, *Types and Core API*.
public struct Dependency: Sendable {
  /// Whether the component is refused where nobody offers the protocol; it has to do without, if
  /// not.
  public let isRequired: Bool
  let offer: Offer

  /// A dependency on a protocol.
  ///
  /// - Parameters:
  ///   - offer: The protocol, as in `(any AuthInterop).self`.
  ///   - isRequired: Whether the component is refused where nobody offers it.
  public init<Offered: Sendable>(_ offer: Offered.Type, isRequired: Bool) {
    self.offer = Offer(offer)
    self.isRequired = isRequired
  }
}

/// An instance that wants to know that its app goes away.
///
/// Source: `FirebaseCore/Extension/FIRComponentContainer.h`, the protocol of the same name.
public protocol ComponentLifecycleMaintainer: AnyObject, Sendable {
  /// Ends what the instance does for an app, which is still there, as are its other instances.
  ///
  /// - Parameter app: The app that will be deleted.
  func appWillBeDeleted(_ app: FirebaseApp)
}

/// A protocol that is offered, as a key and by its name.
struct Offer: Hashable, Sendable {
  private let type: Any.Type

  init<Offered>(_ type: Offered.Type) {
    self.type = type
  }

  /// The protocol's name, which only messages and events ask for.
  var name: String {
    let name = String(describing: type)
    return name.hasPrefix("any ") ? String(name.dropFirst("any ".count)) : name
  }

  private var key: ObjectIdentifier { ObjectIdentifier(type) }

  static func == (left: Offer, right: Offer) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// An instance whose type only its lookup knows.
protocol HeldInstance: AnyObject, Sendable {
  /// Who is told before the app goes away.
  var maintainer: (any ComponentLifecycleMaintainer)? { get }
}

/// An instance as the protocol that was offered: whoever asks for that gets it without a cast.
final class Held<Offered: Sendable>: HeldInstance {
  let instance: Offered

  init(_ instance: Offered) {
    self.instance = instance
  }

  var maintainer: (any ComponentLifecycleMaintainer)? {
    instance as? any ComponentLifecycleMaintainer
  }
}
