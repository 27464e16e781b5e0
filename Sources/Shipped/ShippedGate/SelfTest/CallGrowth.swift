import Glibc
import SluiceHarness

/// Inputs of calls that grow, to see that the time of a call grows no faster than they do.
///
/// Time is that of this process on its processors, and only times of one run are compared, so
/// neither the machine nor its load has a say.
package struct CallGrowth: Sendable {
  /// What grows.
  package let name: String
  /// The call with so many pieces.
  private let make: @Sendable (Int) -> MutatedCall

  /// The sizes are powers of this number.
  private static let step = 4
  /// The first size.
  private static let first = 1 << 8
  /// The greatest size.
  private static let last = 1 << 18
  /// The time in microseconds from which two sizes are compared, and no greater one is tried.
  private static let telling = 100_000
  /// How much longer a call may take whose input is four times as long; with the square of the
  /// length it would take sixteen times as long.
  private static let most = 10.0

  private init(_ name: String, _ make: @escaping @Sendable (Int) -> MutatedCall) {
    self.name = name
    self.make = make
  }

  /// What grows too fast; nil if nothing does.
  ///
  /// - Parameter reading: Makes the calls.
  /// - Returns: The last two sizes with their times.
  /// - Throws: What the system says if the files of a call can't be written.
  package func problem(in reading: CallReading) throws -> String? {
    var size = Self.first
    var before = try time(of: size, in: reading)
    while size < Self.last {
      size *= Self.step
      let time = try time(of: size, in: reading)
      guard time >= Self.telling else {
        before = time
        continue
      }
      let ratio = Double(time) / Double(max(1, before))
      guard ratio > Self.most else { return nil }
      return "\(name): \(size) pieces take \(time) µs, and \(size / Self.step) take \(before) µs"
    }
    return nil
  }

  /// The least time of some calls alike, in microseconds.
  private func time(of size: Int, in reading: CallReading) throws -> Int {
    let call = make(size)
    try reading.write(call.files)
    defer { reading.removeFiles() }
    let times = (0..<3).map { _ in
      let start = clock()
      _ = reading.answer(to: call)
      return clock() - start
    }
    return times.min() ?? 0
  }
}

extension CallGrowth {
  /// Everything that grows.
  package static let all: [CallGrowth] = words + files + variables

  private static let words = [
    CallGrowth("alternatives of a filter") { size in
      filter(Array(repeating: "tag:plain", count: size).joined(separator: " | "))
    },
    CallGrowth("stars of a filter") { size in
      filter("id:\"" + String(repeating: "*a", count: size) + "\"")
    },
    CallGrowth("question marks of a filter") { size in
      filter("id:\"*" + String(repeating: "?", count: size) + "\"")
    },
    CallGrowth("negations of a filter") { size in
      filter(String(repeating: "!", count: size) + "tag:plain")
    },
    CallGrowth("brackets of a filter") { size in
      filter(String(repeating: "(", count: size))
    },
    CallGrowth("mistakes of a filter") { size in filter(String(repeating: "& ", count: size)) },
    CallGrowth("departures of a schedule") { size in
      let parts = (0..<size).map { number in "\(number + 2)@0.01s:a#1<b#2" }
      return MutatedCall(
        kind: .schedule,
        words: CallCorpus.replay + ["--schedule=\(parts.joined(separator: ";"))"])
    },
    CallGrowth("a part of a schedule") { size in
      let part = "2@0.01s:" + String(repeating: "a.", count: size) + "#1<b#2"
      return MutatedCall(kind: .schedule, words: CallCorpus.replay + ["--schedule=\(part)"])
    },
    CallGrowth("digits of a shard") { size in
      MutatedCall(
        kind: .shard,
        words: CallCorpus.run + ["--shard=\(String(repeating: "1", count: size))/2"])
    },
    CallGrowth("slashes of a shard") { size in
      MutatedCall(
        kind: .shard, words: CallCorpus.run + ["--shard=\(String(repeating: "/", count: size))"])
    },
    CallGrowth("an unknown option") { size in
      MutatedCall(kind: .shard, words: ["run", "--" + String(repeating: "shard", count: size)])
    },
    CallGrowth("an unknown command") { size in
      MutatedCall(kind: .shard, words: [String(repeating: "run", count: size)])
    },
    CallGrowth("an unknown subject") { size in
      MutatedCall(
        kind: .filter,
        words: ["list", "--subject=\(String(repeating: "reference", count: size))"])
    },
    CallGrowth("patterns of ids") { size in
      MutatedCall(kind: .filter, words: ["list"] + Array(repeating: "listener/*/x", count: size))
    },
  ]

