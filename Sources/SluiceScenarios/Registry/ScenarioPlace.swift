/// The product and the layer that a file's path gives to its scenarios.
public struct ScenarioPlace: Hashable, Sendable {
  /// The product, which is the folder below `Scenarios`.
  public var product: String
  /// The layer, which is the folder below the product.
  public var layer: ScenarioLayer
  /// The path without `Scenarios/` and without `.scenario`: the first part of every case's id.
  public var stem: String

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - layer: The layer.
  ///   - stem: The path without `Scenarios/` and without the extension.
  public init(product: String, layer: ScenarioLayer, stem: String) {
    self.product = product
    self.layer = layer
    self.stem = stem
  }

  /// The name of the file without its folders and its extension.
  public var fileName: String {
    stem.split(separator: "/").last.map(String.init) ?? stem
  }

  static let fileExtension = ".scenario"

  /// The folders and the name of a scenario file: what follows the last `Scenarios` in its path.
  ///
  /// - Returns: Product, layer and file name, or nil where the path has another form.
  static func parts(of path: String) -> (product: String, layer: String, name: String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard parts.count >= 4, parts[parts.count - 4] == "Scenarios" else { return nil }
    let file = parts[parts.count - 1]
    guard file.hasSuffix(fileExtension), file.utf8.count > fileExtension.utf8.count else {
      return nil
    }
    return (parts[parts.count - 3], parts[parts.count - 2], String(file.dropLast(9)))
  }
}
