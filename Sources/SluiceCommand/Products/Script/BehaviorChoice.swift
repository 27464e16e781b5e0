import SluiceRunner
import SluiceScenarios
import SluiceSpies
import Synchronization

/// How a product's source treats its registrations in one run, which a scenario may say until the
/// source is made.
final class BehaviorChoice: Sendable {
  private struct State {
    var behavior = RegistrationBehavior()
    var isTaken = false
  }

  /// The parameters of a product's verb `behave` that every source understands.
  static let parameters: [ParameterSignature] = [
    ParameterSignature(
      label: "handles", .symbol(["plain", "self-removing"]), .defaulted(.symbol("plain")),
      summary: "whether dropping a handle removes its listener"),
    ParameterSignature(
      label: "second-remove", .symbol(["ignored", "trapped"]), .defaulted(.symbol("ignored")),
      summary: "what removing a listener again does"),
    ParameterSignature(
      label: "removed", .symbol(["dropped", "kept"]), .defaulted(.symbol("dropped")),
      summary: "whether the source keeps the closures of removed listeners"),
  ]

  private let state = Mutex(State())

  /// What the source is made with; from now on it can't be chosen any more.
  func take() -> RegistrationBehavior {
    state.withLock { state in
      state.isTaken = true
      return state.behavior
    }
  }

  /// Chooses what a verb `behave` says.
  ///
  /// - Throws: `FixtureError` where the source exists already.
  func choose(_ invocation: Invocation) throws(FixtureError) {
    let isEarly = state.withLock { state in
      if !state.isTaken { state.behavior = RegistrationBehavior(invocation) }
      return !state.isTaken
    }
    if isEarly { return }
    throw FixtureError("the source exists already; say how it behaves before anything else")
  }
}

extension RegistrationBehavior {
  /// What the arguments of a verb `behave` say.
  init(_ invocation: Invocation) {
    self.init()
    handlesRemoveThemselves = invocation["handles"]?.word == "self-removing"
    trapsOnSecondRemove = invocation["second-remove"]?.word == "trapped"
    keepsRemovedListeners = invocation["removed"]?.word == "kept"
  }
}
