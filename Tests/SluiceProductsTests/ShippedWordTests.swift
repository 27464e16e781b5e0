import ShippedGate
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

/// A line of a scenario in a place in which it may stand.
private struct PlacedLine {
  let product: String
  let layer: ScenarioLayer
  let line: String

  private var path: String { "Scenarios/\(product)/\(layer.rawValue)/line.scenario" }

  private var text: String {
    """
    format 1

    scenario "line"
      timeline
        @0ms    \(line)

    """
  }

  /// The line as the checker understands it.
  func read() throws -> ScenarioCase {
    let result = ScenarioReader(registry: ShippedWords.registry).read(path: path, text: text)
    let messages = result.diagnostics.map { diagnostic in diagnostic.message }
    return try #require(result.file?.cases.first { _ in true }, "\(product): \(line): \(messages)")
  }

  /// What a backend says of the line.
  func played() throws -> CaseResult {
    CaseExplorer(of: try read(), playedBy: ShippedWords.runner).result()
  }
}

/// The words of the products that come with the kit.
private enum ShippedWords {
  static let registry = Vocabulary.registry(of: ShippedGate.products)
  static let runner = CaseRunner(products: ShippedGate.products, subjectName: "reference")

  /// The verbs that scenarios of a product may use: its own, those that it shares, and the verbs of
  /// the products that it reaches.
  static func verbs(of product: Product) -> [VerbSignature] {
    let reached = registry.product(product.name)?.reaches ?? []
    return registry.verbs.filter { verb in
      let owner = String(verb.name.prefix { letter in letter != "." })
      return owner == product.name || reached.contains(owner)
    }
  }

  /// What a parameter of a type may be given, as a scenario writes it.
  static func samples(of type: ValueType) -> [String] {
    switch type {
    case .data: ["1", "-1.5", "\"a\"", "true", "null", "{a: 1}", "[1, {}]"]
    case .pattern: ["_", "1", "\"a\""]
    case .bool: ["true", "false"]
    case .int: ["1", "0", "-1", "9223372036854775807", "-9223372036854775808"]
    case .double: ["1.5", "-0.5"]
    case .duration: ["1ms", "0ms"]
    case .string: ["\"a\"", "\"\""]
    case .path: ["a/b", "/a", "\"a/b\""]
    case .object, .objectPattern: ["{a: 1}", "{}"]
    case .array, .arrayPattern: ["[1]", "[]"]
    case .list(let element):
      ["[]"] + samples(of: element).map { sample in "[\(sample), \(sample)]" }
    case .symbol(let names): names.isEmpty ? ["word"] : names
    case .error: registry.errors.map { error in error.name }
    case .stream: ["S"]
    case .null: ["null"]
    case .oneOf(let types): types.flatMap { type in samples(of: type) }
    }
  }

  /// Calls that differ from an example in one argument each, which is given whatever it may be.
  ///
  /// - Parameters:
  ///   - example: The example, as the checker understands it.
  ///   - signature: What it is an example of.
  /// - Returns: The calls, as lines write them.
  static func calls(
    like example: ScenarioCall, of signature: any CallableSignature
  ) -> [String] {
    signature.parameters.indices.flatMap { varied in
      samples(of: signature.parameters[varied].type).map { sample in
        var words: [String] = []
        for (index, parameter) in signature.parameters.enumerated() {
          let given = example.values(of: parameter.name).map { value in "\(value)" }
          // What stands before a word that is known by its position has to be there.
          let isNeeded = parameter.label == nil && index < varied
          let filler = isNeeded ? samples(of: parameter.type).prefix(1) : []
          let values = index == varied ? [sample] : given.isEmpty ? Array(filler) : given
          words += values.map { value in (parameter.label.map { "\($0): " } ?? "") + value }
        }
        return "\(signature.name)(\(words.joined(separator: ", ")))"
      }
    }
  }
}

extension CaseResult {
  /// What says that an argument is not of the kind that its action reads; nil where nothing does.
  fileprivate var misfit: String? {
    guard let failure, failure.message.contains("' takes ") else { return nil }
    return failure.message
  }
}

@Suite("Words of the shipped products")
struct ShippedWordTests {
  private static let products = ShippedGate.products.map { product in product.name }

