import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Refused write")
struct RetryTests {
  /// The codes of reasons that may pass.
  static let transient: [FirestoreErrorCode.Code] = [
    .cancelled, .unknown, .deadlineExceeded, .resourceExhausted, .internal, .unavailable,
    .unauthenticated, .aborted,
  ]
  static let permanent = FirestoreErrorCode.Code.allCases.filter { code in
    code != .OK && !transient.contains(code)
  }

  @Test(
    "whose reason may pass arrives when it has, once and in order, and no listener sees it go",
    arguments: transient)
  func passing(code: FirestoreErrorCode.Code) throws {
    let latency = FirestoreLatency(write: .milliseconds(20), watch: .milliseconds(20))
    try World.run(latency: latency, schedule: 7) { world in
      let listener = world.listen("cities/SF", metadata: true)
      let other = world.firestore.collection("log")
      world.settle()
      _ = listener.news
      try world.emulator.deny("cities", [.write], code: code)
      let answers = (0..<3).map { _ in Answer() }
      let city = world.firestore.document("cities/SF")
      city.setData(["n": FieldValue.increment(Int64(1))], merge: true) { answers[0]($0) }
      city.updateData(["n": FieldValue.increment(Int64(10))]) { answers[1]($0) }
      // Behind the two, although nothing is denied there.
      other.document("1").setData(["n": 1]) { answers[2]($0) }
      world.settle()
      #expect(listener.news == ["doc({n: 1}, pending: true)", "doc({n: 11}, pending: true)"])
      world.pass(.seconds(600))
      #expect(listener.news.isEmpty)
      #expect(answers.map(\.line) == ["none", "none", "none"])
      #expect(try world.emulator.contents(of: "log/1") == .null)
      try world.emulator.allow("cities")
      world.pass(.seconds(91))
      #expect(answers.map(\.line) == ["ok", "ok", "ok"])
      #expect(try world.emulator.contents(of: "cities/SF") == .members([("n", .integer(11))]))
      #expect(listener.news == ["doc({n: 11})"])
      world.pass(.seconds(600))
      #expect(listener.news.isEmpty)
    }
  }

  @Test("whose reason stays is taken back at once", arguments: permanent)
  func lasting(code: FirestoreErrorCode.Code) throws {
    try World.run { world in
      let listener = world.listen("cities/SF")
      world.settle()
      _ = listener.news
      try world.emulator.deny("cities", [.write], code: code)
      let answer = Answer()
      world.firestore.document("cities/SF").setData(["n": 1]) { answer($0) }
      world.settle()
      #expect(listener.news == ["doc({n: 1}, pending: true)", "doc(null)"])
      #expect(answer.line == code.scenarioName)
    }
  }

  @Test("waits the longest at once where the server has too much to do")
  func overburdened() throws {
    try World.run { world in
      try world.emulator.deny("cities", [.write], code: .resourceExhausted)
      let answer = Answer()
      world.firestore.document("cities/SF").setData(["n": 1]) { answer($0) }
      world.settle()
      try world.emulator.allow("cities")
      world.pass(.milliseconds(29_999))
      #expect(answer.line == "none")
      world.pass(.milliseconds(60_001))
      #expect(answer.line == "ok")
    }
  }

  @Test("is sent at once with a new connection, and the waits begin anew")
  func reconnection() throws {
    try World.run { world in
      try world.emulator.deny("cities", [.write], code: .unavailable)
      let answer = Answer()
      world.firestore.document("cities/SF").setData(["n": 1]) { answer($0) }
      world.pass(.seconds(300))
      try world.emulator.allow("cities")
      world.firestore.disableNetwork()
      world.settle()
      world.firestore.enableNetwork()
      world.settle()
      #expect(answer.line == "ok")
    }
  }

  @Test("is sent again soon where another one was taken before it")
  func success() throws {
    try World.run { world in
      try world.emulator.deny("cities", [.write], code: .unavailable)
      let answers = (0..<2).map { _ in Answer() }
      world.firestore.document("cities/SF").setData(["n": 1]) { answers[0]($0) }
      world.pass(.seconds(600))
      try world.emulator.allow("cities")
      world.pass(.seconds(90))
      #expect(answers[0].line == "ok")
      try world.emulator.deny("cities", [.write], code: .unavailable)
      world.firestore.document("cities/SF").setData(["n": 2]) { answers[1]($0) }
      world.settle()
      try world.emulator.allow("cities")
      world.settle()
      #expect(answers[1].line == "none")
      world.pass(.milliseconds(1500))
      #expect(answers[1].line == "ok")
    }
  }

  @Test("is sent again at instants that follow from the seed")
  func seeds() throws {
    var instants: [[Instant]] = []
    for seed in [1, 1, 2] as [UInt64] {
      try World.run(schedule: seed) { world in
        try world.emulator.deny("cities", [.write], code: .unavailable)
        let listener = world.listen("cities/SF", metadata: true)
        for number in 0..<5 {
          world.firestore.document("cities/SF").setData(["n": number])
          world.pass(.seconds(10))
          try world.emulator.allow("cities")
          world.pass(.seconds(60))
          try world.emulator.deny("cities", [.write], code: .unavailable)
        }
        instants.append(listener.instants)
      }
    }
    #expect(instants[0] == instants[1])
    #expect(instants[0] != instants[2])
  }
}
