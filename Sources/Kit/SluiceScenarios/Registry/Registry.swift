package import SluiceSpies

/// The vocabulary against which scenarios are checked: products, verbs, streams, probes and words.
///
/// The language knows none of them. What implements them adds them here, so that every name in a
/// scenario is either known with its types or reported with the nearest known one. The order in
/// which things are added is the order in which they are listed and suggested.
package struct Registry: Sendable {
  /// A list with a name for each entry.
  private struct Shelf<Entry: Sendable>: Sendable {
    var entries: [Entry] = []
    var positions: [String: Int] = [:]

    mutating func add(_ entry: Entry, named name: String, kind: String) {
      precondition(
        positions.updateValue(entries.count, forKey: name) == nil,
        "the registry has two \(kind)s of the name '\(name)'")
      entries.append(entry)
    }

    subscript(name: String) -> Entry? { positions[name].map { position in entries[position] } }
  }

  private var productShelf = Shelf<ProductSignature>()
  private var verbShelf = Shelf<VerbSignature>()
  private var streamShelf = Shelf<StreamSignature>()
  private var probeShelf = Shelf<ProbeSignature>()
  private var constructorShelf = Shelf<ConstructorSignature>()
  private var constructorPositions: [String: [Int]] = [:]
  private var errorShelf = Shelf<WordSignature>()
  private var traitShelf = Shelf<WordSignature>()
  private var ruleShelf = Shelf<WordSignature>()

  /// The newest edition of the kit, which no scenario is later than.
  package var newestEdition = Edition.newest

  /// Creates an empty registry.
  package init() {}

  // MARK: Filling

  /// Adds a product; its name must be new.
  ///
  /// - Parameter product: The product.
  package mutating func add(_ product: ProductSignature) {
    productShelf.add(product, named: product.name, kind: "product")
  }

  /// Adds a verb; its name must be new among verbs.
  ///
  /// - Parameter verb: The verb.
  package mutating func add(_ verb: VerbSignature) {
    verbShelf.add(verb, named: verb.name, kind: "verb")
  }

  /// Adds a stream; its name must be new among streams.
  ///
  /// - Parameter stream: The stream.
  package mutating func add(_ stream: StreamSignature) {
    streamShelf.add(stream, named: stream.name, kind: "stream")
  }

  /// Adds a probe; its name must be new among probes.
  ///
  /// - Parameter probe: The probe.
  package mutating func add(_ probe: ProbeSignature) {
    probeShelf.add(probe, named: probe.name, kind: "probe")
  }

  /// Adds a value call; its name must be new among the value calls of its product.
  ///
  /// - Parameter constructor: The value call.
  package mutating func add(_ constructor: ConstructorSignature) {
    let owner = constructor.product.map { product in "\(product)/" } ?? ""
    constructorPositions[constructor.name, default: []].append(constructorShelf.entries.count)
    constructorShelf.add(
      constructor, named: "\(owner)\(constructor.name)", kind: "value call")
  }

  /// Adds the name of an error, which several products may declare; the first summary counts.
  ///
  /// - Parameter error: The name.
  package mutating func add(error: WordSignature) {
    guard errorShelf[error.name] == nil else { return }
    errorShelf.add(error, named: error.name, kind: "error")
  }

  /// Adds a trait; its name must be new among traits.
  ///
  /// - Parameter trait: The trait.
  package mutating func add(trait: WordSignature) {
    traitShelf.add(trait, named: trait.name, kind: "trait")
  }

  /// Adds the id of a rule; it must be new among rules.
  ///
  /// - Parameter rule: The id.
  package mutating func add(rule: WordSignature) {
    ruleShelf.add(rule, named: rule.name, kind: "rule")
  }

  // MARK: Listing

  /// All products in the order in which they were added.
  package var products: [ProductSignature] { productShelf.entries }
  /// All verbs in the order in which they were added.
  package var verbs: [VerbSignature] { verbShelf.entries }
  /// All streams in the order in which they were added.
  package var streams: [StreamSignature] { streamShelf.entries }
  /// All probes in the order in which they were added.
  package var probes: [ProbeSignature] { probeShelf.entries }
  /// The first value call of each name, in the order in which they were added.
  package var constructors: [ConstructorSignature] {
    constructorShelf.entries.indices
      .filter { place in
        constructorPositions[constructorShelf.entries[place].name]?.first == place
      }
      .map { place in constructorShelf.entries[place] }
  }
  /// All error names in the order in which they were added.
  package var errors: [WordSignature] { errorShelf.entries }
  /// All traits in the order in which they were added.
  package var traits: [WordSignature] { traitShelf.entries }
  /// All rule ids in the order in which they were added.
  package var rules: [WordSignature] { ruleShelf.entries }

  // MARK: Looking up

  /// The product of a name, if there is one.
  ///
  /// - Parameter name: The name of the folder.
  /// - Returns: What was added under this name, or nil.
  package func product(_ name: String) -> ProductSignature? { productShelf[name] }

  /// The verb of a name, if there is one.
  ///
  /// - Parameter name: The full name.
  /// - Returns: What was added under this name, or nil.
  package func verb(_ name: String) -> VerbSignature? { verbShelf[name] }

  /// The stream of a name, if there is one.
  ///
  /// - Parameter name: The full name.
  /// - Returns: What was added under this name, or nil.
  package func stream(_ name: String) -> StreamSignature? { streamShelf[name] }

  /// The probe of a name, if there is one.
  ///
  /// - Parameter name: The full name.
  /// - Returns: What was added under this name, or nil.
  package func probe(_ name: String) -> ProbeSignature? { probeShelf[name] }

  /// The value calls of a name, one for each product that declares it.
  ///
  /// - Parameter name: The name.
  /// - Returns: The value calls in the order in which they were added.
  package func constructors(named name: String) -> [ConstructorSignature] {
    constructorPositions[name, default: []].map { place in constructorShelf.entries[place] }
  }

  /// The value call that a name means in the scenarios of a product.
  ///
  /// The product's own comes first, then those of the products that it reaches, in their order. A
  /// value call that only other products declare comes last: the checker reports its owner.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - product: The product that the file is about; nil where its path names none.
  /// - Returns: The value call, or nil if no product has one of this name.
  package func constructor(_ name: String, in product: String?) -> ConstructorSignature? {
    let named = constructors(named: name)
    guard let product else { return named.first }
    let reached = productShelf[product]?.reaches ?? []
    return named.first { one in one.product == nil || one.product == product }
      ?? reached.lazy.compactMap { other in named.first { one in one.product == other } }.first
      ?? named.first
  }

  /// The error of a name, if there is one.
  ///
  /// - Parameter name: The name.
  /// - Returns: What was added under this name, or nil.
  package func error(_ name: String) -> WordSignature? { errorShelf[name] }

  /// The trait of a name, if there is one.
  ///
  /// - Parameter name: The name.
  /// - Returns: What was added under this name, or nil.
  package func trait(_ name: String) -> WordSignature? { traitShelf[name] }

  /// The rule of an id, if there is one.
  ///
  /// - Parameter name: The id.
  /// - Returns: What was added under this name, or nil.
  package func rule(_ name: String) -> WordSignature? { ruleShelf[name] }
}