  private func product(_ name: String) throws -> Product {
    try #require(ShippedGate.products.first { product in product.name == name })
  }

  @Test("each verb's example may stand where it says, and its action reads it", arguments: products)
  func verbExamples(_ name: String) throws {
    for verb in ShippedWords.verbs(of: try product(name)) {
      #expect(!verb.layers.isEmpty, "\(verb.name)")
      for layer in verb.layers where name != "app" || layer != .unit {
        let line = PlacedLine(product: name, layer: layer, line: verb.example)
        #expect(try line.played().misfit == nil, "\(name): \(verb.example)")
      }
    }
  }

  @Test("each verb's action reads whatever the checker lets through", arguments: products)
  func verbArguments(_ name: String) throws {
    for verb in ShippedWords.verbs(of: try product(name)) where name != "app" {
      let layer = try #require(verb.layers.first)
      let example = PlacedLine(product: name, layer: layer, line: verb.example)
      guard case .perform(let call, _)? = try example.read().timeline.first?.action else {
        Issue.record("the example of \(verb.name) is no call of it: \(verb.example)")
        continue
      }
      #expect(call.name == verb.name)
      for varied in ShippedWords.calls(like: call, of: verb) {
        // That many values are read, and then sent one by one.
        if varied.contains("send-many(9223372036854775807") { continue }
        let line = PlacedLine(product: name, layer: layer, line: varied)
        #expect(try line.played().misfit == nil, "\(name): \(varied)")
      }
    }
  }

  @Test("each stream's example can be read from its source, with any argument", arguments: products)
  func streams(_ name: String) throws {
    for signature in ShippedWords.registry.streams where signature.product == name {
      for layer in ScenarioLayer.allCases {
        let example = PlacedLine(product: name, layer: layer, line: signature.example)
        #expect(try example.played().misfit == nil, "\(signature.example)")
        let action = try example.read().timeline.first?.action
        guard case .start(_, let call, _)? = action, call.name == signature.name else {
          Issue.record("the example of \(signature.name) starts no such stream")
          continue
        }
        for varied in ShippedWords.calls(like: call, of: signature) {
          let line = PlacedLine(product: name, layer: layer, line: "S = \(varied)")
          #expect(try line.played().misfit == nil, "\(name): \(varied)")
        }
      }
    }
  }

  @Test("each probe's example can be looked at, with any argument", arguments: products)
  func probes(_ name: String) throws {
    for signature in ShippedWords.registry.probes where signature.product == name {
      for layer in ScenarioLayer.allCases {
        let example = PlacedLine(product: name, layer: layer, line: signature.example)
        #expect(try example.played().misfit == nil, "\(signature.example)")
        let action = try example.read().timeline.first?.action
        guard case .expect(.probe(let expectation))? = action,
          expectation.probe.name == signature.name
        else {
          Issue.record("the example of \(signature.name) looks at something else")
          continue
        }
        for varied in ShippedWords.calls(like: expectation.probe, of: signature) {
          let line = "expect \(varied) == \(expectation.value)"
          let played = try PlacedLine(product: name, layer: layer, line: line).played()
          #expect(played.misfit == nil, "\(line)")
        }
      }
    }
  }

  @Test("each constructor's example is a value of its product's scenarios", arguments: products)
  func constructors(_ name: String) throws {
    for case .constructor(let signature) in try product(name).signatures {
      let isLine = signature.example.hasPrefix("listener.")
      let lines =
        isLine
        ? [signature.example]
        : (signature.usage == .pattern ? [] : ["listener.send(\(signature.example))"])
          + (signature.usage == .data
            ? []
            : [
              "S = \(try stream(of: name))",
              "        expect S next \(signature.example)",
            ])
      #expect(signature.example.contains("\(signature.name)("))
      let line = PlacedLine(
        product: name, layer: .unit, line: lines.joined(separator: "\n        "))
      #expect(try line.played().misfit == nil, "\(name): \(signature.example)")
    }
  }

  /// The call that reads the first stream of a product.
  private func stream(of product: String) throws -> String {
    let signature = try #require(
      ShippedWords.registry.streams.first { stream in stream.product == product })
    return String(signature.example.drop { letter in letter != "=" }.dropFirst(2))
  }
}
