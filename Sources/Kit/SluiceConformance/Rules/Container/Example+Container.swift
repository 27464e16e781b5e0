import SluiceSpies

extension Verdict {
  /// The reason for which the rules about containers don't apply to streams.
  static let noContainer = Verdict.inapplicable(because: "no component container is asked")

  /// One verdict from the verdicts on each app of a container.
  ///
  /// - Parameters:
  ///   - evidence: What is judged.
  ///   - judge: The verdict on one app.
  /// - Returns: The earliest violation, else whether one held; the reason where there is no
  ///   container.
  static func overall(
    ofContainerIn evidence: Evidence,
    _ judge: (ContainerEvidence, ContainerEvidence.App) -> Verdict
  ) -> Verdict {
    guard let container = evidence.container else { return .noContainer }
    return overall(container.apps) { app in judge(container, app) }
  }
}

extension Rule.Example.Line {
  // App 1 is the default app, component 1 offers Alpha, and so on, unless said otherwise.

  static func container(_ event: ContainerEvent) -> Self { line(.container(event)) }

  static func library(_ number: Int = 1, _ name: String = "fire-one") -> Self {
    container(.libraryRegistered(number, name: name))
  }
  static func component(
    _ number: Int, _ offer: String, of library: Int = 1,
    _ timing: ContainerEvent.Component.Timing = .lazy, isCached: Bool = true,
    needs required: [String] = [], wants optional: [String] = []
  ) -> Self {
    var component = ContainerEvent.Component(number, offer, library: library)
    component.timing = timing
    component.isCached = isCached
    component.dependencies =
      required.map { offer in .init(offer, isRequired: true) }
      + optional.map { offer in .init(offer, isRequired: false) }
    return container(.componentDeclared(component))
  }
  static func reported(_ words: String) -> Self { container(.reported(words)) }
  static func configure(_ app: Int = 1, _ name: String = "default") -> Self {
    container(.configureCalled(app: app, name: name))
  }
  static func configured(_ app: Int = 1) -> Self {
    container(.configureReturned(app: app, nil))
  }
  static func lookup(
    _ number: Int, _ offer: String = "Alpha", in app: Int = 1,
    by asker: ContainerEvent.Asker = .user
  ) -> Self {
    container(.lookupCalled(number, of: offer, app: app, by: asker))
  }
  static func found(_ lookup: Int, _ instance: Int) -> Self {
    container(.lookupReturned(lookup, .instance(instance)))
  }
  static func nothing(_ lookup: Int) -> Self { container(.lookupReturned(lookup, .nothing)) }
  static func failed(_ lookup: Int, _ text: String) -> Self {
    container(
      .lookupReturned(lookup, .failure(Failure(type: "ExampleError", value: .string(text)))))
  }
  static func creation(_ number: Int, of component: Int = 1, in app: Int = 1) -> Self {
    container(.creationBegan(number, of: component, app: app))
  }
  static func created(_ creation: Int, _ instance: Int) -> Self {
    container(.creationEnded(creation, .instance(instance)))
  }
  static func delete(_ number: Int = 1, _ app: Int = 1) -> Self {
    container(.deleteCalled(number, app: app, by: .user))
  }
  static func deleted(_ number: Int = 1) -> Self { container(.deleteReturned(number)) }
  static func tells(_ instance: Int, in app: Int = 1) -> Self {
    container(.noticeBegan(instance: instance, app: app))
  }
  static func told(_ instance: Int, in app: Int = 1) -> Self {
    container(.noticeEnded(instance: instance, app: app))
  }
}

extension [Rule.Example.Line] {
  /// The default app with a lazy component that offers Alpha and keeps its instance.
  static let alphaConfigured: Self = [
    .library(), .component(1, "Alpha"), .configure(), .configured(),
  ]

  /// The default app with its instance of Alpha, which somebody has looked up.
  static let alphaFound: Self =
    alphaConfigured + [.lookup(1), .creation(1), .created(1, 1), .found(1, 1)]
}
