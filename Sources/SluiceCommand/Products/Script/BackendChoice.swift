import SluiceRunner
import SluiceScenarios
import Synchronization

/// The backend of one run: a script in the unit layer and where the scenario says so, else an
/// emulator.
///
/// It is made when it is first needed, so that `<product>.script()` can come before.
final class BackendChoice<Script: Sendable, Emulator: Sendable>: Sendable {
  enum Backend: Sendable {
    case script(Script)
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
  init(
    of product: String, in layer: ScenarioLayer, script: @escaping @Sendable () -> Script,
    emulator: @escaping @Sendable () -> Emulator
  ) {
    self.product = product
    makeScript = script
    makeEmulator = emulator
    state = Mutex(State(isScripted: layer == .unit))
  }

  /// The backend, made now if it was not before.
  var backend: Backend {
    // Making one calls nobody back, so the lock may be held meanwhile.
    state.withLock { state in
      if let made = state.made { return made }
      let backend: Backend = state.isScripted ? .script(makeScript()) : .emulator(makeEmulator())
      state.made = backend
      return backend
    }
  }

  /// Does what a line says: chooses the script, or has the backend do it.
  ///
  /// - Parameters:
  ///   - invocation: The line's verb.
  ///   - script: Plays a script verb.
  ///   - emulator: Does any other verb.
  /// - Throws: `FixtureError` where the backend that is there can't do it.
  func perform(
    _ invocation: Invocation, script: (Script, ScriptedCall) throws -> Void,
    emulator: (Emulator, Invocation) throws -> Void
  ) throws(FixtureError) {
    if invocation.name == "\(product).script" { return try chooseScript() }
    do {
      switch (backend, ScriptedCall(invocation)) {
      case (.script(let backend), let call?): try script(backend, call)
      case (.emulator(let backend), nil): try emulator(backend, invocation)
      case (.emulator, _?):
        throw FixtureError("this run has an emulator; say \(product).script() first")
      case (.script, nil): throw FixtureError("a script has no server and no clients")
      }
    } catch let error as FixtureError {
      throw error
    } catch {
      throw FixtureError("\(error)")
    }
  }

  private func chooseScript() throws(FixtureError) {
    let isEarly = state.withLock { state in
      if state.made == nil { state.isScripted = true }
      return state.made == nil
    }
    if isEarly { return }
    throw FixtureError("the emulator is in use already; \(product).script() comes first")
  }
}
