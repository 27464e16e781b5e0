import Dispatch
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Synchronization

/// The container of one run, as scenario lines speak to it.
///
/// Whoever configures, asks and deletes does so in a task of its own, since each of these may wait.
/// Everything that is asked and answered is written to the log here, and so are the creations and
/// notices, which are closures of this.
public final class CoreBackend: Sendable {
  /// What a component does beside making an instance.
  struct Behavior: Sendable {
    /// How long a creation takes.
    var pause = Duration.zero
    /// When the instance, or its creation, deletes its own app.
    var deletion = Deletion.never
    /// The protocol that the instance looks up when it is told.
    var lookupWhenTold: String?
    /// The protocols that a creation looks up in each other app that stands.
    var lookupsElsewhere: [String] = []
    /// Has the creation fail after it has asked for what it depends on.
    var fails = false
  }

  /// When a component deletes its own app.
  enum Deletion: String, Sendable, CaseIterable {
    case never
    case whenCreated = "when-created"
    case whenTold = "when-told"
  }

  private struct Library {
    let number: Int
    let name: String
    var components: [(declaration: ContainerEvent.Component, behavior: Behavior)] = []
    var isRegistered = false
  }

  private struct State {
    var libraries: [Library] = []
    /// The app that was configured last under each name.
    var apps: [String: ContainerApp] = [:]
    var counts: [Counted: Int] = [:]
    var notedReports = 0
    /// What lookups of tasks have given, in the order of the answers.
    var answers: [(offer: String, app: String, answer: ContainerEvent.Answer)] = []
    var created: [String] = []
    var told: [Int] = []
    var refusals = 0
    var tasks: [Task<Void, Never>] = []
  }

  /// What gets a number in the log.
  private enum Counted: Hashable {
    case library, component, app, lookup, creation, deletion, instance, task
  }

  private let simulation: Simulation
  private let log: EventLog
  private let container: Result<any ContainerUnderTest, FixtureError>
  private let state = Mutex(State())

  init(in setting: FixtureSetting) {
    simulation = setting.simulation
    log = setting.spy.log
    let maker = setting.subject(CoreProduct.container)?.wants as? ContainerMaker
    container = Result { () throws(FixtureError) in
      guard let maker else { throw FixtureError("there is no container under test") }
      do { return try maker.make(setting) } catch { throw FixtureError("\(error)") }
    }
  }

  private func next(_ counted: Counted) -> Int {
    state.withLock { state in
      state.counts[counted, default: 0] += 1
      return state.counts[counted, default: 0]
    }
  }

  private func note(_ event: ContainerEvent) { log.append(.container(event)) }

  // MARK: What is given

  /// Begins a library, also one of a name that there is already.
  func begin(library name: String) {
    let library = Library(number: next(.library), name: name)
    state.withLock { state in state.libraries.append(library) }
  }

  /// Declares a component of the last library of a name, which is begun where there is none that is
  /// still open.
  func declare(
    _ offer: String, of library: String, _ behavior: Behavior,
    _ change: (inout ContainerEvent.Component) -> Void
  ) {
    let isOpen = state.withLock { state in
      state.libraries.contains { other in other.name == library && !other.isRegistered }
    }
    if !isOpen { begin(library: library) }
    let number = next(.component)
    state.withLock { state in
      guard let index = state.libraries.lastIndex(where: { $0.name == library }) else { return }
      var declaration = ContainerEvent.Component(
        number, offer, library: state.libraries[index].number)
      change(&declaration)
      state.libraries[index].components.append((declaration, behavior))
    }
  }

  /// Registers what was declared since the last time.
  private func registerLibraries(with container: any ContainerUnderTest) {
    let libraries = state.withLock { state in
      let open = state.libraries.filter { library in !library.isRegistered }
      for index in state.libraries.indices { state.libraries[index].isRegistered = true }
      return open
    }
    for library in libraries {
      note(.libraryRegistered(library.number, name: library.name))
      for component in library.components { note(.componentDeclared(component.declaration)) }
      container.register(
        ContainerLibrary(
          name: library.name,
          components: library.components.map { declaration, behavior in
            ContainerComponent(declaration: declaration) { [weak self] app in
              guard let self else { throw FixtureError("the run is over") }
              return try create(declaration, behavior, for: app)
            }
          }))
      noteReports(of: container)
    }
  }

  private func noteReports(of container: any ContainerUnderTest) {
    let reports = container.reports
    let new = state.withLock { state in
      let new = Array(reports.dropFirst(state.notedReports))
      state.notedReports = max(state.notedReports, reports.count)
      return new
    }
    for report in new { note(.reported(report)) }
  }

  // MARK: What tasks do

  /// Configures an app, in a task of its own.
  func configure(_ name: String) throws {
    let container = try container.get()
    registerLibraries(with: container)
    let app = ContainerApp(next(.app), name: name)
    spawn("configurer") { [self] in
      note(.configureCalled(app: app.number, name: name))
      do {
        try container.configure(app)
        noteReports(of: container)
        state.withLock { state in state.apps[name] = app }
        note(.configureReturned(app: app.number, nil))
      } catch {
        state.withLock { state in state.refusals += 1 }
        note(.configureReturned(app: app.number, Failure(error)))
      }
    }
  }