  private static let files = [
    CallGrowth("keys of the configuration") { size in
      configuration("{" + (0..<size).map { "\"a\($0)\": 1" }.joined(separator: ",\n") + "}")
    },
    CallGrowth("profiles of the configuration") { size in
      let profiles = (0..<size).map { number in "\"p\(number)\": {\"jobs\": 1}" }
      return configuration("{\"profiles\": {\(profiles.joined(separator: ","))}}")
    },
    CallGrowth("a text of the configuration") { size in
      configuration("{\"filter\": \"" + String(repeating: "\\u0041", count: size) + "\"}")
    },
    CallGrowth("reports of the configuration") { size in
      let reports = (0..<size).map { number in "\"tap=\(number)\"" }
      return configuration("{\"report\": [\(reports.joined(separator: ","))]}")
    },
    CallGrowth("quotes of a spoilt configuration") { size in
      configuration("{" + String(repeating: "\"a\" ", count: size))
    },
    CallGrowth("brackets of the configuration") { size in
      configuration(String(repeating: "[", count: size))
    },
    CallGrowth("entries of a list") { size in
      let entries = (0..<size).map { number in "any listener/unit/a/\(number)\n" }
      return list(entries.joined())
    },
    CallGrowth("causes of an entry") { size in
      list("SubjectHung" + String(repeating: "|SubjectHung", count: size) + " a/b\n")
    },
    CallGrowth("an entry of a list") { size in
      list("any " + String(repeating: "a/", count: size) + "\n")
    },
    CallGrowth("lines of a schedule") { size in
      let lines = (0..<size).map { number in "\(number + 2)@0.01s:a#1<b#2\n" }
      return MutatedCall(
        kind: .schedule, words: CallCorpus.replay + ["--schedule", "@some.schedule"],
        files: ["some.schedule": Array(lines.joined().utf8)])
    },
  ]

  private static let variables = [
    CallGrowth("stars of a pattern of Bazel's") { size in
      variable("TESTBRIDGE_TEST_ONLY", String(repeating: "*a", count: size))
    },
    CallGrowth("digits of an engine's number") { size in
      variable("CI_NODE_INDEX", String(repeating: "1", count: size), "CI_NODE_TOTAL")
    },
    CallGrowth("a value that an engine might obey") { size in
      variable("SLUICE_FILTER", String(repeating: "##vso[", count: size), "TF_BUILD")
    },
    CallGrowth("unknown variables") { size in
      var call = MutatedCall(kind: .variables, words: ["list"])
      for number in 0..<size { call.variables["SLUICE_JOB\(number)"] = "1" }
      return call
    },
    CallGrowth("the columns") { size in
      variable("COLUMNS", String(repeating: "1", count: size))
    },
  ]

  private static func filter(_ text: String) -> MutatedCall {
    MutatedCall(kind: .filter, words: ["list", "--filter=\(text)"])
  }

  private static func configuration(_ text: String) -> MutatedCall {
    MutatedCall(
      kind: .configuration, words: ["list"], files: ["sluice.json": Array(text.utf8)])
  }

  private static func list(_ text: String) -> MutatedCall {
    MutatedCall(
      kind: .list, words: CallCorpus.run + ["--known-failing", "known.txt"],
      files: ["known.txt": Array(text.utf8)])
  }

  private static func variable(
    _ name: String, _ value: String, _ other: String = "CI"
  ) -> MutatedCall {
    MutatedCall(
      kind: .variables, words: CallCorpus.run + ["--shard", "auto"],
      variables: [name: value, other: "2"])
  }
}
