public import SluiceScenarios
public import SluiceSpies
import Synchronization

/// The backend of one run: a script in the unit layer and where the scenario says so, else an
/// emulator.
///
/// It is made when it is first needed, so that `<product>.script()` can come before.
public final class BackendChoice<Script: Sendable, Emulator: Sendable>: Sendable {
  /// What a run has.
  public enum Backend: Sendable {
    /// A script: listeners hear what the scenario says, and nothing else.
    case script(Script)
    /// An emulator: listeners hear what follows from operations.
    case emulator(Emulator)
  }

  private struct State {
    var made: Backend?
    var isScripted: Bool
  }

  private let product: String
  private let makeScript: @Sendable () -> Script
  private let makeEmulator: @Sendable () -> Emulator
  private let state: Mutex<State>

  /// A choice that is still open.
  ///
  /// - Parameters:
  ///   - product: The product's name.
  ///   - layer: The layer of the scenario.
  ///   - script: Makes the script; it must call nobody back.
  ///   - emulator: Makes the emulator; it must call nobody back.
  public init(
    of product: String, in layer: ScenarioLayer, script: @escaping @Sendable () -> Script,
    emulator: @escaping @Sendable () -> Emulator
  ) {
    self.product = product
    makeScript = script
    makeEmulator = emulator
    state = Mutex(State(isScripted: layer == .unit))
  }

  /// The backend, made now if it was not before.
  public var backend: Backend {
    // Making one calls nobody back, so the lock may be held meanwhile.
    state.withLock { state in
      if let made = state.made { return made }
      let backend: Backend = state.isScripted ? .script(makeScript()) : .emulator(makeEmulator())
      state.made = backend
      return backend
    }
  }

  /// The script.
  ///
  /// - Throws: `FixtureError` where the run has an emulator.
  public var script: Script {
    get throws(FixtureError) {
      if case .script(let script) = backend { return script }
      throw FixtureError("this run has an emulator; say \(product).script() first")
    }
  }

  /// The emulator.
  ///
  /// - Throws: `FixtureError` where the run has a script.
  public var emulator: Emulator {
    get throws(FixtureError) {
      if case .emulator(let emulator) = backend { return emulator }
      throw FixtureError("a script has no server and no clients")
    }
  }

  /// Has the run have a script, whatever its layer is.
  ///
  /// - Throws: `FixtureError` where the backend exists already.
  public func chooseScript() throws(FixtureError) {
    let isEarly = state.withLock { state in
      if state.made == nil { state.isScripted = true }
      return state.made == nil
    }
    if isEarly { return }
    throw FixtureError("the emulator is in use already; \(product).script() comes first")
  }
}

/// How a product's source treats its registrations in one run, which a scenario may say until the
/// source is made.
public final class BehaviorChoice: Sendable {
  private struct State {
    var behavior = RegistrationBehavior()
    var isTaken = false
  }

  private let state = Mutex(State())

  /// A choice that is still open: the vendor's own ways.
  public init() {}

  /// What the source is made with; from now on it can't be chosen any more.
  public func take() -> RegistrationBehavior {
    state.withLock { state in
      state.isTaken = true
      return state.behavior
    }
  }

  /// Chooses.
  ///
  /// - Throws: `FixtureError` where the source exists already.
  public func choose(_ behavior: RegistrationBehavior) throws(FixtureError) {
    let isEarly = state.withLock { state in
      if !state.isTaken { state.behavior = behavior }
      return !state.isTaken
    }
    if isEarly { return }
    throw FixtureError("the source exists already; say how it behaves before anything else")
  }
}

extension Verb {
  /// The verb that takes ``Parameter/registrations``, with the abilities that their words need.
  package var needingWhatRegistrationsDo: Verb {
    needing(.removeWithHandle, for: "self-removing").needing(.keepRemoved, for: "kept")
  }
}

extension Parameter where Argument == RegistrationBehavior {
  /// How registrations are treated: what a verb `behave` takes that every source understands.
  public static var registrations: Parameter {
    .combining(
      Parameter<String>(
        label: "handles", .word("plain", "self-removing"), default: "plain",
        "whether dropping a handle removes its listener"),
      Parameter<String>(
        label: "second-remove", .word("ignored", "trapped"), default: "ignored",
        "what removing a listener again does"),
      Parameter<String>(
        label: "removed", .word("dropped", "kept"), default: "dropped",
        "whether the source keeps the closures of removed listeners")
    ) { handles, secondRemove, removed in
      var behavior = RegistrationBehavior()
      behavior.handlesRemoveThemselves = handles == "self-removing"
      behavior.trapsOnSecondRemove = secondRemove == "trapped"
      behavior.keepsRemovedListeners = removed == "kept"
      return behavior
    }
  }
}
