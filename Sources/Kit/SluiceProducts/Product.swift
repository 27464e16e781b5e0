public import SluiceConformance
public import SluiceScenarios
public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A product whose streams scenarios can be about: its words in the scenario language, its backend,
/// its streams and their implementations.
public struct Product: Sendable {
  /// The product's name: the folder of its scenarios and the first part of its words.
  public let name: String
  /// The module of its fake, as lists show it; nil where it has none of its own.
  public let module: String?
  /// The implementations of its streams, in the order in which they are shown.
  public var subjects: [Subject] {
    get { shelves.flatMap { shelf in shelf() } }
    set { shelves = [{ newValue }] }
  }
  /// The implementations, some of which are made when somebody asks for them: to make those of a
  /// large catalogue takes as long as many a case.
  private var shelves: [@Sendable () -> [Subject]] = []
  /// The rules of a program that judge its runs beside the kit's catalogue.
  ///
  /// They are part of a product since whatever plays a case is given the products.
  package private(set) var rules: [Rule] = []
  /// Whether a run's app makes the product's instances, and so has to know of it before it is
  /// configured: in an app of several products the backend is then made with the run.
  package let belongsToApp: Bool
  /// The products that it is an app of; empty where it is none.
  package private(set) var parts: [String] = []
  /// Whether scenarios can delete it, so that the streams of its parts have to end.
  package private(set) var isDeletable = false
  /// What subjects of the product are implementations of that no line opens as a stream: cases
  /// without a stream are about that; nil where they are about any stream of the product.
  package let driven: String?
  package let signatures: [Signature]
  private let fixture: @Sendable (FixtureSetting) -> ProductFixture

  /// A product.
  ///
  /// - Parameters:
  ///   - name: Its name: the folder of its scenarios and the first part of its words.
  ///   - module: The module of its fake, as lists show it.
  ///   - summary: What it is, in one sentence.
  ///   - belongsToApp: Whether a run's app makes its instances, and has to know of its backend
  ///     before it is configured; the backend is then made before anybody speaks to it.
  ///   - driven: What its subjects are implementations of that no line opens as a stream; nil for
  ///     nothing, or for everything.
  ///   - backend: Makes its backend for one run. It is called on the simulating thread, within the
  ///     simulation, before the scenario's first line, and must call nobody back.
  ///   - verbs: What a scenario can make the backend do.
  ///   - probes: What a scenario can look at.
  ///   - streams: The streams that there are over the backend.
  ///   - constructors: The values that JSON does not have and that the product's scenarios may use.
  ///     Several products may declare the same one.
  ///   - errors: The names of errors that no other product has, with what they mean.
  ///   - traits: What a stream declares of itself over the backend as the scenario has set it up so
  ///     far: some traits are the source's more than the stream's.
  public init<Backend: AnyObject & Sendable, each Source, each Made>(
    _ name: String, module: String? = nil, summary: String, belongsToApp: Bool = false,
    driving driven: String? = nil, backend: @escaping @Sendable (FixtureSetting) -> Backend,
    verbs: [Verb<Backend>], probes: [Probe<Backend>] = [],
    streams: repeat StreamDeclaration<Backend, each Source>,
    constructors: repeat Constructor<each Made>, errors: KeyValuePairs<String, String> = [:],
    traits: @escaping @Sendable (Backend, Subject) -> Traits = { _, subject in subject.traits }
  ) {
    let words = ProductWords(of: name, verbs: verbs, probes: probes)
    let reachesScript = name != ScriptVerbs.product && verbs.contains { verb in verb.isShared }
    var signatures = [
      Signature.product(
        ProductSignature(
          name, reaches: reachesScript ? [ScriptVerbs.product] : [], summary: summary))
    ]
    signatures += words.verbSignatures
    for stream in repeat each streams { signatures.append(.stream(stream.signature(in: name))) }
    signatures += words.probeSignatures
    for constructor in repeat each constructors {
      signatures.append(.constructor(constructor.signature(in: name)))
    }
    signatures += errors.map { error, meaning in
      .error(WordSignature(error, summary: meaning))
    }
    self.init(
      name, module: module, belongsToApp: belongsToApp, driving: driven, signatures: signatures
    ) { setting in
      ProductFixture(over: backend(setting), words: words, traits: traits)
    }
  }

  private init(
    _ name: String, module: String?, belongsToApp: Bool = false, driving driven: String? = nil,
    signatures: [Signature],
    fixture: @escaping @Sendable (FixtureSetting) -> ProductFixture
  ) {
    self.name = name
    self.module = module
    self.belongsToApp = belongsToApp
    self.driven = driven
    self.signatures = signatures
    self.fixture = fixture
  }

