import Foundation
import ReferenceStreams
import ShippedGate
import ShippedProducts
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import Testing

extension Product {
  /// The product with one subject that declares something else; all the rest stays.
  fileprivate func redeclared(_ subject: Subject) -> Product {
    var copy = self
    copy.subjects = [subject]
    return copy
  }
}

@Suite("TraitsCommand", .startsPrograms)
struct TraitsCommandTests {
  private struct Seen: Decodable {
    struct Trait: Decodable {
      var trait: String
      var declared: String
      var found: String
      var relation: String
    }

    var subject: String
    var stream: String
    var cases: Int
    var declaration: String
    var isDifferent: Bool
    var traits: [Trait]
  }

  @Test(
    "prints of a right subject the declaration that it has",
    arguments: ["right-replays-the-latest", "right-settles-in-a-task", "right-debounces"])
  func shipped(_ name: String) throws { try Self.expectDeclared(name, "Scenarios/listener") }

  /// Compares what is seen of each stream of a subject with what it declares.
  ///
  /// - Parameters:
  ///   - name: The subject.
  ///   - paths: Where its cases are; none for everywhere.
  ///   - unseen: Traits that no case shows of it.
  /// - Throws: The error of a call that can't be made, or whose output is no observation.
  fileprivate static func expectDeclared(
    _ name: String, _ paths: String..., unseen: Set<String> = []
  ) throws {
    let call = try BuiltProgram.run(["traits", name, "--format", "json"] + paths)
    #expect(call.exitCode == 0)
    #expect(call.errors == "")
    let seen = try call.output.split(separator: "\n").map { line in
      try JSONDecoder().decode(Seen.self, from: Data(line.utf8))
    }
    let subjects = ShippedGate.products.flatMap { product in product.subjects }
      .filter { subject in
        subject.name == name
          && ![CoreProduct.container, DemandProduct.publisher].contains(subject.stream)
      }
    #expect(seen.map(\.stream) == subjects.map(\.stream))
    for (stream, subject) in zip(seen, subjects) {
      #expect(stream.declaration == subject.traits.declaration, "\(stream.stream)")
      #expect(!stream.isDifferent && stream.cases > 20, "\(stream.stream)")
      for trait in stream.traits {
        let known = try #require(TraitName(rawValue: trait.trait))
        #expect(trait.declared == subject.traits.word(for: known))
        #expect(trait.found == trait.declared, "\(stream.stream): \(trait.trait)")
      }
      // What every stream shows, so that nothing is equal for want of looking.
      let shown = stream.traits.filter { trait in trait.relation != "unseen" }.map(\.trait)
      #expect(
        Set(shown).isSuperset(
          of: Set([
            "listeners", "registration", "removal", "cancel-outcome", "can-fail", "source",
          ]).subtracting(unseen)),
        "\(stream.stream)")
    }
  }

  /// Each trait with a value that is not the reference's, and how that relates to what is seen.
  private static let wrong: [(TraitName, String, TraitComparison.Relation)] = [
    (.listeners, "2", .other), (.registration, "iterator", .laxer),
    (.registration, "access", .laxer), (.removal, "settled", .laxer),
    (.cancelOutcome, "throws-cancellation", .other), (.bufferOnCancel, "drains", .other),
    (.iterators, "split", .laxer), (.iterators, "single", .laxer),
    (.iterators, "broadcast", .laxer),
    (.releasesWhileHeld, "false", .laxer), (.emptyEvent, "ends", .other),
    (.ambiguousEvent, "yields", .other), (.overflow, "newest-3", .laxer),
    (.afterSourceEnd, "restarts", .other), (.afterSourceEnd, "fails", .other),
    (.canFail, "false", .laxer), (.repeatsError, "true", .laxer),
    (.source, "operation", .other), (.source, "socket", .other),
  ]

  @Test("names each trait that is declared wrongly, and no other")
  func wrongDeclarations() throws {
    #expect(
      Set(TraitName.allCases).subtracting(Self.wrong.map(\.0))
        == [.initialValue, .joining, .lateIterator, .latency, .merging, .owner])
    let product = try #require(
      ShippedGate.products.first { product in product.name == "listener" })
    let cases = try Self.tellingCases(product)
    for (trait, word, relation) in Self.wrong {
      var subject = ReferenceSubjects.listener[0]
      let right = subject.traits.word(for: trait)
      subject.traits = try #require(subject.traits.declaring(trait, as: word))
      let comparisons = Self.comparisons(of: subject, product, cases)
      let different = comparisons.filter { comparison in comparison.isDifferent }
      #expect(different.map(\.trait) == [trait], "\(trait) \(word)")
      #expect(different.first?.declared == word)
      #expect(different.first?.found == right, "\(trait) \(word)")
      #expect(different.first?.relation == relation, "\(trait) \(word)")
      let corrected = subject.traits.corrected(by: comparisons)
      let isKept = trait == .removal
      #expect(corrected == (isKept ? subject.traits : ReferenceSubjects.listener[0].traits))
    }
  }

  /// For each different thing that the reference shows of a trait the first case that shows it.
  private static func tellingCases(_ product: Product) throws -> [ScenarioCase] {
    let runner = CaseRunner(products: [product], subjectName: "reference")
    var known: Set<[String]> = []
    return try ShippedScenarios.cases().filter { scenario in
      guard scenario.place.product == product.name, !scenario.tags.contains("traps") else {
        return false
      }
      let seen = CaseExplorer(of: scenario, playedBy: runner).observed(schedules: 0).sightings
      return seen.reduce(false) { isNew, sighting in
        // Of buffers those of up to four values differ in what they show.
        let room = "\(min(sighting.seen.room ?? 0, 4))"
        return known.insert([sighting.trait, sighting.seen.text, room]).inserted || isNew
      }
    }
  }

  private static func comparisons(
    of subject: Subject, _ product: Product, _ cases: [ScenarioCase]
  ) -> [TraitComparison] {
    let runner = CaseRunner(
      products: [product.redeclared(subject)], subjectName: subject.name)
    var occasions: [TraitName: [TraitComparison.Occasion]] = [
      .canFail: [
        TraitComparison.Occasion(SeenValue(["\(subject.failsByType)"]), at: "the stream's type")
      ]
    ]
    for scenario in cases {
      let seen = CaseExplorer(of: scenario, playedBy: runner).observed(schedules: 0)
      for sighting in seen.sightings {
        guard let trait = TraitName(rawValue: sighting.trait), trait != .canFail else { continue }
        occasions[trait, default: []].append(
          TraitComparison.Occasion(sighting.seen, at: scenario.id))
      }
    }
    return TraitName.allCases.map { trait in
      TraitComparison(trait, declaring: subject.traits, seen: occasions[trait] ?? [])
    }
  }

  @Test("leaves out what a case's backend decides, whatever the subject declares")
  func backend() throws {
    let product = try #require(
      ShippedGate.products.first { product in product.name == "listener" })
    let runner = CaseRunner(products: [product], subjectName: "reference")
    let cases = try ShippedScenarios.cases().filter { scenario in
      scenario.place.product == "listener"
        && scenario.given.contains { given in
          ["listener.present"].contains(given.call.name)
        }
    }
    #expect(!cases.isEmpty)
    for scenario in cases {
      let seen = CaseExplorer(of: scenario, playedBy: runner).observed(schedules: 0).sightings
      #expect(!seen.isEmpty)
      #expect(!seen.contains { sighting in sighting.trait == "initial-value" })
    }
  }

  @Test("tells of a stream that does otherwise, and ends with 1")
  func faulty() {
    let call = MemoryCall(
      [
        "traits", "faulty-removes-through-a-task",
        "Scenarios/listener/cancellation/waiting.scenario",
      ],
      in: BuiltProgram.repository)
    #expect(call.exitCode == .failure)
    #expect(
      call.output.contains(
        "\n  Traits.asyncThrowingStreamPerIterator.with { traits in traits.removal = .settled }\n"))
    #expect(
      call.output.contains(
        "\nremoval: declared synchronous, seen settled or with-iterator: "
          + "the declaration is stricter than what is seen\n"))
    let unseen = call.output.split(separator: "\n")
      .first { line in line.hasPrefix("  after-source-end ") }?.split(separator: " ")
    #expect(unseen == ["after-source-end", "ends", "-", "nothing", "shows", "it"])
  }

  @Test("says what a second iterator came to that was the end of the process")
  func trap() {
    let call = MemoryCall(
      ["traits", "proposal", "Scenarios/listener/unit/several.scenario"],
      in: BuiltProgram.repository)
    #expect(call.exitCode == .success)
    #expect(call.output.contains("  iterators            single       single "))
    #expect(call.output.contains("attempt to await next() on more than one task"))
  }

  @Test("takes patterns of case ids and paths beside the names of subjects, as every command does")
  func patterns() throws {
    let root = try SmallScenarios.root()
    func counts(_ words: [String]) throws -> [String] {
      let call = MemoryCall(
        ["traits", "--isolation", "none", "--format", "json"] + words, in: root.path)
      #expect(call.errors == "")
      return try call.output.split(separator: "\n").map { line in
        let seen = try JSONDecoder().decode(Seen.self, from: Data(line.utf8))
        return "\(seen.subject) \(seen.stream) \(seen.cases)"
      }
    }
    let other = SmallScenarios.cancelled.replacing("\"a waiting", with: "\"another a waiting")
    try root.write("format 1\n\n\(other)", to: "Scenarios/listener/cancellation/other.scenario")
    let path = SmallScenarios.path
    let all = try counts([path])
    #expect(all == ["reference listener.values 3"])
    #expect(try counts(["\(SmallScenarios.stem)/*"]) == all)
    #expect(try counts([SmallScenarios.stem, "reference"]) == all)
    #expect(
      try counts(["standard", "*a waiting consumer is cancelled", path])
        == ["standard listener.values 1"])
    let none = MemoryCall(["traits", "reference", "no/such/case"], in: root.path)
    #expect(none.exitCode == .nothingSelected)
    #expect(none.errors.contains("is a pattern of case ids: 'no/such/case'"))
  }

  @Test("needs a subject and cases about it")
  func wrongCalls() {
    let unknown = MemoryCall(["traits", "reference", "refrence"], in: BuiltProgram.repository)
    #expect(unknown.exitCode == .usage)
    #expect(unknown.errors.contains("there is no subject 'refrence'; did you mean reference?"))
    #expect(unknown.output == "")
    let nothing = MemoryCall(
      ["traits", "vendor", "--filter", "product:auth", "Scenarios/auth/unit"],
      in: BuiltProgram.repository)
    #expect(nothing.exitCode == .nothingSelected)
    #expect(nothing.errors == "sluice: no case is about a stream of 'vendor'\n")
  }

  @Test("has its word in the report of a failure that another declaration would excuse")
  func excuse() throws {
    let call = MemoryCall(
      [
        "run", "--subject", "faulty-removes-through-a-task", "--schedules", "0", "--junit",
        try TemporaryFolder().path + "/junit.xml",
        "Scenarios/listener/cancellation/waiting.scenario", "--filter",
        "id:\"listener/cancellation/waiting/a waiting consumer is cancelled*\"",
      ], in: BuiltProgram.repository)
    #expect(call.exitCode == .failure)
    #expect(
      call.output.contains(
        """

           declares removal: synchronous; seen: settled.
           If that is meant, declare it: traits.removal = .settled

        """))
  }
}

@Suite("TraitsCommand on all subjects", .campaign)
struct TraitsCommandCampaign {
  @Test(
    "prints of every right subject the declaration that it has",
    arguments: [
      "reference", "reference-draining", "standard", "proposal", "vendor",
      "right-shares-by-hand", "right-replays-the-latest",
      "right-settles-in-a-task", "right-settles-its-removes", "right-throws-its-own-on-cancel",
      "right-throttles", "right-samples", "right-delays", "right-holds-and-hands-on",
      "right-delays-in-next",
    ])
  func shipped(_ name: String) throws { try TraitsCommandTests.expectDeclared(name) }

  @Test(
    "prints of a stream with slow adds the declaration that it has",
    arguments: ["right-adds-over-a-wire", "right-connects-in-its-next"])
  func slowAdds(_ name: String) throws {
    try TraitsCommandTests.expectDeclared(name, unseen: ["listeners"])
  }
}
