import Foundation
import Glibc
import SluiceHarness
import Testing

@Suite("Wrong input", .startsPrograms)
struct WrongInputTests {
  private static let folder = "Scenarios/listener/unit"

  /// A file with ten different mistakes, and the places and codes of what is to be said of them.
  static let tenMistakes = """
    format 1

    scenario "twice"
      tags a, a
      timeline
        @0ms    S = listener.valuez()
                listener.sendd(1)
                listener.send()
                listener.send(1, weigh: late)
                expect T next 1
                listener.send("a\\q")
        @5parsecs listener.finish()

    scenario "twice"
      requires telepathy
      timeline
        @0ms    R = listener.values()

    """

  @Test("of ten kinds in one file has ten diagnostics, each with its place")
  func ten() throws {
    let root = try TemporaryFolder()
    try root.write(Self.tenMistakes, to: "\(Self.folder)/ten.scenario")
    let call = MemoryCall(["check", "--format", "gcc"], in: root.path)
    #expect(call.exitCode == .usage)
    let lines = call.errors.split(separator: "\n").map(String.init)
    let places = lines.map { line in line.split(separator: " ").first.map(String.init) ?? "" }
    let codes = lines.map { line in String(line.suffix(7)) }
    let expected = [
      ("4:11", "S0303"), ("6:17", "S0407"), ("7:13", "S0401"), ("8:13", "S0404"),
      ("9:30", "S0405"), ("10:20", "S0501"), ("11:29", "S0107"), ("12:6", "S0112"),
      ("14:10", "S0301"), ("15:12", "S0411"),
    ]
    #expect(places == expected.map { place, _ in "\(Self.folder)/ten.scenario:\(place):" })
    #expect(codes == expected.map { _, code in "[\(code)]" })
  }

  @Test(
    "in a scenario file is told with its place",
    arguments: [
      (
        Data("format 1\n\nscenario \"\u{E9}".utf8) + Data([0xFF, 0x22]),
        ":3:12: error: the byte 0xFF"
      ),
      (Data(repeating: 0x20, count: 1_048_577), "' has more than 1048576 bytes"),
      (Data(), ":1:1: error: "),
    ])
  func file(_ bytes: Data, _ expected: String) throws {
    let root = try TemporaryFolder()
    try root.write(bytes, to: "\(Self.folder)/wrong.scenario")
    for command in ["run", "check", "list"] {
      let call = MemoryCall([command], in: root.path)
      #expect(call.exitCode == .usage)
      #expect(call.errors.hasPrefix("\(Self.folder)/wrong.scenario"))
      #expect(call.errors.contains(expected), "\(call.errors)")
    }
  }

  @Test(
    "of two files whose names only Unicode tells apart is told, and none is left out",
    arguments: [
      ["check"], ["run"],
      ["run"] + ["e\u{301}", "\u{E9}"].map { name in "\(folder)/\(name).scenario" },
    ])
  func alike(_ words: [String]) throws {
    let root = try TemporaryFolder()
    try root.write(SmallScenarios.file, to: "\(Self.folder)/e\u{301}.scenario")
    try root.write(SmallScenarios.file, to: "\(Self.folder)/\u{E9}.scenario")
    let call = MemoryCall(words, in: root.path)
    #expect(call.exitCode == .usage && call.output == "")
    let (folder, reason) = (Self.folder, "two files differ in nothing but how Unicode writes")
    #expect(call.errors.contains(reason), "\(call.errors)")
    #expect(call.errors.contains("\(folder)/%C3%A9.scenario and \(folder)/e%CC%81.scenario"))
    // One of them alone is a file like any other.
    let one = MemoryCall(["check", "\(Self.folder)/\u{E9}.scenario"], in: root.path)
    #expect(one.exitCode == .success, "\(one.errors)")
  }

