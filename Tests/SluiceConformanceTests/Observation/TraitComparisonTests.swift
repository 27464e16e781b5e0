import SluiceConformance
import Testing

@Suite("Trait comparison")
struct TraitComparisonTests {
  private func comparison(
    _ trait: TraitName, _ declared: String, _ seen: SeenValue...
  ) throws -> TraitComparison {
    let traits = try #require(Traits().declaring(trait, as: declared))
    let occasions = seen.enumerated().map { number, seen in
      TraitComparison.Occasion(seen, at: "case \(number)")
    }
    return TraitComparison(trait, declaring: traits, seen: occasions)
  }

  @Test(
    "says whether a declaration is stricter or laxer than what is seen",
    arguments: [
      (TraitName.removal, "synchronous", "settled", TraitComparison.Relation.stricter),
      (.removal, "settled", "synchronous", .laxer),
      (.removal, "settled", "settled", .equal),
      (.registration, "first-next", "access", .stricter),
      (.registration, "access", "iterator", .laxer),
      (.iterators, "independent", "split", .stricter),
      (.iterators, "single", "independent", .laxer),
      (.releasesWhileHeld, "true", "false", .stricter),
      (.releasesWhileHeld, "false", "true", .laxer),
      (.initialValue, "none", "present", .laxer),
      (.canFail, "true", "false", .stricter),
      (.canFail, "false", "true", .laxer),
      (.repeatsError, "false", "true", .stricter),
      (.repeatsError, "true", "false", .laxer),
      (.overflow, "unbounded", "newest-3", .stricter),
      (.overflow, "oldest-3", "unbounded", .laxer),
      (.overflow, "newest-3", "newest-2", .stricter),
      (.overflow, "newest-3", "newest-4", .laxer),
      (.overflow, "newest-3", "oldest-3", .other),
      (.listeners, "1", "2", .other),
      (.cancelOutcome, "ends", "throws-cancellation", .other),
      (.bufferOnCancel, "drops", "drains", .other),
      (.emptyEvent, "ignored", "ends", .other),
      (.ambiguousEvent, "fails", "yields", .other),
      (.afterSourceEnd, "ends", "restarts", .other),
      (.owner, "kept", "ends", .other),
      (.source, "listener", "socket", .other),
    ])
  func relation(
    _ trait: TraitName, _ declared: String, _ seen: String, _ relation: TraitComparison.Relation
  ) throws {
    let comparison = try comparison(trait, declared, SeenValue([seen]))
    #expect(comparison.relation == relation)
    #expect(comparison.found == seen)
    #expect(comparison.isDifferent == (relation != .equal))
  }

  @Test("keeps what is declared where nothing is seen, and where it fits what is")
  func fits() throws {
    let unseen = try comparison(.removal, "settled")
    #expect(unseen.relation == .unseen && unseen.found == "settled" && !unseen.isDifferent)
    for declared in ["single", "split"] {
      let shared = try comparison(.iterators, declared, SeenValue(["single", "split"]))
      #expect(shared.relation == .equal && shared.found == declared)
    }
    let careful = try comparison(.iterators, "independent", SeenValue(["single", "split"]))
    #expect(careful.relation == .stricter && careful.found == "single")
    let roomy = try comparison(.overflow, "newest-5", SeenValue(["unbounded"], room: 5))
    #expect(roomy.relation == .equal && roomy.found == "newest-5")
    let tight = try comparison(.overflow, "newest-5", SeenValue(["unbounded"], room: 6))
    #expect(tight.relation == .laxer && tight.found == "unbounded")
  }

  @Test("takes the most careful of several, and says that they differ")
  func several() throws {
    let occasions = [SeenValue(["synchronous"]), SeenValue(["settled"]), SeenValue(["settled"])]
    let strict = try comparison(.removal, "synchronous", occasions[0], occasions[1], occasions[2])
    #expect(strict.relation == .stricter && strict.found == "settled" && strict.isContradictory)
    #expect(strict.occasions.map(\.place) == ["case 0", "case 1"])
    let careful = try comparison(.removal, "settled", occasions[0], occasions[1])
    #expect(careful.relation == .equal && careful.isContradictory)
    let unordered = try comparison(
      .bufferOnCancel, "drops", SeenValue(["drops"]), SeenValue(["drains"]))
    #expect(unordered.relation == .other && unordered.found == "drops" && unordered.isDifferent)
    let narrowed = try comparison(
      .source, "socket", SeenValue(["listener", "operation"]), SeenValue(["operation"]))
    #expect(narrowed.found == "operation" && !narrowed.isContradictory)
    let bounded = try comparison(
      .overflow, "unbounded", SeenValue(["unbounded"], room: 2), SeenValue(["newest-2"]))
    #expect(bounded.found == "newest-2" && !bounded.isContradictory)
  }

