/// A product as the core knows it: its name, its version, and the components that it brings.
///
/// The SDK's libraries register themselves when their class is loaded; here one call of
/// ``Core/register(_:)`` names them all. A backend makes its product's library, so that an app
/// finds it: what the creation of a component needs, its closure holds. Source: the text on
/// interop, *Registering with Core*.
public struct Library: Sendable {
  /// The name, by which libraries are the same; `fire-auth` is one.
  public let name: String
  /// The version, such as `1.0.0`.
  public let version: String
  private let components: @Sendable () -> [Component]

  /// A library.
  ///
  /// - Parameters:
  ///   - name: The name, such as `fire-auth`.
  ///   - version: The version, such as `1.0.0`.
  ///   - componentsToRegister: The components, asked for once for each app that is configured.
  public init(
    name: String, version: String,
    componentsToRegister: @escaping @Sendable () -> [Component]
  ) {
    self.name = name
    self.version = version
    components = componentsToRegister
  }

  /// The components that the library brings, in its order.
  public var componentsToRegister: [Component] { components() }
}
