import SluiceScenarios

/// The words that the emulators of several products share, made for one of them.
struct EmulatorWords {
  /// Where an emulator's words may stand.
  static let layers: [ScenarioLayer] = [.integration, .cancellation]

  /// The product's name.
  let product: String

  /// A verb of the product's emulator.
  func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    VerbSignature(
      "\(product).\(name)", product: product, layers: Self.layers, parameters: parameters,
      summary: summary, example: example)
  }

  /// The verb that says how long operations of some kinds take.
  func latency(
    of kinds: [String], example: String,
    summary: String = "Says how long operations take; what is not named stays as it is."
  ) -> VerbSignature {
    let parameters = kinds.map { kind in
      ParameterSignature(
        label: kind, .duration, .optional, summary: "how long that takes from now on")
    }
    return verb("latency", parameters, summary, "\(product).latency(\(example))")
  }

  /// The verb that refuses operations at a path.
  func deny(_ path: ParameterSignature, summary: String, example: String) -> VerbSignature {
    verb(
      "deny",
      [
        path,
        ParameterSignature(
          label: "operations", .symbol(["all", "read", "write"]), .defaulted(.symbol("all")),
          summary: "what is refused"),
        ParameterSignature(
          label: "code", .error, .defaulted(.symbol("permission-denied")),
          summary: "the error that says so"),
      ], summary, "\(product).deny(\(example))")
  }

  /// The verb that has a script take the emulator's place.
  ///
  /// - Parameter hearers: Who hears from it, such as `listeners`.
  /// - Returns: The verb, which takes nothing.
  func script(for hearers: String = "listeners") -> VerbSignature {
    verb(
      "script", [],
      "Has \(hearers) hear from the script alone, also in the cancellation layer; comes first.",
      "\(product).script()")
  }
}
