package import SluiceConformance
package import SluiceSpies
import Synchronization

/// The backend of one run, as scenario lines speak to it.
///
/// A simulation uses it on one thread; `sluice stress` on several at once, as an app would.
package final class ProductFixture: Fixture, Sendable {
  /// What a fixture can do, of one backend or of several.
  private struct Actions: Sendable {
    let backend: (any AnyObject & Sendable)?
    let perform: @Sendable (Call) throws -> Void
    let probe: @Sendable (Call) throws -> Value
    let traits: @Sendable (Subject) -> Traits
    let source: @Sendable (Subject) -> ProductFixture?
  }

  private let actions: Actions

  /// The backend of one product.
  init<Backend: AnyObject & Sendable>(
    over backend: Backend, words: ProductWords<Backend>,
    traits: @escaping @Sendable (Backend, Subject) -> Traits
  ) {
    actions = Actions(
      backend: backend,
      perform: { call in
        guard let verb = words.verbs[call.name] else {
          throw FixtureError("there is no verb '\(call.name)'")
        }
        try verb.action(backend, call)
      },
      probe: { call in
        guard let probe = words.probes[call.name] else {
          throw FixtureError("there is no probe '\(call.name)'")
        }
        return try probe.read(backend, call)
      },
      traits: { subject in traits(backend, subject) },
      source: { _ in nil })
  }

  /// The backends of several products, each made when it is first spoken to.
  ///
  /// Those that the app of the run has to know of are made now: that does nothing but tell it.
  init(
    of parts: [Product], beside own: [String: ProductFixture] = [:], in setting: FixtureSetting
  ) {
    let ofApp = parts.filter { part in part.belongsToApp }
    let parts = ProductParts(parts, beside: own, in: setting)
    for part in ofApp { _ = parts.fixture(of: part.name) }
    actions = Actions(
      backend: nil,
      perform: { call in try parts.part(of: call.name).perform(call) },
      probe: { call in try parts.part(of: call.name).probe(call) },
      traits: { subject in parts.fixture(of: subject.stream)?.traits(of: subject) ?? subject.traits
      },
      source: { subject in parts.fixture(of: subject.stream) })
  }

  /// A fixture that does what another one does, and tells of each stream that is about to be read.
  init(
    over base: ProductFixture, telling tell: @escaping @Sendable (ProductFixture, Subject) -> Void
  ) {
    actions = Actions(
      backend: base.backend, perform: base.actions.perform, probe: base.actions.probe,
      traits: { subject in
        tell(base, subject)
        return base.traits(of: subject)
      },
      source: { subject in base.source(for: subject) })
  }

  /// The product's own backend; nil where it has several.
  package var backend: (any AnyObject & Sendable)? { actions.backend }

  /// What a subject reads its stream from: this, or the part that the stream is of.
  package func source(for subject: Subject) -> ProductFixture {
    actions.source(subject) ?? self
  }

  /// Does what a scenario line says.
  ///
  /// It happens at once, on the simulating thread; what follows from it may be events of the
  /// simulation.
  /// - Parameter call: The line's verb with its arguments.
  /// - Throws: `FixtureError` where the line asks for what the backend can't do.
  package func perform(_ call: Call) throws(FixtureError) {
    do {
      try actions.perform(call)
    } catch {
      throw (error as? FixtureError) ?? FixtureError("\(error)")
    }
  }

  /// Looks at the backend.
  ///
  /// - Parameter call: The probe with its arguments.
  /// - Returns: What it shows.
  /// - Throws: `FixtureError` where the probe asks for what the backend can't show.
  package func probe(_ call: Call) throws(FixtureError) -> Value {
    do {
      return try actions.probe(call)
    } catch {
      throw (error as? FixtureError) ?? FixtureError("\(error)")
    }
  }

  /// What a stream declares of itself, over the backend as the scenario has set it up so far.
  ///
  /// - Parameter subject: The stream, which is about to be read.
  /// - Returns: Its traits; what it declares, unless the product says otherwise.
  package func traits(of subject: Subject) -> Traits {
    actions.traits(subject)
  }
}

/// The backends of an app, by product.
private final class ProductParts: Sendable {
  private let parts: [Product]
  private let setting: FixtureSetting
  private let made: Mutex<[String: ProductFixture]>

  init(_ parts: [Product], beside own: [String: ProductFixture], in setting: FixtureSetting) {
    self.parts = parts
    self.setting = setting
    made = Mutex(own)
  }

  func part(of name: String) throws(FixtureError) -> ProductFixture {
    guard let fixture = fixture(of: name) else {
      throw FixtureError("no product of the app has '\(name)'")
    }
    return fixture
  }

  /// The backend of the product that a full name begins with.
  func fixture(of name: String) -> ProductFixture? {
    let product = String(name.prefix { character in character != "." })
    // Making one calls nobody back, so the lock may be held meanwhile.
    return made.withLock { made in
      if let fixture = made[product] { return fixture }
      var setting = setting
      setting.spy = Spy(beside: setting.spy)
      let fixture = parts.first { part in part.name == product }?.makeFixture(in: setting)
      made[product] = fixture
      return fixture
    }
  }
}
