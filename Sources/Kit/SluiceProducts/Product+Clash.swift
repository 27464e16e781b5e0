import SluiceScenarios

extension Product {
  /// Why the words of some products can't be used together, in a sentence; nil if they can.
  ///
  /// Two products may declare one value call with different parameters, since each means its own.
  /// The scenarios of an app that reaches both could mean either.
  ///
  /// - Parameter products: The products of a gate, each with another name.
  /// - Returns: The first clash, with what to do.
  package static func clash(in products: [Product]) -> String? {
    let constructors = Dictionary(grouping: products, by: \.name).mapValues { named in
      named.flatMap { product in product.constructors }
    }
    for app in products {
      var owners: [String: (product: String, signature: ConstructorSignature)] = [:]
      for part in app.parts {
        for signature in constructors[part, default: []] {
          let known = owners[signature.name]
          guard let known else {
            owners[signature.name] = (part, signature)
            continue
          }
          if known.signature.usage != signature.usage
            || known.signature.parameters != signature.parameters
          {
            return "'\(known.product)' and '\(part)' declare the value call '\(signature.name)' "
              + "with different parameters, and '\(app.name)' uses both products; rename one"
          }
        }
      }
    }
    return nil
  }

  /// The value calls that its scenarios may use.
  private var constructors: [ConstructorSignature] {
    signatures.compactMap { signature in
      guard case .constructor(let constructor) = signature else { return nil }
      return constructor
    }
  }
}
