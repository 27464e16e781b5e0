import ShippedProducts
package import SluiceConformance

/// What a component container can do wrong, by the names of the containers that do.
enum ContainerFault: String, CaseIterable, Sendable {
  case replacesComponents = "replaces-components"
  case replacesLibraries = "replaces-libraries"
  case reportsNothing = "reports-nothing"
  case reportsWithoutNames = "reports-without-names"
  case keepsNothing = "keeps-nothing"
  case keepsTheLatest = "keeps-the-latest"
  case checksThenCreates = "checks-then-creates"
  case storesWithoutLooking = "stores-without-looking"
  case keepsEverything = "keeps-everything"
  case keepsWhatCreationsAsk = "keeps-what-creations-ask"
  case createsWithoutTheRequired = "creates-without-the-required"
  case namesOneEnd = "names-one-end"
  case requiresTheOptional = "requires-the-optional"
  case throwsForTheUnknown = "throws-for-the-unknown"
  case breaksCyclesWithNil = "breaks-cycles-with-nil"
  case namesTheEndsOfACycle = "names-the-ends-of-a-cycle"
  case isEagerInTheDefaultApp = "is-eager-in-the-default-app"
  case isEagerLater = "is-eager-later"
  case createsEverything = "creates-everything"
  case isEagerInEachApp = "is-eager-in-each-app"
  case tellsNobody = "tells-nobody"
  case tellsForEachProtocol = "tells-for-each-protocol"
  case tellsNoLateComer = "tells-no-late-comer"
  case forgetsFirst = "forgets-first"
  case forgetsAsItTells = "forgets-as-it-tells"
  case createsForTheDead = "creates-for-the-dead"
  case answersForTheDead = "answers-for-the-dead"
  case locksPlainly = "locks-plainly"
  case tellsUnderALock = "tells-under-a-lock"

  /// The rule that it breaks.
  var rule: Rule {
    switch self {
    case .replacesComponents, .replacesLibraries: .firstRegistrationWins
    case .reportsNothing, .reportsWithoutNames: .secondIsReported
    case .keepsNothing, .keepsTheLatest: .cachedIsOne
    case .checksThenCreates, .storesWithoutLooking: .oneForAll
    case .keepsEverything, .keepsWhatCreationsAsk: .uncachedIsNew
    case .createsWithoutTheRequired, .namesOneEnd: .missingRequired
    case .requiresTheOptional, .throwsForTheUnknown: .missingOptional
    case .breaksCyclesWithNil, .namesTheEndsOfACycle: .cycleNamed
    case .isEagerInTheDefaultApp, .isEagerLater: .eagerAtConfigure
    case .createsEverything, .isEagerInEachApp: .lazyUntilAsked
    case .tellsNobody, .tellsForEachProtocol, .tellsNoLateComer: .tellsEachOnce
    case .forgetsFirst, .forgetsAsItTells: .findsWhileTold
    case .createsForTheDead, .answersForTheDead: .nothingAfterDeletion
    case .locksPlainly, .tellsUnderALock: .innerLookupReturns
    }
  }

  /// A shipped case in which it breaks that rule before any other.
  var caseID: String {
    switch self {
    case .replacesComponents: "core/unit/registration/the first of two components is created"
    case .replacesLibraries: "core/unit/registration/the first of two libraries counts"
    case .reportsNothing: "core/unit/registration/a second component is reported by its protocol"
    case .reportsWithoutNames: "core/unit/registration/a second library is reported by its name"
    case .keepsNothing: "core/unit/instances/a cached component is one instance"
    case .keepsTheLatest: "core/unit/instances/two cached components are kept beside each other"
    case .checksThenCreates, .storesWithoutLooking:
      "core/cancellation/races/a hundred tasks ask for one lazy component"
    case .keepsEverything: "core/unit/instances/what is not cached is made for each lookup"
    case .keepsWhatCreationsAsk:
      "core/unit/instances/two creations are given instances of their own"
    case .createsWithoutTheRequired, .namesOneEnd:
      "core/unit/dependencies/a missing required dependency is an error"
    case .requiresTheOptional, .throwsForTheUnknown:
      "core/unit/dependencies/a missing optional dependency is done without"
    case .breaksCyclesWithNil, .namesTheEndsOfACycle:
      "core/unit/dependencies/a cycle of three is an error with its path"
    case .isEagerInTheDefaultApp: "core/unit/timing/an eager component is there in each app"
    case .isEagerLater: "core/unit/timing/an eager component is there after configure"
    case .createsEverything: "core/unit/timing/a lazy component waits for its lookup"
    case .isEagerInEachApp:
      "core/unit/timing/what is eager in the default app is lazy in another one"
    case .tellsNobody: "core/integration/deletion/each kept instance is told once"
    case .tellsForEachProtocol:
      "core/integration/deletion/an instance behind two protocols is told once"
    case .tellsNoLateComer:
      "core/integration/deletion/a creation deletes its own app, and its instance is told"
    case .forgetsFirst, .forgetsAsItTells:
      "core/integration/deletion/an instance finds the others while it is told"
    case .createsForTheDead: "core/integration/deletion/nothing is created after a deletion"
    case .answersForTheDead: "core/integration/deletion/nothing is found after a deletion"
    case .locksPlainly: "core/unit/dependencies/a creation asks for what it needs"
    case .tellsUnderALock: "core/integration/deletion/an instance finds the others while it is told"
    }
  }
}

/// A component container that is wrong on purpose, with the rule that has to say so and a shipped
/// case in which it does.
package struct FaultyContainer: Sendable {
  /// The container.
  package let subject: Subject
  /// The id of the rule that it breaks.
  package let rule: String
  /// The id of a shipped case in which it breaks that rule before any other.
  package let caseID: String
}

extension FaultyContainer: CustomStringConvertible {
  /// The subject's name, as test output shows it.
  package var description: String { subject.name }
}

/// The component containers that are wrong on purpose, and one that is right.
package enum FaultyContainers {
  /// Every faulty one, in the order of the rules; those that are written otherwise come last.
  package static let all: [FaultyContainer] =
    ContainerFault.allCases.map { fault in
      FaultyContainer(
        subject: .container("faulty-\(fault.rawValue)") { _ in PlainContainer(with: fault) },
        rule: fault.rule.id, caseID: fault.caseID)
    } + [
      FaultyContainer(
        subject: .container("faulty-counts-its-depth") { _ in DictionaryContainer() },
        rule: Rule.cycleNamed.id,
        caseID: "core/unit/dependencies/a component that needs itself is an error with its path")
    ]

  /// A container that is right and is not FakeCore's.
  package static let control = Subject.container("control-container") { _ in
    PlainContainer(with: nil)
  }
}