  @Test("leaves to the rules what no declaration allows")
  func impossible() throws {
    let late = try comparison(.removal, "synchronous", SeenValue([], note: "later still"))
    #expect(late.relation == .impossible && !late.isDifferent && late.found == "synchronous")
  }

  @Test("corrects a declaration by everything that was seen")
  func corrected() throws {
    let comparisons = [
      try comparison(.removal, "synchronous", SeenValue(["settled"])),
      try comparison(.listeners, "1", SeenValue(["2"])),
      try comparison(.bufferOnCancel, "drops"),
    ]
    let corrected = Traits().corrected(by: comparisons)
    #expect(corrected.differences(from: Traits()) == [.listeners, .removal])
    #expect(
      corrected.declaration == """
        Traits().with { traits in
          traits.listeners = 2
          traits.removal = .settled
        }
        """)
  }
}

@Suite("Declaration in Swift")
struct DeclarationTests {
  @Test("is the preset's name where it is one", arguments: Traits.presets.map { $0 })
  func preset(_ preset: (key: String, value: Traits)) {
    #expect(preset.value.declaration == preset.key)
  }

  @Test("is the nearest preset with what differs from it")
  func nearest() {
    let settled = Traits.asyncThrowingStream.with { traits in traits.removal = .settled }
    #expect(
      settled.declaration
        == "Traits.asyncThrowingStream.with { traits in traits.removal = .settled }")
    let bounded = Traits().with { traits in traits.overflow = .newest(3) }
    #expect(bounded.declaration == "Traits().with { traits in traits.overflow = .newest(3) }")
    #expect(
      Traits.asyncStreamPerIterator.with { traits in traits.releasesWhileHeld = false }.declaration
        == "Traits.asyncStreamPerIterator.with { traits in traits.releasesWhileHeld = false }")
  }

  @Test("knows every word of every trait, and no other")
  func words() throws {
    let numbers = ["listeners.3", "overflow.newest-2", "overflow.oldest-7", "latency.300ms"]
    // What a scenario may require of a number, and nobody declares.
    #expect(Traits().declaring(.listeners, as: "several") == nil)
    #expect(Traits().with { $0.listeners = 2 }.words.contains("listeners.several"))
    #expect(!Traits().words.contains("listeners.several"))
    // What it may require of several values of a trait at once.
    let several = ["listeners.several", "merging.last", "owner.some"]
    let keepsLast = Traits.Merging.allCases.filter { merging in
      Traits().with { $0.merging = merging }.words.contains("merging.last")
    }
    #expect(keepsLast == [.none, .latest, .quiet])
    let owned = Traits.Owner.allCases.filter { owner in
      Traits().with { $0.owner = owner }.words.contains("owner.some")
    }
    #expect(owned == [.kept, .ends])
    for word in Traits.knownWords + numbers where !several.contains(word) {
      let parts = word.split(separator: ".").map(String.init)
      guard parts.count == 2 else { continue }
      let name = try #require(TraitName(rawValue: parts[0]))
      #expect(Traits().declaring(name, as: parts[1])?.word(for: name) == parts[1])
      #expect(Traits().declaring(name, as: "\(parts[1])x") == nil)
    }
    #expect(Traits().declaring(.overflow, as: "unbounded-3") == nil)
    #expect(Traits().declaring(.overflow, as: "newest") == nil)
  }

  @Test("writes each trait as its property", arguments: TraitName.allCases)
  func statement(_ name: TraitName) {
    let expected: [TraitName: String] = [
      .listeners: "traits.listeners = 1",
      .registration: "traits.registration = .firstNext",
      .removal: "traits.removal = .synchronous",
      .cancelOutcome: "traits.cancelOutcome = .ends",
      .bufferOnCancel: "traits.bufferOnCancel = .drops",
      .iterators: "traits.iterators = .independent",
      .lateIterator: "traits.lateIterator = .fromNow",
      .releasesWhileHeld: "traits.releasesWhileHeld = true",
      .initialValue: "traits.initialValue = .none",
      .emptyEvent: "traits.emptyEvent = .ignored",
      .ambiguousEvent: "traits.ambiguousEvent = .fails",
      .joining: "traits.joining = .firstEnd",
      .latency: "traits.latency = .zero",
      .merging: "traits.merging = .none",
      .overflow: "traits.overflow = .unbounded",
      .afterSourceEnd: "traits.afterSourceEnd = .ends",
      .owner: "traits.owner = .none",
      .canFail: "traits.canFail = true",
      .repeatsError: "traits.repeatsError = false",
      .source: "traits.source = .listener",
    ]
    #expect(Traits().assignment(of: name) == expected[name])
  }
}
