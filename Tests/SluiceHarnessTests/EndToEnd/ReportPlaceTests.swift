import Foundation
import Testing

/// Words of a run, and what is said of them; `$PWD` is where the call is made.
struct SharedPlace: CustomTestStringConvertible {
  var words: [String]
  var message: String
  var testDescription: String { words.joined(separator: " ") }

  init(_ words: String, _ message: String) {
    self.words = words.split(separator: " ").map { word in String(word) }
    self.message = message
  }

  /// Spellings of `x.xml`.
  static let spellings = [
    "x.xml", "./x.xml", "sub/../x.xml", "$PWD/x.xml", "$PWD/sub/../x.xml", "lnk", "here/x.xml",
    "here/here/lnk", "sub/up/x.xml",
  ]

  static let reports =
    spellings.map { path in
      SharedPlace(
        "--junit x.xml --report tap=\(path)",
        "the tap report '\(path)' would take the place of the junit report 'x.xml'")
    } + [
      SharedPlace(
        "--report junit=lnk --report html=x.xml",
        "the html report 'x.xml' would take the place of the junit report 'lnk'"),
      SharedPlace(
        "--report json=run --report github=./run",
        "the json report 'run' would take the place of the github report './run'"),
      SharedPlace(
        "--report tap=Reports/junit.xml",
        "the tap report 'Reports/junit.xml' would take the place of the junit report "
          + "'Reports/junit.xml'"),
      SharedPlace(
        "--report surefire=sf --report junit10=sf/TEST-listener.values.unit.xml",
        "the junit10 report 'sf/TEST-listener.values.unit.xml' would stand among the files of the "
          + "surefire report 'sf'"),
      SharedPlace(
        "--report surefire=here/sf/ --junit sf/TEST-a.xml",
        "the junit report 'sf/TEST-a.xml' would stand among the files of the surefire report "
          + "'here/sf/'"),
      SharedPlace(
        "--junit x.xml --report surefire=x.xml/suites",
        "the surefire report 'x.xml/suites' would stand below the junit report 'x.xml'"),
    ]

  static let lists = [
    SharedPlace(
      "--write-known-failing lnk --junit x.xml",
      "the list of failures 'lnk' would take the place of the junit report 'x.xml'"),
    SharedPlace(
      "--known-failing kf.txt --junit kf.txt",
      "the junit report 'kf.txt' would take the place of the list of known failures 'kf.txt'"),
    SharedPlace(
      "--known-failing here/kf.txt --report tap=kf.txt",
      "the tap report 'kf.txt' would take the place of the list of known failures 'here/kf.txt'"),
    SharedPlace(
      "--junit sub/../sluice.json",
      "the junit report 'sub/../sluice.json' would take the place of the file 'sluice.json'"),
    SharedPlace(
      "--write-known-failing here/sluice.json",
      "the list of failures 'here/sluice.json' would take the place of the file 'sluice.json'"),
    SharedPlace(
      "--report tap=Scenarios/not-exercised.txt",
      "the tap report 'Scenarios/not-exercised.txt' would take the place of the file "
        + "'Scenarios/not-exercised.txt'"),
    SharedPlace(
      "--junit \(SmallScenarios.path)",
      "the junit report '\(SmallScenarios.path)' would take the place of a scenario"),
  ]
}

@Suite("Place of a report", .startsPrograms)
struct ReportPlaceTests {
  private let root: TemporaryFolder
  private static let words = ["run", "--schedules", "0"]

  init() throws {
    root = try SmallScenarios.root()
    try root.makeFolder("sub")
    try root.write("", to: "kf.txt")
    for (link, end) in [("lnk", "x.xml"), ("here", "."), ("sub/up", "..")] {
      try FileManager.default.createSymbolicLink(
        atPath: root.path(of: link), withDestinationPath: end)
    }
  }

  private var names: Set<String> {
    Set((try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? [])
  }

  @Test(
    "is no other's, by whatever path that is named, and none that is read",
    arguments: SharedPlace.reports + SharedPlace.lists)
  func shared(_ shared: SharedPlace) throws {
    let all = names
    let call = try BuiltProgram.run(
      Self.words + shared.words.map { word in word.replacing("$PWD", with: root.path) },
      in: root.path)
    #expect(call.exitCode == 64)
    #expect(
      call.errors == """
        sluice: \(shared.message.replacing("$PWD", with: root.path))
        See 'sluice run --help'.

        """)
    #expect(call.output == "" && names == all)
  }

  @Test("is no other's where a file is there already that a link leads to")
  func linked() throws {
    try root.write("a file", to: "x.xml")
    for path in SharedPlace.spellings {
      let call = try BuiltProgram.run(
        Self.words + [
          "--junit", "here/lnk", "--report", "tap=\(path.replacing("$PWD", with: root.path))",
        ], in: root.path)
      #expect(call.exitCode == 64, "\(path)")
    }
    #expect(try root.read("x.xml") == "a file")
  }

  @Test("that two lines of the file with the defaults name is told with one of them")
  func configured() throws {
    try root.write(
      "{\n \"run\": {\"junit\": \"x.xml\",\n \"report\": [\"tap=lnk\"]}\n}", to: "sluice.json")
    let call = try BuiltProgram.run(Self.words, in: root.path)
    #expect(call.exitCode == 64)
    #expect(call.errors.hasPrefix("sluice: sluice.json:3:12: the tap report "), "\(call.errors)")
    let named = try BuiltProgram.run(Self.words + ["--junit", "y.xml"], in: root.path)
    #expect(named.exitCode == 0, "\(named.errors)")
  }

  @Test(
    "may be that of what is read first and replaced, and near another one",
    arguments: [
      "--rerun-failed=kept.xml --junit kept.xml", "--rerun-failed=here/kept.xml --junit kept.xml",
      "--known-failing kf.txt --write-known-failing here/kf.txt",
      "--junit x.xml --report tap=sub/x.xml --report html=x.xml.html",
      "--report surefire=Reports --report tap=Reports/run.tap",
    ])
  func own(_ words: String) throws {
    let first = try BuiltProgram.run(
      Self.words + ["--subject", "faulty-forgets-remove-on-cancel", "--junit", "kept.xml"],
      in: root.path)
    #expect(first.exitCode == 1)
    let subject =
      words.hasPrefix("--rerun") ? ["--subject", "faulty-forgets-remove-on-cancel"] : []
    let call = try BuiltProgram.run(
      Self.words + subject + words.split(separator: " ").map { word in String(word) },
      in: root.path)
    #expect(call.exitCode == (subject.isEmpty ? 0 : 1), "\(call.errors)")
  }

  @Test("of a merge is no other's, by any path")
  func merged() throws {
    let first = try BuiltProgram.run(
      Self.words + ["--report", "json=run.json"], in: root.path)
    #expect(first.exitCode == 0)
    let shared = try BuiltProgram.run(
      ["merge", "run.json", "--report", "json=x.json", "--report", "tap=here/x.json"],
      in: root.path)
    #expect(shared.exitCode == 64)
    #expect(
      shared.errors.contains(
        "the json report 'x.json' would take the place of the tap report 'here/x.json'"))
  }
}