  /// Looks a protocol up in an app, in tasks of their own; where the app does not stand yet, they
  /// ask nothing.
  func ask(_ offer: String, in name: String, tasks: Int) throws {
    let container = try container.get()
    for _ in 0..<tasks {
      spawn("asker") { [self] in
        guard let app = app(name) else { return }
        let answer = answer(to: offer, in: app, of: container, by: .user).answer
        state.withLock { state in state.answers.append((offer, name, answer)) }
      }
    }
  }

  /// Deletes an app, in tasks of their own.
  func delete(_ name: String, tasks: Int) throws {
    let container = try container.get()
    for _ in 0..<tasks {
      spawn("deleter") { [self] in
        if let app = app(name) { delete(app, of: container, by: .user) }
      }
    }
  }

  /// Cancels all tasks that there have been.
  func cancel() {
    for task in state.withLock({ state in state.tasks }) { task.cancel() }
  }

  private func app(_ name: String) -> ContainerApp? {
    state.withLock { state in state.apps[name] }
  }

  /// The apps that stand, in the order of their configuration.
  private var apps: [ContainerApp] {
    state.withLock { state in state.apps.values.sorted { $0.number < $1.number } }
  }

  private func spawn(_ role: String, _ body: @escaping @Sendable () -> Void) {
    let task = simulation.spawn("\(role).\(next(.task))") { body() }
    state.withLock { state in state.tasks.append(task) }
  }

  // MARK: What the container is asked, and what it asks

  private func answer(
    to offer: String, in app: ContainerApp, of container: any ContainerUnderTest,
    by asker: ContainerEvent.Asker
  ) -> (answer: ContainerEvent.Answer, found: Result<ContainerInstance?, any Error>) {
    let number = next(.lookup)
    note(.lookupCalled(number, of: offer, app: app.number, by: asker))
    let found = Result { try container.instance(of: offer, in: app) }
    let answer: ContainerEvent.Answer =
      switch found {
      case .success(let instance?): .instance(instance.number)
      case .success(nil): .nothing
      case .failure(let error): .failure(Failure(error))
      }
    note(.lookupReturned(number, answer))
    return (answer, found)
  }

  private func delete(
    _ app: ContainerApp, of container: any ContainerUnderTest, by asker: ContainerEvent.Asker
  ) {
    let number = next(.deletion)
    note(.deleteCalled(number, app: app.number, by: asker))
    container.delete(app)
    note(.deleteReturned(number))
  }

  private func create(
    _ component: ContainerEvent.Component, _ behavior: Behavior, for app: ContainerApp
  ) throws -> ContainerInstance {
    let container = try container.get()
    let number = next(.creation)
    note(.creationBegan(number, of: component.number, app: app.number))
    linger(behavior.pause)
    if behavior.deletion == .whenCreated { delete(app, of: container, by: .creation(number)) }
    var passed: ContainerInstance?
    do {
      for dependency in component.dependencies {
        let found = try answer(
          to: dependency.offer, in: app, of: container, by: .creation(number)
        ).found.get()
        if dependency.offer == component.passesOn { passed = found }
      }
      for other in apps where other.number != app.number {
        for offer in behavior.lookupsElsewhere {
          _ = try answer(to: offer, in: other, of: container, by: .creation(number)).found.get()
        }
      }
      if behavior.fails { throw CreationFailure(offer: component.offer) }
    } catch {
      note(.creationEnded(number, .failure(Failure(error))))
      throw error
    }
    let instance = passed ?? makeInstance(behavior, for: app)
    state.withLock { state in state.created.append(component.offer) }
    note(.creationEnded(number, .instance(instance.number)))
    return instance
  }

  private func makeInstance(_ behavior: Behavior, for app: ContainerApp) -> ContainerInstance {
    let number = next(.instance)
    return ContainerInstance(number) { [weak self] in
      self?.tell(number, behavior, of: app)
    }
  }

  private func tell(_ instance: Int, _ behavior: Behavior, of app: ContainerApp) {
    guard let container = try? container.get() else { return }
    note(.noticeBegan(instance: instance, app: app.number))
    state.withLock { state in state.told.append(instance) }
    if let offer = behavior.lookupWhenTold {
      _ = answer(to: offer, in: app, of: container, by: .notice(instance))
    }
    if behavior.deletion == .whenTold { delete(app, of: container, by: .notice(instance)) }
    note(.noticeEnded(instance: instance, app: app.number))
  }

  /// Lets virtual time pass, in which whoever is not held back comes in.
  private func linger(_ pause: Duration) {
    guard pause > .zero else { return }
    let isOver = DispatchSemaphore(value: 0)
    simulation.schedule("core.creation", after: pause) { isOver.signal() }
    isOver.wait()
  }

  // MARK: What can be looked at

  /// What the lookups of tasks have given, in the order of the answers.
  func answers(to offer: String, in name: String?) -> [ContainerEvent.Answer] {
    state.withLock { state in
      state.answers.filter { $0.offer == offer && (name == nil || $0.app == name) }.map(\.answer)
    }
  }

  /// How many creations of a component have given an instance.
  func created(_ offer: String) -> Int {
    state.withLock { state in state.created.count { created in created == offer } }
  }

  /// The instances that were told, in order.
  var told: [Int] { state.withLock { state in state.told } }

  /// How often something was reported as left out.
  var reports: Int { get throws { try container.get().reports.count } }

  /// How many configurations have thrown.
  var refusals: Int { state.withLock { state in state.refusals } }
}

/// The error of a creation that a scenario has fail.
struct CreationFailure: Error, CustomStringConvertible {
  let offer: String

  var description: String { "the creation of \(offer) fails, as the scenario says" }
}