  /// An app that uses several products at once, each with a backend of its own, made when it is
  /// first spoken to: it has no stream of its own, and its scenarios may use those of all.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - summary: What it is, in one sentence.
  ///   - parts: The products that it can use.
  /// - Returns: The product.
  public static func app(_ name: String, summary: String, of parts: [Product]) -> Product {
    let names = parts.map { part in part.name }
    let signature = ProductSignature(name, reaches: names, summary: summary)
    var product = Product(name, module: nil, signatures: [.product(signature)]) { setting in
      ProductFixture(of: parts, in: setting)
    }
    product.parts = names
    return product
  }

  /// An app that uses several products at once, with words of its own beside theirs.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - summary: What it is, in one sentence.
  ///   - parts: The products that it can use.
  ///   - isDeletable: Whether its verbs delete it, so that the streams of its parts have to end:
  ///     the rule about that is one of those that have to be exercised then.
  ///   - backend: Makes what its own words speak to, as for any product.
  ///   - verbs: What a scenario can make the app do.
  ///   - probes: What a scenario can look at.
  /// - Returns: The product.
  public static func app<Backend: AnyObject & Sendable>(
    _ name: String, summary: String, of parts: [Product], isDeletable: Bool = false,
    backend: @escaping @Sendable (FixtureSetting) -> Backend,
    verbs: [Verb<Backend>], probes: [Probe<Backend>] = []
  ) -> Product {
    let words = ProductWords(of: name, verbs: verbs, probes: probes)
    let names = parts.map { part in part.name }
    let signature = ProductSignature(name, reaches: names, summary: summary)
    let signatures = [.product(signature)] + words.verbSignatures + words.probeSignatures
    var product = Product(name, module: nil, signatures: signatures) { setting in
      let own = ProductFixture(over: backend(setting), words: words) { _, subject in subject.traits
      }
      return ProductFixture(of: parts, beside: [name: own], in: setting)
    }
    product.parts = names
    product.isDeletable = isDeletable
    return product
  }

  /// A copy with more implementations of its streams.
  ///
  /// - Parameter subjects: The implementations.
  /// - Returns: The product with those that it had and these.
  public func with(_ subjects: [Subject]) -> Product {
    var copy = self
    copy.subjects += subjects
    return copy
  }

  /// A copy with more implementations of its streams, made as late as can be.
  ///
  /// - Parameter subjects: Makes the implementations, or finds those that it has made; no name is
  ///   on two such shelves.
  /// - Returns: The product with those that it had and these.
  package func with(_ subjects: @escaping @Sendable () -> [Subject]) -> Product {
    var copy = self
    copy.shelves.append(subjects)
    return copy
  }

  /// A copy whose cases, and those of the products beside it, are also judged by some rules.
  ///
  /// - Parameter rules: The rules, in which there is no ``RuleMistake``.
  /// - Returns: The product with those that it had and these.
  package func judged(by rules: [Rule]) -> Product {
    var copy = self
    copy.rules += rules
    return copy
  }

