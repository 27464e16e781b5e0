import Foundation
import SluiceSimulation
import Testing

/// What the kit does to the order of sets and dictionaries in a process that links it, as this one
/// does: each test is in a process of its own, which nothing else is simulated in meanwhile.
@Suite(
  "Hashing",
  .enabled(
    if: ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil,
    "the environment has taken chance out of hashing"))
struct HashingTests {
  /// Text that follows from the order of a set and of a dictionary, and from a hash.
  private static func orders() -> String {
    let names = (0..<50).map { number in "element \(number)" }
    let dictionary = Dictionary(uniqueKeysWithValues: names.map { name in (name, name.count) })
    return "\(Set(names).joined(separator: ",")) \(dictionary.keys.joined()) \("name".hashValue)"
  }

  /// How many orders five equal sets have that are there at the same time.
  private static func countOfOrders() -> Int {
    let sets = (0..<5).map { _ in Set(0..<64) }
    return Set(sets.map(Array.init)).count
  }

  @Test(
    "is as random as without the kit in a process that links it, before and after simulations",
    .startsIdlePrograms)
  func linked() async {
    await #expect(processExitsWith: .success) {
      #expect(Self.countOfOrders() > 1)
      #expect(await Simulation().run {} == .finished)
      // The result is known a moment before the simulation's thread is given back.
      var looks = 0
      while Self.countOfOrders() == 1, looks < 1_000_000 {
        looks += 1
        await Task.yield()
      }
      #expect(looks < 1_000_000)
    }
  }

  @Test(
    "gives equal sets that are made inside a simulation one order, and keeps what is in them",
    .startsIdlePrograms)
  func inside() async {
    await #expect(processExitsWith: .success) {
      let before = Set(0..<64)
      let (count, made) = Simulation().perform { _ in (Self.countOfOrders(), Set(0..<64)) }
      #expect(count == 1)
      let grown = made.union(64..<1_000)
      #expect((0..<1_000).allSatisfy(grown.contains))
      #expect(made == before && (0..<64).allSatisfy(before.contains))
    }
  }

  @Test(
    "gives a simulation one order in a process, and another one in the next",
    .startsIdlePrograms)
  func acrossProcesses() async throws {
    var outputs: [String] = []
    for _ in 0..<2 {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        let all = (0..<2).map { _ in Simulation().perform { _ in Self.orders() } }
        #expect(all[0] == all[1])
        print("orders: \(all[0])")
      }
      outputs.append(String(decoding: result.standardOutputContent, as: UTF8.self))
    }
    #expect(outputs.allSatisfy { output in output.contains("orders: element") })
    #expect(outputs[0] != outputs[1])
  }
}
