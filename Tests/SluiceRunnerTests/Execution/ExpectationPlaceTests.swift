import SluiceConformance
import SluiceRunner
import SluiceText
import Testing

@Suite("The place of a failed expectation")
struct ExpectationPlaceTests {
  private static func body(_ lines: String) throws -> String {
    let result = try Play.result(lines)
    return try #require(result.failure?.text().rendered, "\(result.summary)")
  }

  @Test("is the answer that is not as expected, however much came after it")
  func wrongAnswer() throws {
    let later = (10..<30).map { number in "toy.send(\(number))" }.joined(separator: "\n")
    let body = try Self.body(
      """
      S = toy.values()
      T = toy.values() lenient
      toy.send(1)
      toy.send(2)
      \(later)
      @10ms cancel T
      expect S nexts [1, 3]
      """)
    #expect(body == Self.wrongAnswer)
  }

  @Test("is where the run was, if what is expected did not happen")
  func nothing() throws {
    let body = try Self.body(
      """
      S = toy.values()
      T = toy.values() lenient
      @5ms toy.send(1)
      @10ms expect T removed
      @1s cancel S
      """)
    #expect(body.hasPrefix(Self.nothing), "\(body)")
  }

  @Test("of a probe is where the run was, with the registrations that were there")
  func probe() throws {
    let body = try Self.body(
      """
      S = toy.values()
      toy.send(1)
      expect toy.listeners == 0
      """)
    #expect(body == Self.probe)
  }

  @Test("of too many steps is what took them")
  func steps() throws {
    let body = try Self.body("S = toy.values()\nexpect S added within 0 steps\ncancel S")
    #expect(body.contains("'S' took 1 steps, 0 are allowed"))
    #expect(marked(in: body).count == 1, "\(body)")
    #expect(marked(in: body).first?.hasSuffix("} add") == true, "\(body)")
  }

  @Test("of an answer that no line expected is that answer, and of silence what broke it")
  func answers() throws {
    let extra = try Self.body("S = toy.values()\ntoy.send(1)\n@5ms toy.send(2)\nexpect S next 1")
    #expect(
      marked(in: extra).count == 1 && marked(in: extra).first?.contains("-> 2") == true, "\(extra)")
    let filtered = try Self.body(
      "S = toy.values() filter 2\ntoy.send(1)\ntoy.send(2)\ntoy.send(1)\nexpect S next 3")
    #expect(marked(in: filtered).count == 1, "\(filtered)")
    #expect(marked(in: filtered).first?.contains("-> 2") == true, "\(filtered)")
    let noise = try Self.body(
      "S = toy.values()\ntoy.send(1)\n@5ms expect S silent until 10ms\ntoy.finish()")
    #expect(
      marked(in: noise).count == 1 && marked(in: noise).first?.contains("-> 1") == true, "\(noise)")
  }

  @Test("comes with the declaration by which the expectation would be met")
  func excuse() throws {
    let scenario = try Play.scenario("S = toy.values()\n@5ms cancel S\nexpect S ended")
    let explorer = CaseExplorer(
      of: scenario,
      playedBy: CaseRunner(products: [ToyProduct.product], subjectName: "throwing-on-cancel"),
      level: .must, commands: ExplorationCommands(run: "again", replay: "again"))
    // The case is not about the rule, which is advice at this level.
    let body = try #require(explorer.result().failure?.text().rendered)
    #expect(body.hasPrefix("'S' got error cancelled, and nil was expected as its end\n"), "\(body)")
    #expect(body.contains("\n also: cancellation.outcome-declared: "), "\(body)")
    #expect(
      body.contains(
        """
         declares cancel-outcome: ends; seen: throws-cancellation.
         If that is meant, declare it: traits.cancelOutcome = .throwsCancellation

        """), "\(body)")
    #expect(marked(in: body).first?.contains("-> error cancelled") == true)
    let other = try Self.body("S = toy.values()\n@5ms cancel S\nexpect S next 1")
    #expect(!other.contains("declares"))
  }

  private func marked(in body: String) -> [String] {
    body.split(separator: "\n").filter { line in line.hasPrefix(">") }.map(String.init)
  }
}

extension ExpectationPlaceTests {
  private static let wrongAnswer = """
    'S' got another element than expected
     at Scenarios/toy/unit/test.scenario:30:1
      30 | expect S nexts [1, 3]
         | ^^^^^^^^^^^^^^^^^^^^^
     after Scenarios/toy/unit/test.scenario:29:1
      29 | @10ms cancel T
         | ^^^^^^^^^^^^^^
     expected 3, got 2
    log   time step line  S             T             #1 (S)       #2 (T)       toy
      … 2 entries left out
         0ms    2    5    add #1                      add {}
      … 7 entries left out
         0ms    4    6    :             drops stream  |            |
                          :             next()        |            |
                          :             :             |            |            (quiet)
                5    7    :             :             callback {}  |            sends 1
                          :             :             |            callback {}  sends 1
                6         -> 1, next()  :             |            |
                7         :             -> 1, next()  |            |
                          :             :             |            |            (quiet)
                8    8    :             :             callback {}  |            sends 2
                          :             :             |            callback {}  sends 2
    >    0ms    9         -> 2          :             |            |
                          next()        :             |            |
               10         :             -> 2, next()  |            |
                          :             :             |            |            (quiet)
               11    9    :             :             callback {}  |            sends 10
      … 210 entries left out
    again: again
    """

  private static let nothing = """
    'T' has not removed #2
     at Scenarios/toy/unit/test.scenario:8:1
      8 | @10ms expect T removed
        | ^^^^^^^^^^^^^^^^^^^^^^
     after Scenarios/toy/unit/test.scenario:7:1
      7 | @5ms toy.send(1)
        | ^^^^^^^^^^^^^^^^
    log   time step line  S             T                    #1 (S)       #2 (T)       toy
      … 7 entries left out
         0ms    3    6    :             opens stream         |
                4         :             iterator             |
                          :             add #2               |            add {}
                          :             drops stream         |            |
                          :             next()               |            |
         5ms              :             :                    |            |            (quiet)
                5    7    :             :                    callback {}  |            sends 1
                          :             :                    |            callback {}  sends 1
                6         -> 1, next()  :                    |            |
                7         :             -> 1, next()         |            |
        10ms              :             :                    |            |            (quiet)
    >   10ms    7    8    :             expectation not met  |            |

    """

  private static let probe = """
    toy.listeners is 1, and 0 was expected
     at Scenarios/toy/unit/test.scenario:7:1
      7 | expect toy.listeners == 0
        | ^^^^^^^^^^^^^^^^^^^^^^^^^
     after Scenarios/toy/unit/test.scenario:6:1
      6 | toy.send(1)
        | ^^^^^^^^^^^
     toy.listeners: How many listen.
    log   time step line  S                     #1           toy
         0ms    1    5    opens stream
                2         iterator, add #1      add {}
                          drops stream, next()  |
                          :                     |            (quiet)
                3    6    :                     callback {}  sends 1
                4         -> 1, next()          |
                          :                     |            (quiet)
    >    0ms    4    7    :                     |            expectation not met
                          :                     |            (epilogue begins)
                          cancel {              |
                            remove #1           remove {}
                          } cancel
                5         -> end
      … 13 entries left out
    again: again
    """
}
