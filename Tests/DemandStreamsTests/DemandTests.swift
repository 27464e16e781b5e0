import DemandStreams
import Foundation
import Testing

@Suite("Demand")
struct DemandTests {
  private typealias Demand = Subscribers.Demand

  @Test("adds up, and is unlimited where it can't be counted")
  func adds() {
    #expect(Demand.max(2) + .max(3) == .max(5))
    #expect(Demand.max(2) + 3 == .max(5))
    #expect(Demand.max(5) + -3 == .max(2))
    #expect(Demand.max(.max) + .max(1) == .unlimited)
    #expect(Demand.max(.max) + 1 == .unlimited)
    #expect(Demand.none + .max(.max) != .unlimited)
    var demand = Demand.none
    demand += .max(2)
    demand += 1
    #expect(demand == 3)
  }

  @Test("that is unlimited stays so, whatever is added, taken away or multiplied")
  func unlimited() {
    #expect(Demand.unlimited + .max(1) == .unlimited)
    #expect(Demand.max(1) + .unlimited == .unlimited)
    #expect(Demand.unlimited + -1 == .unlimited)
    #expect(Demand.unlimited - .max(1) == .unlimited)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.unlimited - 1 == .unlimited)
    #expect(Demand.unlimited * 0 == .unlimited)
  }

  @Test("never falls below nothing where a demand is taken away")
  func subtracts() {
    #expect(Demand.max(3) - .max(1) == .max(2))
    #expect(Demand.max(1) - .max(3) == .none)
    #expect(Demand.max(1) - .unlimited == .none)
    #expect(Demand.max(3) - 1 == .max(2))
    #expect(Demand.max(1) - 2 == .none)
    #expect(Demand.none - Int.max == .none)
    #expect(Demand.max(.max) - Int.min == .unlimited)
    var demand = Demand.max(9)
    demand -= .max(4)
    demand -= 2
    demand *= 2
    #expect(demand == .max(6))
    demand -= 7
    #expect(demand == .none)
    #expect(Demand.max(.max) * 2 == .unlimited)
  }

  @Test("is compared with demands and numbers, and unlimited is more than all of them")
  func compares() {
    #expect(Demand.max(.max) < .unlimited)
    #expect(!(Demand.unlimited < .unlimited) && Demand.unlimited <= .unlimited)
    #expect(Demand.max(1) < Demand.max(2) && Demand.max(2) >= Demand.max(2))
    #expect(Demand.unlimited > Int.max && Int.max < Demand.unlimited)
    #expect(!(Demand.unlimited == Int.max) && Demand.unlimited != Int.max)
    #expect(!(Demand.unlimited <= Int.max) && !(Demand.unlimited < Int.max))
    #expect(Demand.max(2) == 2 && 2 == Demand.max(2) && 3 != Demand.max(2))
    #expect(Demand.max(2) > 1 && Demand.max(2) >= 2 && Demand.max(2) < 3 && Demand.max(2) <= 2)
    #expect(1 < Demand.max(2) && 2 <= Demand.max(2) && 3 > Demand.max(2) && 2 >= Demand.max(2))
    #expect(Demand.none > -1)
  }

  @Test("says its number, and none where there is no limit")
  func number() {
    #expect(Demand.max(7).max == 7)
    #expect(Demand.unlimited.max == nil)
    #expect(Demand.none == .max(0))
    #expect("\(Demand.max(7)) \(Demand.unlimited)" == "max(7) unlimited")
    #expect(Set([Demand.none, .max(0), .unlimited]).count == 2)
  }

  @Test("is encoded and decoded, and refuses what no demand is encoded as")
  func codes() throws {
    for demand in [Demand.none, .max(3), .max(.max), .unlimited] {
      let data = try JSONEncoder().encode([demand])
      #expect(try JSONDecoder().decode([Demand].self, from: data) == [demand])
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Demand].self, from: Data("[\(UInt.max)]".utf8))
    }
  }

  @Test("that would be negative is refused", .startsIdlePrograms)
  func negative() async {
    let made = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Subscribers.Demand.max(-1)
    }
    #expect(
      String(bytes: made?.standardErrorContent ?? [], encoding: .utf8)?
        .contains("demand can't be negative") == true)
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) + -2 }
    await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) * -1 }
  }
}