  /// The implementations of a name; shelves behind the one that has it are not looked at.
  ///
  /// - Parameter name: The name.
  /// - Returns: The implementations, at most one for each stream; empty for an unknown name.
  package func subjects(named name: String) -> [Subject] {
    for shelf in shelves {
      let found = shelf().filter { subject in subject.name == name }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// A copy whose fixtures tell of each stream that is about to be read from them.
  ///
  /// - Parameter tell: Told of the fixture and the stream.
  /// - Returns: The product.
  package func telling(
    _ tell: @escaping @Sendable (ProductFixture, Subject) -> Void
  ) -> Product {
    var copy = Product(
      name, module: module, belongsToApp: belongsToApp, driving: driven, signatures: signatures
    ) { setting in
      ProductFixture(over: fixture(setting), telling: tell)
    }
    copy.shelves = shelves
    copy.parts = parts
    copy.isDeletable = isDeletable
    copy.rules = rules
    return copy
  }

  /// A new backend for one run.
  ///
  /// - Parameter setting: What it is made in.
  /// - Returns: The backend, as scenario lines speak to it.
  package func makeFixture(in setting: FixtureSetting) -> ProductFixture {
    fixture(setting)
  }

  /// Adds what the product's words are and what they take, for the checker.
  package func register(in registry: inout Registry) {
    for signature in signatures {
      switch signature {
      case .product(let product): registry.add(product)
      case .verb(let verb): registry.add(verb)
      case .stream(let stream): registry.add(stream)
      case .probe(let probe): registry.add(probe)
      case .constructor(let constructor): registry.add(constructor)
      case .error(let word): registry.add(error: word)
      }
    }
  }

  /// Something that the checker knows of a product.
  package enum Signature: Sendable {
    case product(ProductSignature)
    case verb(VerbSignature)
    case stream(StreamSignature)
    case probe(ProbeSignature)
    case constructor(ConstructorSignature)
    case error(WordSignature)
  }
}

/// What a backend is made in.
public struct FixtureSetting: Sendable {
  /// The simulation whose clock and queues the backend uses.
  public let simulation: Simulation
  /// The recorder that the backend tells of adds and removes.
  public internal(set) var spy: Spy
  /// The layer of the scenario: what its lines speak to.
  public let layer: ScenarioLayer
  /// The implementation under test of a stream, by the stream's full name; nil if there is none.
  public let subject: @Sendable (String) -> Subject?
  private let shared = SharedBackends()

  /// What the backends of a run have in common: the one of a type, made by whoever asks first.
  ///
  /// - Parameter make: Makes it; it must call nobody back.
  /// - Returns: The same one for all backends of the run.
  public func common<Common: AnyObject & Sendable>(_ make: () -> Common) -> Common {
    shared.common(make)
  }

  /// Lets go of what the backends have in common, since the run is over: a library that keeps the
  /// setting to make its instances in would keep the app that it is registered with.
  package func end() { shared.letGo() }

  /// The setting of one run.
  public init(
    simulation: Simulation, spy: Spy, layer: ScenarioLayer,
    subject: @escaping @Sendable (String) -> Subject? = { _ in nil }
  ) {
    self.simulation = simulation
    self.spy = spy
    self.layer = layer
    self.subject = subject
  }
}

/// What the backends of one run have in common, by type.
private final class SharedBackends: Sendable {
  private let made = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  func common<Common: AnyObject & Sendable>(_ make: () -> Common) -> Common {
    // Making one calls nobody back, so the lock may be held meanwhile.
    made.withLock { made in
      if let common = made[ObjectIdentifier(Common.self)] as? Common { return common }
      let common = make()
      made[ObjectIdentifier(Common.self)] = common
      return common
    }
  }

  /// Forgets them; what ends with that ends outside the lock.
  func letGo() {
    let made = made.withLock { made in
      defer { made = [:] }
      return made
    }
    _ = consume made
  }
}

/// The words of a product by their full names, with what is done.
struct ProductWords<Backend: AnyObject & Sendable>: Sendable {
  let verbs: [String: Verb<Backend>]
  let probes: [String: Probe<Backend>]
  let verbSignatures: [Product.Signature]
  let probeSignatures: [Product.Signature]

  init(of product: String, verbs: [Verb<Backend>], probes: [Probe<Backend>]) {
    let verbs = verbs.map { verb in (verb.signature(in: product), verb) }
    let probes = probes.map { probe in (probe.signature(in: product), probe) }
    self.verbs = Dictionary(
      verbs.map { signature, verb in (signature.name, verb) },
      uniquingKeysWith: { verb, _ in
        preconditionFailure("'\(product)' has two verbs '\(verb.signature.name)'")
      })
    self.probes = Dictionary(
      probes.map { signature, probe in (signature.name, probe) },
      uniquingKeysWith: { probe, _ in
        preconditionFailure("'\(product)' has two probes '\(probe.signature.name)'")
      })
    // Verbs that products share are told to the checker by the one that is called like them.
    verbSignatures = verbs.filter { _, verb in !verb.isShared || product == ScriptVerbs.product }
      .map { signature, _ in .verb(signature) }
    probeSignatures = probes.map { signature, _ in .probe(signature) }
  }
}

extension Verb {
  /// The signature with the whole name, and of the product unless several share the verb.
  fileprivate func signature(in product: String) -> VerbSignature {
    guard !isShared else { return signature }
    var signature = signature
    signature.name = "\(product).\(signature.name)"
    signature.product = product
    return signature
  }
}

extension Constructor {
  /// The signature of the product: its scenarios may use the value call, and those that reach it.
  fileprivate func signature(in product: String) -> ConstructorSignature {
    var signature = signature
    signature.product = product
    return signature
  }
}

extension Probe {
  /// The signature with the whole name, of the product.
  fileprivate func signature(in product: String) -> ProbeSignature {
    var signature = signature
    signature.name = "\(product).\(signature.name)"
    signature.product = product
    return signature
  }
}

extension [Product] {
  /// The rules that judge the runs of a program with these products.
  package var ruleBook: RuleBook {
    let own = flatMap { product in product.rules }
    return own.isEmpty ? .shipped : RuleBook(own: own)
  }
}

extension Subject {
  /// Whether the stream is one of a product's.
  package func isOf(_ product: Product) -> Bool { stream.hasPrefix("\(product.name).") }
}
