import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("What an excerpt says of a case")
struct PlayedExcerptTests {
  /// The excerpts of the failures of a file's cases.
  private static func excerpts(_ text: String) throws -> [[SourceExcerpt]] {
    try Play.cases(text).map { scenario in
      try #require(Play.result(scenario).failure, "\(scenario.id)").excerpts
    }
  }

  @Test("has the value that each row gives a variable, and the lines of a flow with their values")
  func rows() throws {
    let excerpts = try Self.excerpts(
      """
      flow value(stream, sent, seen)
        toy.send($sent)
        play seen($stream, $seen)

      flow seen(stream, seen)
        expect $stream next $seen

      scenario "s"
        matrix
          | case | sent      | seen | skip |
          | a    | 1         | 2    |      |
          | b    | {n: "x"}  |      |      |

        timeline
          S = toy.values()
          @5ms play value(S, $sent, $sent)
          toy.send($sent)
          expect S finish
      """)
    let played = excerpts.map { excerpts in excerpts.compactMap(\.played) }
    #expect(
      played.map { played in played.map { one in one.values.map(\.name) } } == [
        [["sent", "seen"]], [["sent"]],
      ])
    #expect(played[1].first?.values.map(\.text) == ["{n: \"x\"}"])
    let flows = try #require(played[0].first?.flows)
    #expect(flows.map(\.line) == [17])
    #expect(
      flows.first?.lines == [
        "    @5ms    toy.send(1)", "            expect S next 1",
      ])
    #expect(flows.first?.leftOut == nil)
  }

  @Test("is in the excerpt of the scenario, not in that of a flow of the same file")
  func failingFlow() throws {
    let excerpts = try #require(
      Self.excerpts(
        """
        flow value(stream)
          toy.send(1)
          expect $stream next 2

        scenario "s"
          timeline
            S = toy.values()
            play value(S)
        """
      ).first)
    #expect(excerpts.map(\.firstLine) == [2, 6])
    #expect(excerpts.map { excerpt in excerpt.played?.flows.map(\.line) } == [nil, [9]])
    #expect(
      excerpts.last?.played?.flows.first?.lines == [
        "            toy.send(1)", "            expect S next 2",
      ])
  }

  @Test("is nothing where the lines say it all")
  func plain() throws {
    let excerpts = try #require(
      Self.excerpts("scenario \"s\"\n  timeline\n    S = toy.values()\n    expect S next 1").first)
    #expect(excerpts.map(\.played) == [nil])
  }

  @Test("has of a long value what it is, and cuts a long line")
  func long() throws {
    let text = String(repeating: "x", count: 3_000)
    let played = try #require(
      Self.excerpts(
        """
        flow value(stream, sent)
          toy.send($sent)
          expect $stream finish

        scenario "s"
          matrix
            | case | sent      |
            | a    | "\(text)" |

          timeline
            S = toy.values()
            play value(S, $sent)
        """
      ).first?.last?.played)
    #expect(played.values.map(\.text) == ["a string too long to be shown"])
    #expect(played.flows.first?.lines.map(\.count) == [1_001, 27])
  }
}
