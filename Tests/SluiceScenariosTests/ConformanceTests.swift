import SluiceScenarios
import Testing

@Suite("Examples of the language")
struct ConformanceTests {
  static let unit = """
    format 1
    scenario "a failure during registration is the stream's end"
      rule errors.sync-error-removes
      timeline
        @0ms    during add(L) listener.fail(permission-denied)
                L = firestore.document-snapshots(cities/Rome) manual held
                pull L
                expect L removed
                expect L error permission-denied
                pull L 2
                expect L finish
    """

  static let integration = """
    format 1
    scenario "what is written arrives, and a cancelled listener is gone"
      rule ordering.fifo, cancellation.suspended-removes
      tags firestore, cancel, smoke

      given
        firestore.put(cities/Rome, {name: "Roma", population: 2800000})

      timeline
        @0ms    L = firestore.document-snapshots(cities/Rome)
                expect L next doc({name: "Roma", population: 2800000})
        @10ms   firestore.update(cities/Rome, {population: 2800001})
                expect L next doc({population: 2800001, ...})
        @25ms   cancel L
                expect L removed promptly
                expect L ended
        @30ms   firestore.update(cities/Rome, {population: 1})  # unseen
                expect L silent until 100ms

      finally
        expect firestore.listeners == 0
    """

  static let table = """
    format 1
    scenario "children arrive in the order of the query"
      given
        database.put(/scores, {ada: {pts: 10}, bo: {pts: 20}})

      timeline
        @0ms    E = database.events(/scores, orderBy: "pts")
                expect E nexts
                  | event | key   | prev  | value     |
                  | added | "ada" | null  | {pts: 10} |
                  | added | "bo"  | "ada" | {pts: 20} |
        @10ms   database.update(/scores/bo, {pts: 5})
                expect E nexts
                  | event   | key  | prev  | value    |
                  | moved   | "bo" |       | {pts: 5} |
        @40ms   cancel E
                expect E removed promptly
                expect E ended
    """

  static let matrix = """
    format 1
    scenario "cancelled at once"
      rule cancellation.immediate, cancellation.registration-race
      tags cancel, all-products

      matrix
        | case           | source                                      | xfail      |
        | firestore-doc  | firestore.document-snapshots(cities/Rome)   |            |
        | database-value | database.value(/scores)                     | "not yet"  |
        | auth-state     | auth.state-changes()                        |            |
        | websocket      | websocket.messages("ws://feed.test/v1")     |            |

      matrix
        | when  | after |
        | same  | 0ms   |
        | later | 1ms   |

      timeline
        @0ms    S = $source
        @$after race cancel S
                expect S ended
                expect S removed promptly
                expect S silent until 1s
    """

  static let forced = """
    format 1
    scenario "a failure that was found"
      seed 8841
      schedule
        | at   | ready                             | run                   |
        | 25ms | [firestore.deliver#2, consumer.L] | firestore.deliver#2   |
      timeline
        @0ms  L = firestore.document-snapshots(cities/Rome)
        @25ms cancel L
    """

  @Test("every example of the design is read without a word")
  func examples() throws {
    let files = [
      (Self.unit, "Scenarios/firestore/unit/a.scenario", 1),
      (Self.integration, "Scenarios/firestore/integration/a.scenario", 1),
      (Self.table, "Scenarios/database/integration/a.scenario", 1),
      (Self.matrix, "Scenarios/all-products/cancellation/a.scenario", 8),
      (Self.forced, "Scenarios/firestore/cancellation/a.scenario", 1),
    ]
    for (text, path, count) in files {
      let result = Reading.read(text, path: path)
      #expect(Reading.gcc(result) == "")
      #expect(result.file?.caseCount == count)
    }
  }
}
