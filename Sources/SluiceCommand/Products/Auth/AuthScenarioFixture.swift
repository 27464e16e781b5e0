import FakeAuth
import FakeListener
import SluiceConformance
import SluiceRunner
import SluiceSpies

/// The Authentication of one run, as scenario lines speak to it: a script in the unit layer, else
/// an emulator.
final class AuthScenarioFixture: ProductFixture {
  private let behavior = BehaviorChoice()
  private let choice: BackendChoice<AuthScript, AuthApps>

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "auth", in: setting.layer,
      script: { [behavior] in
        AuthScript(in: setting.simulation, spy: setting.spy, behavior: behavior.take())
      },
      emulator: { [behavior] in
        AuthApps(in: setting.simulation, spy: setting.spy, behavior: behavior)
      })
  }

  /// The object that streams are read from.
  var auth: Auth {
    switch choice.backend {
    case .script(let script): script.auth
    case .emulator(let apps): apps.first
    }
  }

  /// An emulator tells each listener first who is signed in; a script says nothing by itself.
  func traits(of subject: Subject) -> Traits {
    subject.traits.with { traits in
      if case .emulator = choice.backend { traits.initialValue = .present }
    }
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    if invocation.name == "auth.behave" { return try behavior.choose(invocation) }
    try choice.perform(
      invocation,
      script: { script, call in
        try call.play(on: script.listeners) { event in try script.news(event) }
      },
      emulator: { apps, invocation in try apps.perform(invocation) })
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    switch (invocation.name, choice.backend) {
    case ("auth.listeners", _): return .integer(Int64(auth.listenerCount))
    case ("auth.current-user", _): return auth.currentUser.map(\.projected) ?? .null
    case ("auth.result", .emulator(let apps)): return apps.result
    case ("auth.token", .emulator(let apps)): return apps.token
    default: throw FixtureError("a script signs nobody in")
    }
  }
}

extension AuthScript {
  /// What a callback tells by a value that a scenario writes: nobody, a user, or a number for one.
  fileprivate func news(_ event: ListenerEvent<Value>) throws -> User? {
    guard case .value(let value) = event else {
      throw FixtureError("listeners of Authentication hear of users, of no error and of no end")
    }
    switch value {
    case .null: return nil
    case .integer(let number): return makeUser("\(number)")
    case .call("user", let arguments):
      func argument(_ label: String?) -> Value? {
        arguments.first { argument in argument.label == label }?.value
      }
      return makeUser(
        argument(nil)?.letters ?? "", email: argument("email")?.letters,
        isAnonymous: argument("anonymous")?.truth == true)
    default: throw FixtureError("\(value) is neither user(…) nor null")
    }
  }
}
