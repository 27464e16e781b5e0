import Foundation
import ShippedGate
import ShippedProducts
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import Testing

/// What `sluice coverage --format json` says of a stream.
struct CoveredStream: Decodable {
  struct Pair: Decodable {
    var stimuli: [String]
    var isPossible: Bool
    var cases: Int
    var firstCase: String?
  }

  struct Inside: Decodable {
    var stimulus: String
    var call: String
    var isCertain: Bool
    var cases: Int
    var firstCase: String?
  }

  struct Interruption: Decodable {
    var id: String
  }

  var subject: String
  var stream: String
  var cases: Int
  var racing: Int
  var isComplete: Bool
  var pairs: [Pair]
  var insides: [Inside]
  var interruptions: [Interruption]

  /// The pairs that have raced, as `value/cancel 2`, with the number of cases.
  var raced: [String] {
    pairs.filter { pair in pair.cases > 0 }
      .map { pair in "\(pair.stimuli.joined(separator: "/")) \(pair.cases)" }
  }

  /// The pairs that can race and never did.
  var empty: [String] {
    pairs.filter { pair in pair.isPossible && pair.cases == 0 }
      .map { pair in pair.stimuli.joined(separator: "/") }
  }

  /// What has come inside calls, as `value in first add 2`, with the number of cases.
  var cameInside: [String] {
    insides.filter { inside in inside.cases > 0 }
      .map { inside in "\(inside.stimulus) in \(inside.call) \(inside.cases)" }
  }

  /// What has to come inside calls and never did.
  var neverInside: [String] {
    insides.filter { inside in inside.isCertain && inside.cases == 0 }
      .map { inside in "\(inside.stimulus) in \(inside.call)" }
  }

  static func all(in output: String) throws -> [CoveredStream] {
    try output.split(separator: "\n").map { line in
      try JSONDecoder().decode(CoveredStream.self, from: Data(line.utf8))
    }
  }
}

@Suite("Coverage of races")
struct CoverageTests {
  static let path = "Scenarios/listener/cancellation/small.scenario"

