import SluiceSimulation
import Testing

@Suite("Hashing")
struct HashingTests {
  /// Text that follows from the order of a set and of a dictionary, and from a hash.
  private static func orders() -> String {
    let names = (0..<50).map { number in "element \(number)" }
    let dictionary = Dictionary(uniqueKeysWithValues: names.map { name in (name, name.count) })
    return "\(Set(names).joined(separator: ",")) \(dictionary.keys.joined()) \("name".hashValue)"
  }

  @Test("gives equal sets of one process one order")
  func withinAProcess() {
    #expect(Set((0..<5).map { _ in Self.orders() }).count == 1)
  }

  @Test("gives equal sets of two processes one order")
  func acrossProcesses() async throws {
    var outputs: [[UInt8]] = []
    for _ in 0..<2 {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { print("orders: \(Self.orders())") }
      outputs.append(result.standardOutputContent)
    }
    #expect(outputs[0] == outputs[1])
    let output = String(decoding: outputs[0], as: UTF8.self)
    #expect(output.contains("orders: \(Self.orders())"))
  }
}
