import SluiceReports
import SluiceSimulation
import Testing

@Suite("Slowest cases")
struct SlowestCasesTests {
  @Test("the list is what sorting everything would give", arguments: 0..<20)
  func sameAsSorting(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let times = (0..<200).map { _ in Duration.milliseconds(Int.random(in: 1...40, using: &random)) }
    var slowest = SlowestCases(capacity: 12)
    for (number, time) in times.enumerated() { slowest.add(time: time, name: "\(number)") }
    let sorted = times.enumerated().sorted { left, right in
      left.element == right.element ? left.offset < right.offset : left.element > right.element
    }
    #expect(slowest.entries.map(\.name) == sorted.prefix(12).map { "\($0.offset)" })
    #expect(slowest.entries.map(\.time) == sorted.prefix(12).map(\.element))
  }

  @Test("a list of no place keeps nothing", arguments: [0, -3])
  func noCapacity(capacity: Int) {
    var slowest = SlowestCases(capacity: capacity)
    slowest.add(time: .seconds(1), name: "one")
    #expect(slowest.entries.isEmpty)
  }

  @Test("cases that took no time are not slow, and names are made only for cases that are kept")
  func quickCases() {
    var slowest = SlowestCases(capacity: 1)
    var made = 0
    func name(_ name: String) -> String {
      made += 1
      return name
    }
    slowest.add(time: .zero, name: name("none"))
    slowest.add(time: .seconds(2), name: name("two"))
    slowest.add(time: .seconds(1), name: name("one"))
    slowest.add(time: .seconds(2), name: name("two again"))
    #expect(slowest.entries.map(\.name) == ["two"])
    #expect(made == 1)
  }
}
