import SluiceScenarios
import Testing

@Suite("Diagnostics")
struct DiagnosticTests {
  static let tenMistakes = """
    format 1
    let fast = 5sec
    scenario "ten mistakes"
      rule ordering.fofo
      tags a, b
      given
        firestore.putt(cities/SF, {name: "SF"})
        firestore.put(cities/SF, {name: north})
      timeline
        @0ms  L = firestore.document-snapshots(cities/SF) heldd
              expect L next doc({name: "SF", ...)
        @10ms firestore.update(cities/SF, {a: "x\\q"})
        @5ms  cancel M
              expect L error permision-denied
              race expect L ended
      finally
        expect firestore.listeners == "none"
    """

  @Test("ten mistakes in one file are ten diagnostics at their places")
  func tenAtOnce() {
    let result = Reading.read(Self.tenMistakes)
    #expect(result.file == nil)
    #expect(
      Reading.summary(result) == [
        "S0112@2:12", "S0410@4:8", "S0401@7:5", "S0416@8:37", "S0219@10:55", "S0204@11:29",
        "S0107@12:45", "S0504@13:5", "S0501@13:18", "S0412@14:26", "S0218@15:11", "S0406@17:35",
      ], "\(Reading.gcc(result))")
  }

  @Test("an error is said once, however many cases have it")
  func onceForAllCases() {
    let text = """
      format 1
      scenario "s"
        matrix
          | case | after |
          | a    | 1ms   |
          | b    | 2ms   |
        timeline
          L = firestore.document-snapshots(cities/SF)
          @$after firestore.putt(cities/SF, {})
      """
    #expect(Reading.summary(Reading.read(text)) == ["S0401@9:13"])
  }

  @Test("a value of one row is shown with the place where it is used")
  func rowsAreToldApart() {
    let text = """
      format 1
      scenario "s"
        matrix
          | case | after | count |
          | a    | 1ms   | 1     |
          | b    | 2     | "x"   |
          | c    | oops  | 1     |
        timeline
          L = firestore.document-snapshots(cities/SF) manual
          @$after pull L $count
      """
    let result = Reading.read(text)
    #expect(Reading.summary(result) == ["S0406@10:6", "S0406@10:6", "S0406@10:20"])
    let labels = result.diagnostics.map { diagnostic in
      diagnostic.label.map { label in result.sources.location(of: label.span).line }
    }
    #expect(labels == [6, 7, 6])
  }

  @Test(
    "a line that is wrong by itself says so at its place",
    arguments: [
      ("expect L next [1, 2\n@5ms cancel L", "S0204@5:19"),
      ("expect L next {a: [1, (2]}", "S0203@5:27"),
      ("expect L next {a: [1, 2}", "S0204@5:23"),
      ("expect L next 1, 2", "S0216@5:20"),
      ("firestore.put(cities/SF {a: 1})", "S0203@5:29"),
      ("firestore.put(cities/SF, {a: 1}, merge: 1)", "S0406@5:45"),
      ("firestore.put(cities/SF, {a: 1}, true)", "S0404@5:38"),
      ("firestore.put(cities/SF, {a: 1}, merge: true, merge: true)", "S0404@5:51"),
      ("firestore.put(path: cities/SF, {a: 1})", "S0405@5:19"),
      ("firestore.put(cities/SF, {a: 1}, {b: 1})", "S0404@5:38"),
      ("firestore.update(cities, {a: 1})", "S0406@5:22"),
      ("@5 cancel L", "S0203@5:6"),
      ("@-5ms cancel L", "S0109@5:6"),
      ("cancel", "S0203@5:11"),
      ("expect next 5", "S0210@5:12"),
      ("expect L next", "S0203@5:18"),
      ("expect L nexts {a: 1}", "S0203@5:20"),
      ("expect L nexts [1, ...]", "S0415@5:20"),
      ("expect L nexts repeat(_)", "S0404@5:20"),
      ("expect L nexts repeat(_, 0)", "S0406@5:30"),
      ("expect L nexts repeat(_, 10001)", "S0406@5:30"),
      ("expect L nexts again(_, 3)", "S0203@5:20"),
      ("expect L next repeat(_, 3)", "S0408@5:19"),
      ("expect L ended within 5", "S0203@5:28"),
      ("expect L ended within 0.5s", "S0110@5:27"),
      ("expect firestore.listeners = 0", "S0203@5:32"),
      ("expect firestore.listeners == null", "S0406@5:35"),
      ("expect firestore.document(cities/SF) <= null", "S0406@5:45"),
      ("expect L silent for 5ms", "S0203@5:21"),
      ("during addd(L) cancel L", "S0203@5:12"),
      ("during add(M) cancel L", "S0501@5:16"),
      ("during add(L 2) cancel L", "S0203@5:18"),
      ("during add(L,) cancel L", "S0203@5:18"),
      ("during add(L, first) cancel L", "S0203@5:19"),
      ("during add(L, 0) cancel L", "S0223@5:19"),
      ("during add(L, 2, 3) cancel L", "S0203@5:20"),
      ("during deliver(L, last) cancel L", "S0223@5:23"),
      ("iterate L", "S0203@5:5"),
      ("M = iterate N", "S0501@5:17"),
      ("M = firestore.document-snapshots(cities/SF) manual busy 5ms", "S0219@5:56"),
      ("M = firestore.document-snapshots(cities/SF) in L", "S0303@5:5"),
      ("M = firestore.put(cities/SF, {})", "S0417@5:9"),
      ("M = cities", "S0203@5:9"),
      ("listener.send(1, to: M)", "S0501@5:26"),
      ("listener.send(1, weight: 2)", "S0406@5:30"),
      ("listener.send(1, ids: [1, \"2\"])", "S0406@5:31"),
      ("listener.fail(nothing-known)", "S0412@5:19"),
      ("firestore.latency(5ms, of: reed)", "S0406@5:32"),
      ("firestore.put(cities/SF, {at: cities/SF})", "S0406@5:35"),
      ("firestore.put(cities/SF, {a: doc({})})", "S0415@5:34"),
      ("expect L next doc({a: serverTimestamp()})", "S0415@5:27"),
      ("expect L next geo(1, 2.0)", "S0406@5:23"),
      ("firestore.put(cities/SF, {a: 1, ...})", "S0415@5:30"),
      ("| a |", "S0212@5:5"),
      ("firestore.put(cities/SF, {a: 1})\n  | a |\n  | 1 |", "S0413@6:7"),
      ("firestore.fill(a/b)\n  | id | n |\n  | \"x\" | _ |", "S0415@7:15"),
      ("firestore.fill(a/b)\n  | id | n |\n  |  | 1 |", "S0413@7:7"),
      ("cities/SF", "S0203@5:5"),
      ("play f(1", "S0204@5:11"),
      ("expect L next $a$b", "S0216@5:21"),
      ("expect L next a/$b-c", "S0113@5:21"),
      ("expect L next 5abc", "S0112@5:19"),
      ("expect L next 1_000", "S0109@5:19"),
      ("expect L next \"\\ud800\"", "S0107@5:20"),
      ("expect L next Zürich", "S0104@5:20"),
      ("\u{7}", "S0103@5:5"),
    ] as [(String, String)])
  func place(line: String, expected: String) {
    let result = Reading.read(Reading.started(line))
    #expect(Reading.summary(result) == [expected], "\(Reading.gcc(result))")
  }

  @Test("what was probably meant is suggested")
  func suggestions() {
    let lines = [
      ("firestore.putt(cities/SF, {})", "firestore.put"),
      ("put(cities/SF, {})", "firestore.put"),
      ("expect L finsih", "finish"),
      ("cancle L", "cancel"),
      ("@1.5s cancel L", "1500ms"), ("@1.5us cancel L", "1500ns"),
      ("@5 cancel L", "5ms"),
      ("expect firestore.listener == 0", "firestore.listeners"),
      ("firestore.put(cities/SF, {a: north})", "\"north\""),
      ("firestore.put(cities, {a: 1})", "/cities"),
      ("firestore.put(cities/SF, {a: cities/SF})", "ref(cities/SF)"),
      ("firestore.put(cities/SF, {a: 1}, true)", "merge: true"),
      ("listener.send(1, weight: 2)", "2.0"),
      ("expect L error permission_denied", "permission-denied"),
      ("M = firestore.document-snapshots", "firestore.document-snapshots()"),
    ]
    for (line, suggestion) in lines {
      let result = Reading.read(Reading.started(line))
      #expect(result.diagnostics.first?.suggestion == suggestion, "\(line)")
    }
  }

  @Test("what depends on a wrong line is not reported as well")
  func noConsequences() {
    let text = """
      format 1
      let wait = 5sec
      flow stop(
        cancel L
      scenario "s"
        matrix
          | case | after ms |
          | a    | 1ms      |
        timeline
          L = firestore.document-snapshots(cities/SF) heldd
          M = firestore.dokument-snapshots(cities/SF)
          @$wait cancel L
          @$after cancel M
          play stop
          expect L ended
      """
    #expect(
      Reading.summary(Reading.read(text)) == [
        "S0112@2:12", "S0204@3:10", "S0203@7:20", "S0219@10:49", "S0407@11:9",
      ], "\(Reading.gcc(Reading.read(text)))")
  }

  @Test("each unclosed line is reported, and the rows of a wrong line are not")
  func recovery() {
    let text = Reading.started(
      """
      firestore.put(cities/SF, {a: [1
      firestore.put(cities/LA, {a: 1}
      expect L nextz
        | a |
        | 1 |
      @5ms cancel L now
      firestore.put(cities/SF, {
        cancel: now,
        expect: [next,
          cancel],
      })
      expect L next [1,
        | 1 |
      cancle L
      """)
    #expect(
      Reading.summary(Reading.read(text)) == [
        "S0204@5:34", "S0204@6:18", "S0222@7:14", "S0216@10:19", "S0416@12:15", "S0416@13:16",
        "S0416@14:9", "S0204@16:19", "S0206@18:5",
      ], "\(Reading.gcc(Reading.read(text)))")
  }

  @Test("after a thousand errors nothing more is looked for")
  func manyErrors() {
    let text = Reading.started(String(repeating: "firestore.putt(cities/SF, {})\n", count: 2_000))
    let result = Reading.read(text)
    #expect(result.diagnostics.count == 1_001)
    #expect(result.diagnostics.last?.code == .tooManyErrors)
  }

  @Test("a path says product and layer, or is told what it should say")
  func places() {
    let text = Reading.started("cancel L")
    func codes(_ path: String) -> [String] { Reading.summary(Reading.read(text, path: path)) }
    #expect(codes("/home/x/Scenarios/firestore/unit/a.scenario") == [])
    #expect(codes("elsewhere/a.scenario") == ["S0418@1:1"])
    #expect(codes("Scenarios/firestore/unit/deep/a.scenario") == ["S0418@1:1"])
    #expect(codes("Scenarios/firestor/unit/a.scenario") == ["S0419@1:1"])
    #expect(codes("Scenarios/firestore/units/a.scenario") == ["S0420@1:1"])
    #expect(codes("Scenarios/database/unit/a.scenario") == ["S0403@4:9"])
    let latency = Reading.started("firestore.latency(5ms)")
    let unit = Reading.read(latency, path: "Scenarios/firestore/unit/a.scenario")
    #expect(Reading.summary(unit) == ["S0402@5:5"])
  }

  @Test("bytes that are not UTF-8 are reported once a line and break nothing else")
  func encoding() {
    let reader = ScenarioReader(registry: DemonstrationRegistry.registry)
    var bytes = Array(Reading.started("cancel L # ").utf8)
    bytes += [0xFF, 0xFE, 0x0A, 0x23, 0xC0, 0x80, 0x0A]
    let result = reader.read(path: Reading.path, bytes: bytes)
    #expect(Reading.summary(result) == ["S0101@6:1", "S0101@7:2"])
    let marked = reader.read(
      path: Reading.path, bytes: [0xEF, 0xBB, 0xBF] + Array("format 1".utf8))
    #expect(Reading.summary(marked) == ["S0103@1:1"])
  }

  @Test("a tab is an error wherever it stands, and columns count scalars")
  func tabs() {
    let result = Reading.read(Reading.started("expect L next \"äö\"\tx # \t"))
    #expect(Reading.summary(result) == ["S0102@5:23", "S0216@5:24", "S0102@5:28"])
  }
}
