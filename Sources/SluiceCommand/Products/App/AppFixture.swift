import SluiceConformance
import SluiceRunner
import SluiceSpies
import Synchronization

/// The backends of one run of an app: one for each product that its scenario uses, made when it is
/// first spoken to.
final class AppFixture: ProductFixture {
  private let parts: [any Product]
  private let setting: FixtureSetting
  private let made = Mutex<[String: any ProductFixture]>([:])

  init(of parts: [any Product], in setting: FixtureSetting) {
    self.parts = parts
    self.setting = setting
  }

  func source(for subject: Subject) -> any Fixture {
    fixture(for: subject.stream)?.source(for: subject) ?? self
  }

  func traits(of subject: Subject) -> Traits {
    fixture(for: subject.stream)?.traits(of: subject) ?? subject.traits
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    try known(invocation).perform(invocation)
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    try known(invocation).probe(invocation)
  }

  private func known(_ invocation: Invocation) throws(FixtureError) -> any ProductFixture {
    guard let fixture = fixture(for: invocation.name) else {
      throw FixtureError("no product of the app has '\(invocation.name)'")
    }
    return fixture
  }

  /// The backend of the product that a full name begins with.
  private func fixture(for name: String) -> (any ProductFixture)? {
    let product = String(name.prefix { character in character != "." })
    // Making one calls nobody back, so the lock may be held meanwhile.
    return made.withLock { made in
      if let fixture = made[product] { return fixture }
      let setting = FixtureSetting(
        simulation: setting.simulation, spy: Spy(beside: setting.spy), layer: setting.layer)
      let fixture = parts.first { part in part.name == product }?.makeFixture(in: setting)
      made[product] = fixture
      return fixture
    }
  }
}