  @Test("that can't be read does not hide what else is wrong")
  func unreadable() throws {
    let root = try TemporaryFolder()
    try root.makeFolder("\(Self.folder)/a.scenario")
    try FileManager.default.createSymbolicLink(
      atPath: root.path(of: "\(Self.folder)/b.scenario"), withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(
      atPath: root.path(of: "\(Self.folder)/c.scenario"), withDestinationPath: "/dev/zero")
    try root.write("format 2\n", to: "\(Self.folder)/d.scenario")
    let call = MemoryCall(["check"], in: root.path)
    #expect(call.exitCode == .usage)
    for part in [
      "a.scenario:1:1: error: '\(Self.folder)/a.scenario' can't be read: it is a directory",
      "b.scenario:1:1: error: '\(Self.folder)/b.scenario' can't be read: ",
      "c.scenario:1:1: error: '\(Self.folder)/c.scenario' can't be read: it is no regular file",
      "d.scenario:1:8: error: ",
    ] {
      #expect(call.errors.contains(part), "\(part) in \(call.errors)")
    }
    for command in ["check", "run"] {
      let colored = MemoryCall([command, "--color", "always"], in: root.path)
      #expect(colored.errors.contains("d.scenario:1:8: \u{1B}[1;31merror\u{1B}[0m: "))
    }
  }

  /// What keeps the superuser from reading what nobody may.
  private static let restriction = "/usr/bin/setpriv"
  private static let isRestricted =
    getuid() != 0 || FileManager.default.isExecutableFile(atPath: restriction)

  @Test(
    "that is a folder which can't be read is told by its path",
    .enabled(if: isRestricted, "the superuser may read anything, and there is no setpriv"),
    arguments: [
      ([], "Scenarios/listener/unit"), (["Scenarios/"], "Scenarios/listener/unit"),
      (["./Scenarios/listener"], "./Scenarios/listener/unit"),
    ])
  func unreadableFolder(_ words: [String], _ folder: String) throws {
    let root = try SmallScenarios.root()
    try root.makeFolder(Self.folder)
    func permit(_ mode: Int) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: root.path(of: Self.folder))
    }
    try permit(0)
    let rights = "-dac_override,-dac_read_search"
    let restricted =
      getuid() == 0
      ? [Self.restriction, "--bounding-set=\(rights)", "--inh-caps=\(rights)"]
      : ["/usr/bin/env"]
    let call = try FinishedCall(
      restricted[0], restricted.dropFirst() + [BuiltProgram.path, "list"] + words, in: root.path,
      variables: [:])
    try permit(0o755)
    #expect(call.exitCode == 64)
    #expect(
      call.errors.hasPrefix("sluice: '\(folder)' can't be read: Permission denied\n"),
      "\(call.errors)")
  }

  @Test("that is a folder whose name is no text is not passed over")
  func unspeakableFolder() throws {
    let root = try SmallScenarios.root()
    let maker = try FinishedCall(
      "/bin/sh", ["-c", "mkdir \"Scenarios/listener/$(printf 'caf\\351')\""], in: root.path,
      variables: [:])
    try #require(maker.exitCode == 0)
    let call = MemoryCall(["list"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(
      call.errors.hasPrefix(
        "sluice: 'Scenarios/listener/caf\u{FFFD}' can't be read: its name is not UTF-8\n"),
      "\(call.errors)")
  }

  @Test("that is a file whose name is no text, or a link to no file, is told so")
  func unspeakableFile() throws {
    let root = try SmallScenarios.root()
    let maker = try FinishedCall(
      "/bin/sh",
      ["-c", "ln -s x.scenario x.scenario; : >\"$(printf 'caf\\351').scenario\""],
      in: root.path(of: "Scenarios/listener/cancellation"), variables: [:])
    try #require(maker.exitCode == 0)
    let call = MemoryCall(["check"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("caf\u{FFFD}.scenario' can't be read: its name is not UTF-8\n"))
    #expect(call.errors.contains("x.scenario' can't be read: it is a link to no file\n"))
  }

  @Test("that is a folder too deep for the system is not passed over")
  func deepFolder() throws {
    let root = try SmallScenarios.root()
    let line = """
      cd Scenarios/listener && name=$(printf '%0200d' 0) && \
      for _ in $(seq 25); do mkdir $name && cd -P $name || exit 1; done
      """
    let maker = try FinishedCall("/bin/bash", ["-c", line], in: root.path, variables: [:])
    try #require(maker.exitCode == 0)
    let call = MemoryCall(["list"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("can't be read: File name too long\n"), "\(call.errors)")
  }

  @Test("of two cases with one suite and one name shows both")
  func duplicates() throws {
    let root = try SmallScenarios.root()
    try root.write(SmallScenarios.file, to: "Scenarios/listener/cancellation/tall.scenario")
    let call = MemoryCall(["run"], in: root.path)
    #expect(call.exitCode == .usage)
    let first = try #require(call.errors.split(separator: "\n").first)
    #expect(
      first == """
        Scenarios/listener/cancellation/tall.scenario:3:1: error: a case of suite \
        listener.values.cancellation is called 'a value arrives' already, at \
        \(SmallScenarios.path):3
        """)
    let json = MemoryCall(["check", "--format", "json"], in: root.path)
    #expect(json.errors.contains("\"line\":3,"))
  }

  @Test(
    "in a path is told with the path",
    arguments: [
      (["absent.scenario"], "there is no file or directory 'absent.scenario'"),
      (["Scenarios/notes.txt"], "'Scenarios/notes.txt' is no .scenario file"),
      (["Scenarios/empty"], "there are no .scenario files below 'Scenarios/empty'"),
      (["other.scenario"], "'other.scenario' lies outside of '"),
      (["/"], "'/' lies outside of '"), (["."], "'.' lies outside of '"),
    ])
  func paths(_ words: [String], _ expected: String) throws {
    let root = try SmallScenarios.root()
    try root.makeFolder("Scenarios/empty")
    try root.write("", to: "Scenarios/notes.txt")
    try root.write(SmallScenarios.file, to: "other.scenario")
    for command in ["run", "check", "list"] {
      let call = MemoryCall([command] + words, in: root.path)
      #expect(call.exitCode == .usage)
      #expect(call.errors.hasPrefix("sluice: \(expected)"), "\(call.errors)")
      #expect(call.output == "")
    }
  }

  @Test("is none where a path leads to other scenarios than the root's, or there through links")
  func elsewhere() throws {
    let (root, other) = (try SmallScenarios.root(), try SmallScenarios.root())
    let place = other.path(of: SmallScenarios.path)
    let call = MemoryCall(["run", "--root", root.path, place], in: root.path)
    #expect(call.exitCode == .success, "\(call.errors)")
    #expect(try root.read("Reports/junit.xml").contains("tests=\"3\""))
    let linked = try TemporaryFolder()
    let links = FileManager.default
    try links.createSymbolicLink(
      atPath: linked.path(of: "Scenarios"), withDestinationPath: other.path(of: "Scenarios"))
    // A link that leads into itself ends somewhere, too.
    try links.createSymbolicLink(
      atPath: other.path(of: "Scenarios/listener/more"), withDestinationPath: "../listener")
    let list = MemoryCall(["list"], in: linked.path)
    #expect(list.output.split(separator: "\n").count == 3, "\(list.output)\(list.errors)")
    let folder = try TemporaryFolder()
    try links.createSymbolicLink(
      atPath: folder.path(of: "Scenarios-of-others"), withDestinationPath: other.path)
    try folder.makeFolder("Scenarios")
    try links.createSymbolicLink(
      atPath: folder.path(of: "Scenarios/listener"),
      withDestinationPath: other.path(of: "Scenarios/listener"))
    let below = MemoryCall(["list"], in: folder.path)
    #expect(below.output.split(separator: "\n").count == 3, "\(below.output)\(below.errors)")
  }

  @Test("in what is no path of a scenario says what one looks like")
  func shapeless() throws {
    let (root, folder) = (try SmallScenarios.root(), try TemporaryFolder())
    try folder.write(SmallScenarios.file, to: "own/a.scenario")
    for words in [[], ["--root", root.path]] {
      let call = MemoryCall(["run", folder.path(of: "own")] + words, in: root.path)
      #expect(call.exitCode == .usage)
      #expect(call.errors.contains("Scenarios/PRODUCT/LAYER/NAME.scenario"), "\(call.errors)")
    }
  }

  @Test("in a report behind '--rerun-failed' says how it is attached")
  func detached() throws {
    let root = try SmallScenarios.root()
    try root.write("", to: "last.xml")
    let call = MemoryCall(["run", "--rerun-failed", "last.xml"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("--rerun-failed=last.xml"), "\(call.errors)")
  }

  @Test("in a variable's name is told where it is nearly that of one")
  func variables() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["list"], in: root.path,
      variables: ["SLUICE_JBOS": "2", "SLUICE_SOMETHING_ELSE": "1", "SLUICE_JOBS": "1"])
    #expect(call.exitCode == 0)
    #expect(
      call.errors
        == "sluice: the variable 'SLUICE_JBOS' is passed over; did you mean SLUICE_JOBS?\n")
  }

  @Test("in a filter is shown with a mark below it", arguments: ["run", "list"])
  func filter(_ command: String) throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall([command, "--filter", "tag:a & tog:b"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("--filter:1:9: error: "), "\(call.errors)")
    #expect(call.errors.contains("1 | tag:a & tog:b\n  |         ^^^"), "\(call.errors)")
    #expect(call.errors.contains("See 'sluice \(command) --help'."))
  }

  @Test(
    "in a list of known failures is told with its place",
    arguments: [
      (
        "errors.terminal-once\n",
        "list.txt:1:21: error: 'errors.terminal-once' is followed by no case"
      ),
      ("# a\n nothing x\n", "list.txt:2:2: error: there is no rule or problem 'nothing'"),
      ("SubjectHung a\nSubjectHung a\n", "list.txt:2:13: error: 'a' stands already in line 1"),
    ])
  func knownFailing(_ text: String, _ expected: String) throws {
    let root = try SmallScenarios.root()
    try root.write(text, to: "list.txt")
    let call = MemoryCall(["run", "--known-failing", "list.txt"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.hasPrefix(expected), "\(call.errors)")
  }

  @Test("that is no list of known failures is told with its path")
  func unreadableList() throws {
    let root = try SmallScenarios.root()
    try root.write(Data("# \u{E9}\n#".utf8) + Data([0xC3]), to: "bytes.txt")
    try root.write(Data(repeating: 0x23, count: 1_048_577), to: "long.txt")
    for (path, expected) in [
      ("absent.txt", "sluice: 'absent.txt' can't be read: "),
      ("Scenarios", "sluice: 'Scenarios' can't be read: it is a directory"),
      ("bytes.txt", "bytes.txt:2:2: error: a byte that is not UTF-8"),
      ("long.txt", "sluice: 'long.txt' has more than 1048576 bytes"),
    ] {
      let call = MemoryCall(["run", "--known-failing", path], in: root.path)
      #expect(call.exitCode == .usage)
      #expect(call.errors.hasPrefix(expected), "\(call.errors)")
    }
  }
}