  /// A tree with one case, whose timeline is given.
  static func root(_ lines: String...) throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    let timeline = lines.map { line in "    \(line)\n" }.joined()
    try root.write("format 1\n\nscenario \"a case\"\n  timeline\n\(timeline)", to: path)
    return root
  }

  static func covered(
    _ root: TemporaryFolder, _ words: [String] = []
  ) throws -> CoveredStream {
    let call = MemoryCall(
      ["coverage", "--isolation", "none", "--format", "json"] + words + ["Scenarios"],
      in: root.path)
    #expect(call.exitCode == .success, "\(call.errors)")
    let streams = try CoveredStream.all(in: call.output)
    #expect(streams.count == 1)
    return try #require(streams.first)
  }

  @Test("counts a pair whose two orders were played")
  func bothOrders() throws {
    let root = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added",
      "@10ms race listener.send(1, way: late)", "race cancel S")
    let stream = try Self.covered(root)
    #expect(stream.raced == ["value/cancel 1"])
    #expect(stream.pairs.first { pair in pair.cases == 1 }?.firstCase?.hasSuffix("a case") == true)
    #expect(stream.racing == 1 && stream.cases == 1 && !stream.isComplete)
  }

  @Test(
    "counts nothing of lines that stand beside one another, and are played in one order alone",
    arguments: ["", "now "])
  func neighbours(_ mode: String) throws {
    let root = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added",
      "@10ms listener.send(1)", "\(mode)cancel S")
    #expect(try Self.covered(root).raced == [])
  }

  @Test("counts nothing of lines that race at different instants")
  func instants() throws {
    let root = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added",
      "@10ms race listener.send(1, way: late)", "@11ms race cancel S")
    #expect(try Self.covered(root).raced == [])
    // Whether the consumer has left its loop when it is cancelled is open, but not at one instant.
    let late = try Self.root(
      "@0ms  S = listener.values() lenient busy 10ms", "listener.send(1)", "@10ms race break S",
      "race listener.send(2)", "@15ms cancel S")
    #expect(try Self.covered(late).raced == [])
  }

  @Test("counts nothing of a race that is played under one schedule")
  func oneSchedule() throws {
    let root = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added",
      "@10ms race listener.send(1, way: late)", "race cancel S")
    #expect(try Self.covered(root, ["--schedules", "0"]).raced == [])
  }

  @Test("counts nothing of a case that forces its schedule")
  func forced() throws {
    let root = try TemporaryFolder()
    try root.write(
      """
      format 1

      scenario "a case"
        schedule
          | at   | ready                                         | run                 |
          | 10ms | [stimulus.listener.send#1, stimulus.cancel#1] | stimulus.cancel#1   |
        timeline
          @0ms  S = listener.values() lenient
                expect S added
          @10ms race listener.send(1, way: late)
                race cancel S

      """, to: Self.path)
    #expect(try Self.covered(root).raced == [])
  }

  @Test("counts two stimuli of different consumers only where one is an add or both are of a kind")
  func consumers() throws {
    let root = try Self.root(
      "@0ms  S = listener.values() lenient manual", "T = listener.values() lenient", "pull S",
      "expect S added", "expect T added", "listener.send(1)", "@10ms race drop S", "race cancel T")
    #expect(try Self.covered(root).raced == [])
    let joining = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added", "@10ms race cancel S",
      "race T = listener.values() lenient")
    #expect(try Self.covered(joining).raced == ["add/cancel 1"])
    let alike = try Self.root(
      "@0ms  S = listener.values() lenient", "T = listener.values() lenient", "expect S added",
      "expect T added", "@10ms race cancel S", "race cancel T")
    #expect(try Self.covered(alike).raced == ["cancel/cancel 1"])
  }

  @Test("counts two adds of a shared stream only where two readers of one idle stream begin")
  func readers() throws {
    let shared = ["--subject", "right-shares-by-hand"]
    let opened = try Self.root(
      "@0ms  race S = listener.values() lenient", "race T = listener.values() lenient")
    #expect(try Self.covered(opened, shared).raced == [])
    // Of streams that share nothing that is what the cell says.
    #expect(try Self.covered(opened).raced == ["add/add 1"])
    let idle = try Self.root(
      "@0ms  S = listener.values() lenient held manual", "T = iterate S lenient manual",
      "@10ms race pull S", "race pull T")
    #expect(try Self.covered(idle, shared).raced == ["add/add 1"])
    let running = try Self.root(
      "@0ms  R = listener.values() lenient held", "S = iterate R lenient manual",
      "T = iterate R lenient manual", "@10ms race pull S", "race pull T")
    #expect(try Self.covered(running, shared).raced == [])
  }

  @Test("counts an error and an end of which each keeps the other from being told")
  func finals() throws {
    let root = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added",
      "@10ms race listener.fail(unavailable)", "race listener.finish()")
    #expect(try Self.covered(root).raced == ["error/end 1"])
  }

  @Test("counts nothing of what comes instead of something else, and never with it")
  func alternatives() throws {
    let root = try TemporaryFolder()
    try root.write(
      """
      format 1

      scenario "a case"
        timeline
          @0ms  S = listener.values() lenient
                expect S added
                listener.offline()
          @10ms race listener.put(1)
                race listener.put(2)
                listener.online()

      """, to: "Scenarios/listener/integration/small.scenario")
    // Either value is told, depending on the order: the newest that was missed.
    let stream = try Self.covered(root)
    #expect(stream.cases == 1 && stream.raced == [])
  }

  @Test("goes on to the end where all schedules are asked for")
  func everySchedule() throws {
    let root = try Self.root(
      "@0ms  S = listener.values() lenient", "T = listener.values() lenient", "expect S added",
      "expect T added", "@10ms race cancel S", "race cancel T", "race listener.send(1)")
    let stream = try Self.covered(root, ["--schedules", "all"])
    #expect(stream.raced == ["value/cancel 1", "cancel/cancel 1"])
  }

  @Test("tells a break and a drop from a loop that ends by itself")
  func leaving() throws {
    let ended = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added",
      "@10ms race listener.finish()", "race listener.send(1)")
    #expect(try Self.covered(ended).raced == ["value/end 1"])
    let broken = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added", "break S",
      "@10ms race listener.send(1)", "race listener.send(2)")
    #expect(try Self.covered(broken).raced == ["value/value 1", "value/break 1"])
    let dropped = try Self.root(
      "@0ms  S = listener.values() lenient manual", "pull S", "expect S added",
      "listener.send(1)", "@10ms race drop S", "race listener.send(2)")
    #expect(try Self.covered(dropped).raced == ["value/drop 1"])
  }

  @Test("knows from a stream's declaration, and from who can close its source, what can't race")
  func possible() throws {
    let products = ShippedGate.products
    func possible(_ stream: String, among products: [Product]) throws -> [Stimulus] {
      try #require(
        ShippedGate.subjects.first { subject in
          subject.name == "reference" && subject.stream == stream
        }
      ).possibleStimuli(among: products)
    }
    let always: [Stimulus] = [.value, .add, .cancel, .break, .drop]
    #expect(try possible("listener.values", among: products) == Stimulus.allCases)
    #expect(try possible("device.lifecycle", among: products) == always)
    #expect(try possible("websocket.messages", among: []) == Stimulus.allCases)
    // Whether an app can be deleted is the program's business.
    let auth = try possible("auth.state-changes", among: products)
    #expect(auth == [.value, .end, .add, .cancel, .break, .drop])
    #expect(try possible("auth.state-changes", among: [AuthProduct.product]) == always)
  }

  @Test("is a table for people, in which what never raced is not what can't")
  func table() throws {
    let root = try TemporaryFolder()
    try root.write(
      """
      format 1

      scenario "a case"
        timeline
          @0ms  S = device.lifecycle() lenient
                expect S added
          @10ms race device.app(background)
                race cancel S

      """, to: "Scenarios/device/integration/small.scenario")
    let call = MemoryCall(["coverage", "--isolation", "none", "Scenarios"], in: root.path)
    #expect(call.errors == "")
    #expect(
      call.output == """
        device.lifecycle of 'reference', 1 case: 1 of 15 pairs raced

                  value  error    end    add  cancel  break   drop
          value       0
          error       -      -
          end         -      -      -
          add         0      -      -      0
          cancel      1      -      -      0       0
          break       0      -      -      0       0      0
          drop        0      -      -      0       0      0      0

          inside calls, 0 of 4:

                       value   error     end  cancel
          first add        0       -       -       0
          last add         -       -       -       -
          first remove     0       -       -       0
          last remove      -       -       -       -

          never raced: value/value, value/add, value/break, value/drop, add/add,
          add/cancel, add/break, add/drop, cancel/cancel, cancel/break, cancel/drop,
          break/break, break/drop, drop/drop

          never came inside: value/first add, cancel/first add, value/first remove,
          cancel/first remove

        1 stream: 1 of 15 pairs raced, 0 of 4 came inside calls

        """)
  }

  @Test("fails where a pair is empty, if that is asked for")
  func floor() throws {
    let root = try SmallScenarios.root()
    let words = ["coverage", "--isolation", "none", "Scenarios"]
    #expect(MemoryCall(words, in: root.path).exitCode == .success)
    #expect(MemoryCall(words + ["--fail-on-empty"], in: root.path).exitCode == .failure)
  }

  @Test("without words lists every stream, also one that no case is about")
  func untouched() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(
      ["coverage", "--isolation", "none", "--format", "json"], in: root.path)
    let streams = try CoveredStream.all(in: call.output)
    #expect(streams.count == 18)
    #expect(
      streams.filter { stream in stream.cases > 0 }.map(\.stream) == ["listener.values"])
  }

  @Test("is there in a program of one's own")
  func ownGate() throws {
    let gate = Harness(name: "gate", subjects: [OwnStreams.right])
    let root = try Self.root(
      "@0ms  S = listener.values() lenient", "expect S added",
      "@10ms race listener.send(1, way: late)", "race cancel S")
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    let call = MemoryCall(
      ["coverage", "--isolation", "none", "--format", "json", "Scenarios"], of: gate,
      in: root.path)
    #expect(call.exitCode == .success, "\(call.errors)")
    let stream = try #require(try CoveredStream.all(in: call.output).first)
    #expect(stream.raced == ["value/cancel 1"])
    #expect(stream.subject != "reference")
  }
}
