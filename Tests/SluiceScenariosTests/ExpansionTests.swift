import SluiceScenarios
import Testing

@Suite("Expansion")
struct ExpansionTests {
  @Test("matrices multiply, the last fastest, and ids do not depend on positions")
  func ids() throws {
    let path = "/somewhere/Scenarios/all-products/cancellation/start.scenario"
    let cases = try Reading.cases(ConformanceTests.matrix, path: path)
    #expect(
      cases.map(\.id) == [
        "all-products/cancellation/start/cancelled at once/firestore-doc/same",
        "all-products/cancellation/start/cancelled at once/firestore-doc/later",
        "all-products/cancellation/start/cancelled at once/database-value/same",
        "all-products/cancellation/start/cancelled at once/database-value/later",
        "all-products/cancellation/start/cancelled at once/auth-state/same",
        "all-products/cancellation/start/cancelled at once/auth-state/later",
        "all-products/cancellation/start/cancelled at once/websocket/same",
        "all-products/cancellation/start/cancelled at once/websocket/later",
      ])
    #expect(cases[0].name == "cancelled at once/firestore-doc/same")
    #expect(cases[5].caseIDs == ["auth-state", "later"])
    #expect(cases.map(\.xfail) == [nil, nil, "not yet", "not yet", nil, nil, nil, nil])
    #expect(
      cases.map(\.suite).map { suite in suite.prefix(9) } == [
        "firestore", "firestore", "database.", "database.", "auth.stat", "auth.stat", "websocket",
        "websocket",
      ])
    #expect(cases[0].suite == "firestore.document.cancellation")
    #expect(cases[0].line == 2)
    #expect(cases[0].tags == ["cancel", "all-products"])
  }

  @Test("a case is found by its id alone")
  func caseByID() throws {
    let path = "Scenarios/all-products/cancellation/start.scenario"
    let file = try #require(Reading.read(ConformanceTests.matrix, path: path).file)
    for scenarioCase in file.cases {
      let found = file.scenarioCase(id: scenarioCase.id)
      #expect(found?.id == scenarioCase.id)
      #expect(found?.timeline == scenarioCase.timeline)
    }
    #expect(file.scenarioCase(id: "all-products/cancellation/start/cancelled at once") == nil)
  }

  @Test("a case is found whatever its rows are called, by the whole of its id")
  func caseByRows() throws {
    let text = """
      format 1

      scenario "rows"
        matrix
          | case  | first |
          | a     | 1     |
          | b     | 3     |
        matrix
          | case  | second |
          | a     | 1      |
          | d     | 3      |

        timeline
          @0ms    S = listener.values()
                  listener.send($first)
                  listener.send($second)

      scenario "rows and more"
        timeline
          @0ms    S = listener.values()

      scenario "row"
        matrix
          | case  | third |
          | a     | 1     |

        timeline
          @0ms    S = listener.values()
                  listener.send($third)
      """
    let file = try #require(
      Reading.read(text, path: "Scenarios/listener/unit/rows.scenario").file)
    for scenarioCase in file.cases {
      #expect(file.scenarioCase(id: scenarioCase.id)?.timeline == scenarioCase.timeline)
      #expect(scenarioCase.fileCaseCount == 6)
    }
    let stem = "listener/unit/rows/rows"
    for wrong in ["", "/a", "/a/", "/a/e", "/a/d/", "/a/d/d", " and", "x/a/d", "/d/a"] {
      #expect(file.scenarioCase(id: stem + wrong) == nil, "\(wrong)")
    }
  }

  @Test("stamps are resolved, also those that a matrix brings")
  func stamps() throws {
    let path = "Scenarios/all-products/cancellation/start.scenario"
    let cases = try Reading.cases(ConformanceTests.matrix, path: path)
    #expect(cases[1].timeline.map(\.timing) == [.at(0), .at(1_000_000), .same, .same, .same])
    #expect(cases[1].timeline.map(\.earliest) == [0, 1_000_000, 1_000_000, 1_000_000, 1_000_000])
    #expect(cases[1].timeline[1].mode == .race)
    #expect(cases[1].timeline[1].action == .control(.cancel, stream: "S"))
    #expect(
      cases[1].timeline[4].action
        == .expect(.silence(stream: "S", until: 1_000_000_000)))
  }

  @Test("a relative stamp counts from the end of a silence")
  func relativeStamps() throws {
    let text = Reading.started(
      """
      @5ms expect L silent until 20ms
      +5ms cancel L
      """)
    let steps = try Reading.cases(text)[0].timeline
    #expect(steps[2].timing == .after(5_000_000))
    #expect(steps[2].earliest == 25_000_000)
  }

  @Test("operators arrive with the patterns that they look for")
  func operators() throws {
    let text = Reading.timeline(
      "L = firestore.document-snapshots(a/b) map filter {n: 1, ...} prefix 2 first _")
    guard case .start(_, _, let options) = try Reading.cases(text)[0].timeline[0].action else {
      Issue.record("no stream is started")
      return
    }
    #expect(options.isMapped && options.prefix == 2)
    #expect(options.filter?.description == "{n: 1, ...}")
    #expect(options.first?.kind == .wildcard)
    let incomplete = Reading.timeline("L = firestore.document-snapshots(a/b) filter")
    #expect(Reading.summary(Reading.read(incomplete)) != [])
  }

  @Test("calls arrive with the names of their parameters and with defaults")
  func calls() throws {
    let text = Reading.timeline(
      """
      L = firestore.document-snapshots("cities/SF") held in G busy 5ms prefix 3 throws at 2
      firestore.put(cities/SF, {a: 1}, merge: true)
      firestore.delete(a/b, /c)
      firestore.fill(a/b)
        | id  | n |
        | "x" | 1 |
        | "y" |   |
      """)
    let steps = try Reading.cases(text)[0].timeline
    guard case .start("L", let stream, let options) = steps[0].action,
      case .perform(let put, nil) = steps[1].action,
      case .perform(let delete, nil) = steps[2].action,
      case .perform(_, let table?) = steps[3].action
    else {
      Issue.record("the steps have other kinds: \(steps)")
      return
    }
    #expect(stream["path"]?.kind == .string("cities/SF"))
    #expect(stream["includeMetadataChanges"]?.kind == .bool(false))
    #expect(options.isHeld && options.group == "G" && options.busy == 5_000_000)
    #expect(options.prefix == 3 && options.throwsAt == 2 && !options.isManual)
    #expect(put["merge"]?.kind == .bool(true))
    #expect(put["fields"]?.description == "{a: 1}")
    #expect(delete.values(of: "paths").map(\.description) == ["a/b", "/c"])
    #expect(table.objects.map(\.description) == ["{id: \"x\", n: 1}", "{id: \"y\"}"])
  }

  @Test("the rows of an expected table are open objects without the empty cells")
  func expectedTable() throws {
    let path = "Scenarios/database/integration/a.scenario"
    let steps = try Reading.cases(ConformanceTests.table, path: path)[0].timeline
    guard case .expect(.outcome("E", .nexts(let rows), nil)) = steps[3].action else {
      Issue.record("the step has another kind: \(steps[3])")
      return
    }
    #expect(rows.map(\.description) == ["{event: moved, key: \"bo\", value: {pts: 5}, ...}"])
  }

  @Test("many elements that look alike are one pattern and a count")
  func repetition() throws {
    let text = """
      format 1
      scenario "s"
        matrix
          | case | times |
          | many | 10000 |
        timeline
          L = firestore.document-snapshots(cities/SF)
          expect L nexts repeat([1, _], $times)
      """
    let steps = try Reading.cases(text)[0].timeline
    guard case .expect(.outcome("L", .repeated(let pattern, let count), nil)) = steps[1].action
    else {
      Issue.record("the step has another kind: \(steps[1])")
      return
    }
    #expect(pattern.description == "[1, _]" && count == 10_000)
  }

  @Test("variables put in syntax-tree values, also into paths")
  func variables() throws {
    let text = """
      format 1
      let town = SF
      let base = {name: "x", n: [1, $town]}
      scenario "s"
        matrix
          | case | id  | stream | times |
          | 1    | 7   | L      | 2     |
          | 2ms  | "b" | M      | 1     |
        timeline
          $stream = firestore.document-snapshots(cities/$id) manual
          pull $stream $times
          expect $stream next [$base, $town]
          expect $stream next 1 within $times steps
      """
    let cases = try Reading.cases(text)
    #expect(cases.map(\.caseIDs) == [["1"], ["2ms"]])
    let texts = cases.map { scenarioCase in
      scenarioCase.timeline.map { step in
        switch step.action {
        case .start(let stream, let call, _): "\(stream) \(call["path"]?.description ?? "")"
        case .pull(let stream, let count): "\(stream) \(count)"
        case .expect(.outcome(let stream, .next(let value), .steps(let steps)?)):
          "\(stream) \(value) \(steps)"
        case .expect(.outcome(let stream, .next(let value), nil)): "\(stream) \(value)"
        default: ""
        }
      }
    }
    #expect(
      texts == [
        ["L cities/7", "L 2", "L [{name: \"x\", n: [1, SF]}, SF]", "L 1 2"],
        ["M cities/b", "M 1", "M [{name: \"x\", n: [1, SF]}, SF]", "M 1 1"],
      ])
  }

  @Test("attributes reach the case")
  func attributes() throws {
    let text = #"""
      format 1
      scenario "s"
        rule ordering.fifo
        requires releases-while-held, drains
        about """
          Two lines,
            one indented.
          """
        xfail "known"
        skip "later"
        limit 500 steps
        schedules 8
        seed 42
        schedule
          | at  | ready                  | run          |
          | 1ms | [a.deliver#1, b]       | a.deliver#1  |
          | 1ms | [b]                    | b            |
        given
          firestore.put(cities/SF, {})
        timeline
          firestore.delete(cities/SF)
        finally
          expect firestore.listeners <= 1
          expect firestore.document(cities/SF) == null
      """#
    let scenarioCase = try Reading.cases(text)[0]
    #expect(scenarioCase.about == "Two lines,\n  one indented.")
    #expect(scenarioCase.requires == ["releases-while-held", "drains"])
    #expect(scenarioCase.xfail == "known" && scenarioCase.skip == "later")
    #expect(scenarioCase.limit == .steps(500) && scenarioCase.schedules == 8)
    #expect(scenarioCase.seed == 42)
    #expect(scenarioCase.schedule.map(\.run) == ["a.deliver#1", "b"])
    #expect(scenarioCase.schedule.map(\.ready) == [["a.deliver#1", "b"], ["b"]])
    #expect(scenarioCase.given.map(\.call.name) == ["firestore.put"])
    #expect(scenarioCase.finally.map(\.comparison) == [.lessOrEqual, .equal])
    #expect(scenarioCase.suite == "firestore.document.cancellation")
    #expect(scenarioCase.stream == nil)
  }

  @Test("ten thousand cases are made one at a time, and one more is an error")
  func manyCases() throws {
    func text(_ rows: Int) -> String {
      let table = "    matrix\n      | n |\n"
      func cells(_ count: Int) -> String { (0..<count).map { "      | \($0) |\n" }.joined() }
      return "format 1\nscenario \"s\"\n\(table)\(cells(100))\(table)\(cells(rows))"
        + "    timeline\n      L = firestore.document-snapshots(cities/SF)\n"
    }
    let file = try #require(Reading.read(text(100)).file)
    var count = 0
    for _ in file.cases { count += 1 }
    #expect(count == 10_000 && file.caseCount == 10_000)
    #expect(Reading.summary(Reading.read(text(101))) == ["S0704@2:1"])
  }
}
