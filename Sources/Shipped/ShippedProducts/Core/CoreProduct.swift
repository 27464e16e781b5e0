public import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// A component container, which owns the instances of an app's products: what scenarios are about
/// that have no stream.
///
/// The components of a scenario offer one of five protocols, which are there for this alone. Rules
/// of the group `container` judge what is seen.
public enum CoreProduct {
  /// What containers under test are implementations of, in the place of a stream.
  package static let container = "core.container"

  /// The product, without a container.
  public static let product = Product(
    "core", module: "FakeCore",
    summary: "A component container: libraries, apps, lookups, deletions.",
    backend: CoreBackend.init(in:), verbs: verbs, probes: probes)

  /// FakeCore's container.
  public static let reference = Subject.container("reference") { setting in
    try FakeCoreContainer(in: setting.simulation)
  }

  private static let app = Parameter<String>(
    label: "app", .string, default: ContainerApp.defaultName, "the app's name")

  private static let offer = Parameter<Offer>("protocol", .offer, "the protocol")

  private static let tasks = Parameter<Int>.combining(
    Parameter<Int64>(label: "tasks", .integer, default: 1, "how many do so at once")
  ) { count in
    guard (1...10_000).contains(count) else { throw FixtureError("some tasks are 1 to 10000") }
    return Int(count)
  }

  private static let behavior = Parameter<CoreBackend.Behavior>.combining(
    Parameter<Duration>(label: "takes", .duration, default: .zero, "how long a creation takes"),
    Parameter<CoreBackend.Deletion>(
      label: "deletes", .choice, default: .never, "when it deletes its own app"),
    Parameter<Offer?>.optional(
      label: "asks-when-told", .offer, "what its instance looks up when the app is deleted"),
    Parameter<[Offer]?>.optional(
      label: "asks-other-apps", .list(of: .offer), "what its creation looks up in other apps"),
    Parameter<Bool>(label: "fails", .bool, default: false, "whether its creation throws")
  ) { pause, deletion, asked, elsewhere, fails in
    CoreBackend.Behavior(
      pause: pause, deletion: deletion, lookupWhenTold: asked?.rawValue,
      lookupsElsewhere: (elsewhere ?? []).map { offer in offer.rawValue }, fails: fails)
  }

  private static let dependencies = Parameter<[ContainerEvent.Component.Dependency]>.combining(
    Parameter<[Offer]?>.optional(
      label: "needs", .list(of: .offer), "the protocols that a creation asks for and requires"),
    Parameter<[Offer]?>.optional(
      label: "wants", .list(of: .offer), "those that it asks for and can do without")
  ) { required, optional in
    (required ?? []).map { offer in .init(offer.rawValue, isRequired: true) }
      + (optional ?? []).map { offer in .init(offer.rawValue, isRequired: false) }
  }

  private static let verbs: [Verb<CoreBackend>] = [
    Verb(
      "library", "Begins a library, also one of a name that was registered before.",
      Parameter<String>("name", .string, "its name"), example: #"core.library("fire-auth")"#
    ) { backend, name in backend.begin(library: name) },
    Verb(
      "component", "Declares a component, which is registered before the next app is configured.",
      offer,
      Parameter<String>(
        label: "of", .string, default: "fire-core", "its library, begun where there is none"),
      Parameter<ContainerEvent.Component.Timing>(
        label: "timing", .choice, default: .lazy, "when an app creates an instance"),
      Parameter<Bool>(label: "cached", .bool, default: true, "whether an app keeps the instance"),
      dependencies,
      Parameter<Offer?>.optional(
        label: "passes", .offer, "the dependency whose instance it gives as its own"),
      behavior, example: "core.component(alpha, needs: [beta], takes: 1ms)"
    ) { backend, offer, library, timing, isCached, dependencies, passed, behavior in
      if let passed, !dependencies.contains(where: { $0.offer == passed.rawValue }) {
        throw FixtureError("what it passes on is one of its dependencies")
      }
      backend.declare(offer.rawValue, of: library, behavior) { component in
        component.timing = timing
        component.isCached = isCached
        component.dependencies = dependencies
        component.passesOn = passed?.rawValue
      }
    },
    Verb(
      "configure", "Configures an app with what was declared so far.", app,
      example: #"core.configure(app: "second")"#
    ) { backend, app in try backend.configure(app) },
    Verb(
      "ask", "Looks a protocol up, in tasks of their own.", offer, app, tasks,
      example: "core.ask(alpha, tasks: 100)"
    ) { backend, offer, app, tasks in try backend.ask(offer.rawValue, in: app, tasks: tasks) },
    Verb(
      "delete", "Deletes an app, in tasks of their own.", app, tasks,
      example: "core.delete(tasks: 2)"
    ) { backend, app, tasks in try backend.delete(app, tasks: tasks) },
    Verb(
      "cancel", "Cancels every task that configures, asks or deletes.", example: "core.cancel()"
    ) { backend in backend.cancel() },
  ]

  private static let probes: [Probe<CoreBackend>] = [
    Probe(
      "answers", "What tasks were answered that asked for a protocol: an instance's number each.",
      offer, Parameter<String?>.optional(label: "app", .string, "one app; all unless said"),
      result: .pattern, example: "expect core.answers(alpha) == [1, null, error]"
    ) { backend, offer, app in
      .array(
        backend.answers(to: offer.rawValue, in: app).map { answer in
          switch answer {
          case .instance(let number): .integer(Int64(number))
          case .nothing: .null
          case .failure: .symbol("error")
          }
        })
    },
    Probe(
      "created", "How often an instance of a protocol was created.", offer, result: .integer,
      example: "expect core.created(alpha) == 1"
    ) { backend, offer in .integer(Int64(backend.created(offer.rawValue))) },
    Probe(
      "told", "The instances that were told of a deletion, in order.", result: .pattern,
      example: "expect core.told == [1]"
    ) { backend in .array(backend.told.map { number in .integer(Int64(number)) }) },
    Probe(
      counting: "reports", "How often the container has reported what it left out.",
      example: "expect core.reports == 1"
    ) { backend in try backend.reports },
    Probe(
      counting: "refusals", "How many configurations have failed.",
      example: "expect core.refusals == 0"
    ) { backend in backend.refusals },
  ]
}

/// The protocols that the components of scenarios offer, by their names.
enum Offer: String, Sendable, CaseIterable {
  case alpha = "Alpha"
  case beta = "Beta"
  case gamma = "Gamma"
  case delta = "Delta"
  case epsilon = "Epsilon"
}

extension ArgumentKind<Offer> {
  /// One of the protocols.
  fileprivate static var offer: ArgumentKind {
    .choice { offer in offer.rawValue.lowercased() }
  }
}
