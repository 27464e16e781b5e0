/// What happened at a component container, in one line of the event log.
///
/// Nobody has to take a container's word for it: whoever drives it writes what it asks and what it
/// is answered, and the components that it registers write when they are created and told. Apps,
/// lookups, creations, deletions and instances are numbered from 1 in the order of the run.
/// Protocols stand in it by their names.
public enum ContainerEvent: Sendable, Hashable {
  /// A library is about to be registered, with the components that are declared next.
  case libraryRegistered(Int, name: String)
  /// A component of the library that is about to be registered.
  case componentDeclared(Component)
  /// The container reported something that it left out, in these words.
  case reported(String)

  /// An app is about to be configured, with what was registered before.
  case configureCalled(app: Int, name: String)
  /// An app is configured, or is not for this reason.
  case configureReturned(app: Int, Failure?)

  /// A protocol is about to be looked up in an app.
  case lookupCalled(Int, of: String, app: Int, by: Asker)
  /// A lookup came back.
  case lookupReturned(Int, Answer)

  /// The container has a component create an instance.
  case creationBegan(Int, of: Int, app: Int)
  /// The creation comes back.
  case creationEnded(Int, Answer)

  /// An app is about to be deleted; one app may be more than once.
  case deleteCalled(Int, app: Int, by: Asker)
  /// A deletion came back.
  case deleteReturned(Int)
  /// The container tells an instance that its app goes away.
  case noticeBegan(instance: Int, app: Int)
  /// The instance comes back from that.
  case noticeEnded(instance: Int, app: Int)
}

extension ContainerEvent {
  /// The name of the default app.
  public static let defaultAppName = "default"

  /// A component as it is declared to a container.
  public struct Component: Sendable, Hashable {
    /// When an app creates an instance.
    public enum Timing: String, Sendable, CaseIterable {
      /// When somebody asks for one.
      case lazy
      /// When any app is configured.
      case eager
      /// When the default app is configured; in other apps when somebody asks for one.
      case eagerInDefaultApp = "eager-in-default-app"
    }

    /// A protocol of another component that the creation asks for.
    public struct Dependency: Sendable, Hashable {
      /// The protocol.
      public var offer: String
      /// Whether there can be no instance without.
      public var isRequired: Bool

      /// A dependency on a protocol.
      public init(_ offer: String, isRequired: Bool) {
        self.offer = offer
        self.isRequired = isRequired
      }
    }

    /// The component's number, from 1.
    public var number: Int
    /// The protocol that it offers.
    public var offer: String
    /// The number of its library.
    public var library: Int
    /// When an app creates an instance.
    public var timing = Timing.lazy
    /// Whether an app keeps the instance for later lookups.
    public var isCached = true
    /// What the creation asks the container for, each time, in this order.
    public var dependencies: [Dependency] = []
    /// The dependency whose instance it gives as its own; nil where it makes one.
    public var passesOn: String?

    /// Whether an app creates an instance when it is configured.
    ///
    /// - Parameter app: The app's name.
    /// - Returns: Whether it does.
    public func isEager(inAppNamed app: String) -> Bool {
      switch timing {
      case .lazy: false
      case .eager: true
      case .eagerInDefaultApp: app == defaultAppName
      }
    }

    /// A lazy component that is cached and needs nothing.
    public init(_ number: Int, _ offer: String, library: Int) {
      self.number = number
      self.offer = offer
      self.library = library
    }
  }

  /// Who calls a container.
  public enum Asker: Sendable, Hashable {
    /// The code that uses the app, in a task of its own.
    case user
    /// A creation, by its number.
    case creation(Int)
    /// An instance that is being told of a deletion, by its number.
    case notice(Int)
  }

  /// What a lookup or a creation gives.
  public enum Answer: Sendable, Hashable {
    /// An instance, by its number.
    case instance(Int)
    /// Nothing.
    case nothing
    /// An error.
    case failure(Failure)
  }
}

extension ContainerEvent: CustomStringConvertible {
  /// The event in one line, as reports show it.
  public var description: String {
    switch self {
    case .libraryRegistered(let library, let name): "library \(library), \(name), registered"
    case .componentDeclared(let component):
      "component \(component.number) of library \(component.library) offers \(component)"
    case .reported(let words): "the container reports: \(words)"
    case .configureCalled(let app, let name): "configure of app \(app), \(name), called"
    case .configureReturned(let app, nil): "configure of app \(app) returned"
    case .configureReturned(let app, let failure?): "configure of app \(app) threw \(failure)"
    case .lookupCalled(let lookup, let offer, let app, let asker):
      "lookup \(lookup) of \(offer) in app \(app) called\(asker.suffix)"
    case .lookupReturned(let lookup, let answer): "lookup \(lookup) returns \(answer)"
    case .creationBegan(let creation, let component, let app):
      "creation \(creation) of component \(component) in app \(app) begins"
    case .creationEnded(let creation, let answer): "creation \(creation) gives \(answer)"
    case .deleteCalled(let deletion, let app, let asker):
      "deletion \(deletion) of app \(app) called\(asker.suffix)"
    case .deleteReturned(let deletion): "deletion \(deletion) returned"
    case .noticeBegan(let instance, let app):
      "instance \(instance) is told of the deletion of app \(app)"
    case .noticeEnded(let instance, let app):
      "instance \(instance) was told of the deletion of app \(app)"
    }
  }
}

extension ContainerEvent.Component: CustomStringConvertible {
  /// The protocol with everything that is not as usual.
  public var description: String {
    var words = [offer]
    if timing != .lazy { words.append(timing.rawValue) }
    if !isCached { words.append("not cached") }
    for dependency in dependencies {
      words.append((dependency.isRequired ? "needs " : "wants ") + dependency.offer)
    }
    if let passesOn { words.append("passes on \(passesOn)") }
    return words.joined(separator: ", ")
  }
}

extension ContainerEvent.Answer: CustomStringConvertible {
  /// The answer in words.
  public var description: String {
    switch self {
    case .instance(let number): "instance \(number)"
    case .nothing: "nothing"
    case .failure(let failure): "error \(failure)"
    }
  }
}

extension ContainerEvent.Asker {
  fileprivate var suffix: String {
    switch self {
    case .user: ""
    case .creation(let number): " by creation \(number)"
    case .notice(let instance): " by instance \(instance), which is told"
    }
  }
}
