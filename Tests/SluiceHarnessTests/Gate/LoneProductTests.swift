import Foundation
import ReferenceStreams
import ShippedProducts
import SluiceHarness
import SluiceProducts
import SluiceSpies
import Testing

/// A gate of one shipped product, with the streams called `reference` of that product as its
/// subjects.
private struct LoneGate: CustomTestStringConvertible, Sendable {
  let product: Product
  let harness: Harness

  init(_ product: Product, _ subjects: [Subject] = ReferenceSubjects.all) {
    self.product = product
    harness = Harness(
      name: "gate",
      subjects: subjects.filter { subject in
        subject.name == "reference" && subject.stream.hasPrefix("\(product.name).")
      },
      products: [product])
  }

  var testDescription: String { product.name }

  /// The folder of the scenarios that come with the kit about the product.
  var folder: String { "sluice:/Scenarios/\(product.name)" }

  static let all = [
    LoneGate(AuthProduct.product), LoneGate(DatabaseProduct.product),
    LoneGate(DeviceProduct.product), LoneGate(FirestoreProduct.product),
    LoneGate(ListenerProduct.product), LoneGate(MessagingProduct.product),
    LoneGate(RemoteConfigProduct.product), LoneGate(StorageProduct.product),
    LoneGate(WebSocketProduct.product),
    LoneGate(CoreProduct.product, [CoreProduct.reference]), LoneGate(DemandProduct.product),
  ]
}

@Suite("A gate of one shipped product", .startsPrograms)
struct LoneProductTests {
  private static func package() throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    return root
  }

  @Test("is tried for each folder of scenarios about one product")
  func isComplete() throws {
    let folder = "\(BuiltProgram.repository)/Scenarios"
    let folders = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      !name.contains(".") && name != "known-failing" && name != "app"
    }
    #expect(folders.sorted() == LoneGate.all.map(\.product.name).sorted())
  }

  @Test("finds nothing wrong in its scenarios", arguments: LoneGate.all)
  private func check(_ gate: LoneGate) throws {
    let call = MemoryCall(["check"], of: gate.harness, in: try Self.package().path)
    #expect(call.exitCode == .success, "\(call.errors)")
    #expect(call.errors == "")
  }

  @Test("passes smoke cases with the reference streams", arguments: LoneGate.all)
  private func smoke(_ gate: LoneGate) throws {
    let call = MemoryCall(
      [
        "run", "--isolation", "none", "--schedules", "0", gate.folder, "--filter", "tag:smoke",
      ], of: gate.harness, in: try Self.package().path)
    #expect(call.exitCode == .success, "\(call.output)\(call.errors)")
    #expect(!call.output.contains(" 0 passed"), "\(call.output)")
  }
}

@Suite("Value calls of several products")
struct SharedValueTests {
  private static func product(_ name: String, _ kind: ArgumentKind<Value>) -> Product {
    Product(
      name, summary: "Something.", backend: { _ in Nothing() }, verbs: [Verb<Nothing>](),
      constructors: Constructor(
        stored: "part", "A part.", Parameter<Value>("of", kind, "the whole"),
        example: "part([1])"))
  }

  private final class Nothing: Sendable {}

  private static func call(_ products: [Product]) -> MemoryCall {
    let gate = Harness(
      name: "gate", subjects: [OwnStreams.right],
      products: products)
    return MemoryCall(["explain", "part"], of: gate, in: "/")
  }

  @Test("are explained once where their products agree, and each where they do not")
  func explained() {
    let alike = Self.call([Self.product("one", .array), Self.product("two", .array)])
    #expect(alike.output.split(separator: "\n").filter { $0 == "part(ARRAY)" }.count == 1)
    let different = Self.call([Self.product("one", .array), Self.product("two", .object)])
    #expect(different.exitCode == .success)
    #expect(different.output.contains("part(ARRAY)") && different.output.contains("part(OBJECT)"))
  }

  @Test("of one name can't both be in an app unless they take the same")
  func inAnApp() {
    let alike = [Self.product("one", .array), Self.product("two", .array)]
    let good = Self.call(alike + [.app("both", summary: "Both.", of: alike)])
    #expect(good.exitCode == .success, "\(good.errors)")
    let parts = [Self.product("one", .array), Self.product("two", .object)]
    let bad = Self.call(parts + [.app("both", summary: "Both.", of: parts)])
    #expect(bad.exitCode == .harnessFailure)
    #expect(
      bad.errors == """
        gate: 'one' and 'two' declare the value call 'part' with different parameters, and 'both' \
        uses both products; rename one

        """)
  }
}
