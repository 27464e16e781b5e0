import SluiceRunner
import SluiceText
import Testing

@Suite("Worker conversation")
struct WorkerConversationTests {
  private typealias Sign = WorkerConversation.Sign

  /// A conversation in the given state, reached by lines alone.
  private func conversation(in state: WorkerConversation.State) -> WorkerConversation {
    var conversation = WorkerConversation()
    if state == .starting { return conversation }
    _ = conversation.hear(.text("ready"))
    if state == .idle { return conversation }
    conversation.ask(7)
    if state == .asked(7) { return conversation }
    _ = conversation.hear(.text("began 7"))
    if state == .busy(7) { return conversation }
    _ = conversation.hear(.text("answer 7 {}"))
    return conversation
  }

  @Test("does not take a sign of life within a line for the place where a run is")
  func signOfLife() {
    var conversation = conversation(in: .busy(7))
    _ = conversation.hear(.text("progress 7 line 3"))
    #expect(conversation.hear(.text("progress 7 goes on")) == .alive)
    #expect(conversation.lastProgress == "line 3")
  }

  @Test(
    "accepts each line in one state only",
    arguments: [
      WorkerConversation.State.starting, .idle, .asked(7), .busy(7), .answered(7, "{}"),
    ])
  func lines(_ state: WorkerConversation.State) {
    let accepted: [String: (WorkerConversation.State, Sign)] = [
      "ready": (.starting, .ready),
      "began 7": (.asked(7), .alive),
      "progress 7 half way": (.busy(7), .alive),
      "answer 7 {}": (.busy(7), .alive),
      "ended 7": (.answered(7, "{}"), .answered("{}")),
    ]
    let never = [
      "began 6", "progress 6 x", "crash 6 x", "answer 8 x", "ended 6", "ended 7 x", "answer x",
      "request 7 x",
      "", "x",
    ]
    for line in accepted.keys.sorted() + never {
      var conversation = conversation(in: state)
      #expect(conversation.state == state)
      let sign = conversation.hear(.text(line))
      let expected = accepted[line].flatMap { right, sign in right == state ? sign : nil }
      #expect(sign == expected ?? .incoherent(line: line), "\(line) while \(state)")
    }
  }

  @Test("takes an unusable line for incoherent in every state")
  func unusable() {
    for state in [
      WorkerConversation.State.starting, .idle, .asked(7), .busy(7), .answered(7, "{}"),
    ] {
      var conversation = conversation(in: state)
      #expect(conversation.hear(.unusable("?")) == .incoherent(line: "?"))
    }
  }

  @Test("remembers the last progress of the present request only")
  func progress() {
    var conversation = conversation(in: .busy(7))
    _ = conversation.hear(.text("progress 7 one"))
    _ = conversation.hear(.text("progress 7 two  words "))
    #expect(conversation.lastProgress == "two  words ")
    _ = conversation.hear(.text("answer 7 x"))
    _ = conversation.hear(.text("ended 7"))
    conversation.ask(8)
    #expect(conversation.lastProgress == nil)
  }

  @Test("keeps what is told of the log of the present request")
  func log() throws {
    var conversation = conversation(in: .busy(7))
    #expect(conversation.hear(.text("progress 7 log: 0ms 1 opens")) == .alive)
    #expect(conversation.log == ["0ms 1 opens"])
    #expect(conversation.toldEntries == 1)
    let picture = LogPicture(lanes: [], rows: [LogPicture.Row(time: "0ms", step: 1)])
    let line = "progress 7 picture: \(try CaseLine.encode(picture))"
    #expect(conversation.hear(.text(line)) == .alive)
    #expect(conversation.picture == picture)
    #expect(conversation.hear(.text("crash 7 a.b()\tc.d()")) == .alive)
    #expect(conversation.crash == ["a.b()", "c.d()"])
    #expect(conversation.lastProgress == nil)
    _ = conversation.hear(.text("answer 7 x"))
    _ = conversation.hear(.text("ended 7"))
    conversation.ask(8)
    #expect(conversation.log.isEmpty)
    #expect(conversation.toldEntries == 0)
    #expect(conversation.picture == nil)
    #expect(conversation.crash.isEmpty)
  }

  @Test("takes a picture for incoherent that is none, or has a lane that is not there")
  func noPicture() {
    let lines = [
      "progress 7 picture: x",
      #"progress 7 picture: {"lanes":[],"rows":[],"blamed":-1}"#,
    ]
    for line in lines {
      var conversation = conversation(in: .busy(7))
      #expect(conversation.hear(.text(line)) == .incoherent(line: line))
    }
  }

  @Test("is spent only when it has served and has not begun again")
  func spent() {
    var conversation = conversation(in: .asked(7))
    #expect(!conversation.isSpent)
    _ = conversation.hear(.text("began 7"))
    #expect(!conversation.isSpent)
    _ = conversation.hear(.text("answer 7 x"))
    _ = conversation.hear(.text("ended 7"))
    #expect(!conversation.isSpent)
    conversation.ask(8)
    #expect(conversation.isSpent)
    _ = conversation.hear(.text("began 8"))
    #expect(!conversation.isSpent)
  }
}
