import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("AllocationSamples")
struct AllocationSamplesTests {
  @Test(
    "call what each subscription adds steady growth",
    arguments: [
      Pile("a continuation each") { count in (count, count * 96) },
      Pile("two objects for each fourth") { count in (count / 4 * 2, count / 4 * 64) },
      Pile("a kilobyte each, in blocks") { count in (count, count * 1024) },
      Pile("a kilobyte each, in one buffer") { count in (1, powerOfTwo(from: count) * 1024) },
      Pile("a number each, in an array") { count in (1, 32 + 8 * powerOfTwo(from: count + 1)) },
      Pile("a number each, in a set") { count in
        (1, 48 + 9 * powerOfTwo(from: count * 4 / 3 + 1))
      },
      Pile("a continuation each, and something large once") { count in
        (count + (count > 20 ? 9 : 0), count * 96 + (count > 20 ? 90_000 : 0))
      },
    ])
  func steadyGrowth(_ pile: Pile) {
    #expect(pile.growth(over: 72) == .steady)
    #expect(pile.growth(over: 500) == .steady)
  }

  @Test(
    "call what comes to a limit no steady growth",
    arguments: [
      Pile("nothing") { _ in (0, 0) },
      Pile("a cache of sixteen") { count in (min(count, 16), min(count, 16) * 1024) },
      Pile("a cache of thirty-two") { count in (min(count, 32), min(count, 32) * 1024) },
      Pile("a cache that is full after two thirds") { count in
        (min(count, 48), min(count, 48) * 1024)
      },
      Pile("an array with room for thirty-two") { count in
        (1, 32 + 8 * powerOfTwo(from: min(count, 32)))
      },
      Pile("a pool that is returned now and then") { count in (count % 10, count % 10 * 512) },
      Pile("something large at the end") { count in count > 70 ? (400, 40_000) : (0, 0) },
      Pile("something large twice") { count in (count / 30, count / 30 * 4096) },
    ])
  func limit(_ pile: Pile) {
    #expect(pile.growth(over: 72) == .limited)
  }

  @Test("say nothing of a few subscriptions, or of many that were not sampled")
  func tooFew() {
    let pile = Pile("a continuation each") { count in (count, count * 96) }
    #expect(pile.growth(over: 63) == nil)
    #expect(pile.growth(over: 64) == .steady)
    #expect(AllocationSamples().growth == nil)
    #expect(pile.growth(from: 18, over: 72) == .steady)
    #expect(pile.growth(from: 19, over: 72) == nil)
  }

  @Test("need no sample after each subscription, as where several are there at a time")
  func severalAtATime() {
    let pile = Pile("a continuation each") { count in (count, count * 96) }
    #expect(pile.growth(over: 72, step: 4) == .steady)
    let cache = Pile("a cache of sixteen") { count in (min(count, 16), min(count, 16) * 96) }
    #expect(cache.growth(over: 72, step: 4) == .limited)
  }

  @Test("take the last of several after the same number of subscriptions")
  func lastOfSeveral() {
    var samples = AllocationSamples()
    for count in 8...72 {
      samples.add(SubjectAllocations.Living(blocks: count, bytes: count), after: count)
      samples.add(SubjectAllocations.Living(blocks: 0, bytes: 0), after: count)
    }
    #expect(samples.growth == .limited)
  }
}

/// What lives after so many subscriptions.
struct Pile: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let living: @Sendable (Int) -> (blocks: Int, bytes: Int)

  init(_ name: String, _ living: @escaping @Sendable (Int) -> (blocks: Int, bytes: Int)) {
    testDescription = name
    self.living = living
  }

  func growth(from first: Int = 8, over last: Int, step: Int = 1) -> AllocationGrowth? {
    var samples = AllocationSamples()
    for count in stride(from: first, through: last, by: step) {
      let (blocks, bytes) = living(count)
      samples.add(SubjectAllocations.Living(blocks: blocks, bytes: bytes), after: count)
    }
    return samples.growth
  }
}

/// The smallest power of two that is not below a number.
private func powerOfTwo(from number: Int) -> Int {
  var power = 1
  while power < number { power *= 2 }
  return power
}
