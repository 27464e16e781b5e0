public import SluiceConformance
public import SluiceProducts
public import SluiceSpies

/// A component container under test, FakeCore's or anybody's own, as scenarios drive it.
///
/// It is handed libraries, apps to configure and delete, and lookups; protocols go by their names.
/// What it is judged by is seen from outside: the components that it is handed write down when they
/// are created, and their instances when they are told. It may be called on several threads at once
/// and from inside a creation or a notice; what it is handed it calls back likewise.
///
///     final class MyContainer: ContainerUnderTest { … }
///
///     enum MyGate: ConformanceGate {
///       static let products = [CoreProduct.product]
///       static let subjects = [Subject.container("mine") { _ in MyContainer() }]
///     }
public protocol ContainerUnderTest: AnyObject, Sendable {
  /// Takes in a library, for all apps that are configured from now on.
  ///
  /// - Parameter library: The library; one of its name may have been registered before.
  func register(_ library: ContainerLibrary)

  /// Configures an app: creates what is eager, and comes back when that is there.
  ///
  /// - Parameter app: The app, which stands for itself in later calls and in creations.
  /// - Throws: Whatever is wrong with it, in words of the container's own: an app of its name is
  ///   configured and not deleted.
  func configure(_ app: ContainerApp) throws

  /// Looks a protocol up in an app.
  ///
  /// - Parameters:
  ///   - offer: The protocol's name.
  ///   - app: The app, which was configured; it may be deleted by now.
  /// - Returns: What a component's creation has made; nil for nothing.
  /// - Throws: Whatever is wrong, in words of the container's own that name protocols as they are
  ///   called here.
  func instance(of offer: String, in app: ContainerApp) throws -> ContainerInstance?

  /// Deletes an app: tells each instance that it keeps, and then forgets them.
  ///
  /// - Parameter app: The app, which may be deleted already.
  func delete(_ app: ContainerApp)

  /// What has been reported so far as left out, in the container's own words.
  var reports: [String] { get }
}

/// An app of a scenario.
public final class ContainerApp: Sendable {
  /// The number, by which no two apps of a run are the same.
  public let number: Int
  /// The name, which may be that of an app that was deleted before.
  public let name: String

  init(_ number: Int, name: String) {
    self.number = number
    self.name = name
  }

  /// Whether it is the default app.
  public var isDefault: Bool { name == Self.defaultName }

  /// The name of the default app in scenarios.
  public static let defaultName = ContainerEvent.defaultAppName
}

/// A library of a scenario.
public struct ContainerLibrary: Sendable {
  /// The name, by which libraries are the same.
  public let name: String
  /// Its components, in their order.
  public let components: [ContainerComponent]
}

/// A component of a scenario.
public struct ContainerComponent: Sendable {
  /// What is declared of it: the protocol, the timing, the dependencies, whether it is cached.
  public let declaration: ContainerEvent.Component
  let creation: @Sendable (ContainerApp) throws -> ContainerInstance

  /// The protocol that it offers.
  public var offer: String { declaration.offer }

  /// Whether an app creates an instance when it is configured.
  ///
  /// - Parameter app: The app.
  /// - Returns: Whether it does.
  public func isEager(in app: ContainerApp) -> Bool {
    declaration.isEager(inAppNamed: app.name)
  }

  /// Creates an instance: the component's own block, which asks the container first for what the
  /// component depends on.
  ///
  /// - Parameter app: The app that it is for.
  /// - Returns: The instance.
  /// - Throws: What the container throws when it is asked.
  public func create(for app: ContainerApp) throws -> ContainerInstance {
    try creation(app)
  }
}

/// What a component of a scenario creates.
public final class ContainerInstance: Sendable {
  /// The number, by which no two instances of a run are the same.
  public let number: Int
  private let notice: @Sendable () -> Void

  init(_ number: Int, notice: @escaping @Sendable () -> Void) {
    self.number = number
    self.notice = notice
  }

  /// Tells the instance that its app goes away; it may ask the container for others meanwhile.
  public func appWillBeDeleted() { notice() }
}

extension Subject {
  /// A component container under test.
  ///
  /// - Parameters:
  ///   - name: The container's name, as a stream has one.
  ///   - make: Makes the container of one run, in the simulation of its setting; it must call
  ///     nobody back.
  /// - Returns: The subject, of the product ``CoreProduct/product``.
  public static func container(
    _ name: String,
    _ make: @escaping @Sendable (FixtureSetting) throws -> any ContainerUnderTest
  ) -> Subject {
    Subject(
      name, stream: CoreProduct.container, traits: Traits(), lacking: [],
      failsByType: false,
      wants: ContainerMaker(make: make), asking: nil
    ) { _, _ throws(SubjectError) in throw .badArgument("a container is no stream") }
  }
}

/// How the container of a run is made, as its subject holds it.
struct ContainerMaker: Sendable {
  let make: @Sendable (FixtureSetting) throws -> any ContainerUnderTest
}
