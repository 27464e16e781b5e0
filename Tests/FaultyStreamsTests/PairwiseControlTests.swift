import FaultyStreams
import SluiceConformance
import SluiceSpies
import Testing

@Suite("Pairwise controls")
struct PairwiseControlTests {
  private static let array = PairwiseControls.array

  @Test("have every pair of values that is not listed as impossible, and no other")
  func count() {
    var covered: Set<CoveringArray.Pair> = []
    for row in Self.array.rows {
      for (place, first) in row.enumerated() {
        for second in row.dropFirst(place + 1) {
          covered.insert(CoveringArray.Pair(first: first, second: second))
        }
      }
    }
    let impossible = Set(Self.array.impossible)
    #expect(covered.isDisjoint(with: impossible))
    #expect(covered.count + impossible.count == Self.array.pairCount)
    #expect(Self.array.pairCount == 2552)
    #expect(covered.count == 2516)
    #expect(impossible.count == 36)
    #expect(Self.array.rows.count == 53)
  }

  @Test("leave out only pairs that the table names, each with a reason")
  func reasons() {
    var named: Set<CoveringArray.Pair> = []
    let order = Knob.all.flatMap(\.values)
    for exclusion in KnobExclusion.all {
      #expect(!exclusion.reason.isEmpty)
      for one in exclusion.values {
        for other in exclusion.others {
          let isFirst =
            order.firstIndex(of: one).map { $0 < order.firstIndex(of: other) ?? 0 } == true
          named.insert(
            CoveringArray.Pair(first: isFirst ? one : other, second: isFirst ? other : one))
        }
      }
    }
    let missing = Set(Self.array.impossible).subtracting(named)
    #expect(missing.map { pair in "\(pair.first.name) with \(pair.second.name)" } == [])
    #expect(named.subtracting(Self.array.impossible).isEmpty)
  }

  @Test("have a knob for each trait and each ability, or a reason why there is none")
  func knobs() {
    for name in TraitName.allCases { #expect(Knob.all.contains(.trait(name))) }
    for ability in SourceAbility.allCases { #expect(Knob.all.contains(.ability(ability))) }
    let fixed = Knob.all.filter { knob in knob.values.isEmpty }
    #expect(fixed.map(\.name) == ["initial-value", "after-source-end", "owner", "source"])
    for knob in fixed {
      guard case .fixed(let reason) = knob.range else { continue }
      #expect(!reason.isEmpty)
    }
    for knob in Knob.all {
      #expect(knob.values.allSatisfy { value in value.knob == knob })
      #expect(knob.values.count != 1, "\(knob.name)")
    }
  }

  @Test("declare what their knobs choose")
  func declarations() {
    for (subject, row) in zip(PairwiseControls.all, Self.array.rows) {
      let words = Set(subject.traits.words)
      for value in row {
        switch value {
        case .callback, .interface, .refusal: continue
        case .can(let ability): #expect(!subject.lacking.contains(ability), "\(subject.name)")
        case .lacks(let ability): #expect(subject.lacking.contains(ability), "\(subject.name)")
        default: #expect(words.contains(value.name), "\(subject.name): \(value.name)")
        }
      }
    }
  }

  @Test("are the same each time")
  func deterministic() {
    #expect(CoveringArray(excluding: KnobExclusion.all).rows == Self.array.rows)
  }
}

@Suite("Covering array")
struct CoveringArrayTests {
  @Test("has each pair of values of three knobs in few rows")
  func small() {
    let knobs: [Knob] = [.refusal, .trait(.removal), .trait(.canFail)]
    let array = CoveringArray(of: knobs, excluding: [])
    #expect(array.pairCount == 16)
    #expect(array.impossible.isEmpty)
    #expect(array.rows.count == 6)
  }

  @Test("finds pairs that only a third knob makes impossible")
  func transitive() {
    let knobs: [Knob] = [.trait(.latency), .trait(.merging), .trait(.listeners)]
    let longest = Knob.trait(.latency).values.filter { value in value != .latency(.zero) }
    let array = CoveringArray(
      of: knobs,
      excluding: [
        KnobExclusion([.latency(.zero)], [.merging(.latest), .merging(.quiet)], "the first"),
        KnobExclusion([.listeners(2)], longest, "the second"),
      ])
    #expect(array.impossible.count == 5)
  }
}
