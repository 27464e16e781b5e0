import ReferenceStreams
import Testing

@Suite("ListenerStateMachine")
struct ListenerStateMachineTests {
  typealias Machine = ListenerStateMachine<Int, TestError, Int>

  struct TestError: Error {}

  /// Something that can happen to an iteration.
  enum Step: CaseIterable {
    case begin
    case added
    case addedAll
    case addThrew
    case value
    case failure
    case finish
    case drop
    case drain
    case ask
  }

  /// A machine with a ledger of what it was given and what it said to do.
  struct Ledger {
    var machine = Machine(listeners: [])
    var hasBegun = false
    var added = 0
    var removed = 0
    var asked = 0
    var sent = 0
    var answers: [Int: Answer] = [:]
    var taken: [Answer] = []

    enum Answer: Equatable {
      case element(Int)
      case end
      case failure
    }

    mutating func take(_ step: Step) {
      switch step {
      case .begin:
        if machine.begin() != nil { hasBegun = true }
      case .added:
        guard hasBegun else { return }
        added += 1
        carry(out: machine.added({}))
      case .addedAll: machine.addedAll()
      case .addThrew: carry(out: machine.addThrew(TestError()))
      case .value:
        sent += 1
        carry(out: machine.receive(.value(sent)))
      case .failure: carry(out: machine.receive(.terminal(.failure(TestError()))))
      case .finish: carry(out: machine.receive(.terminal(.end)))
      case .drop: carry(out: machine.cancel(.drops))
      case .drain: carry(out: machine.cancel(.drains))
      case .ask:
        guard hasBegun || isCancelled else { return }
        asked += 1
        carry(out: machine.ask(asked))
      }
      if step == .drop || step == .drain { isCancelled = true }
    }

    var isCancelled = false

    private mutating func carry(out action: Machine.Action) {
      removed += action.removals.count
      let resumptions = [action.resumption].compactMap { $0 } + action.furtherResumptions
      for (waiter, answer) in resumptions {
        let plain: Answer =
          switch answer {
          case .element(let element): .element(element)
          case .terminal(.end): .end
          case .terminal(.failure): .failure
          }
        #expect(answers[waiter] == nil, "waiter \(waiter) is answered twice")
        answers[waiter] = plain
        taken.append(plain)
      }
    }
  }

  @Test("keeps its promises in every course of five steps")
  func courses() {
    var courses = 0
    func extend(_ ledger: Ledger, depth: Int) {
      check(ledger)
      guard depth > 0 else {
        courses += 1
        return
      }
      for step in Step.allCases {
        var next = ledger
        next.take(step)
        extend(next, depth: depth - 1)
      }
    }
    extend(Ledger(), depth: 5)
    #expect(courses == 100_000)
  }

  private func check(_ ledger: Ledger) {
    var values: [Int] = []
    for case .element(let value) in ledger.taken { values.append(value) }
    let firstTerminal = ledger.taken.firstIndex { answer in answer == .end || answer == .failure }
    let tail = firstTerminal.map { index in ledger.taken[(index + 1)...] } ?? []
    let isStickyEnd = tail.allSatisfy { answer in answer == .end }
    let isOver = firstTerminal != nil
    // One expectation for all: a hundred thousand courses pass through here.
    if ledger.removed > ledger.added || values != values.sorted() || !isStickyEnd
      || isOver && ledger.removed != ledger.added
    {
      Issue.record("\(ledger)")
    }
  }

  @Test("releases what was added when it is cancelled, before and after add has returned")
  func cancelDuringAdd() {
    var ledger = Ledger()
    for step in [Step.begin, .added, .drop, .added] { ledger.take(step) }
    #expect(ledger.removed == 2)
    #expect(!ledger.machine.isAdding)
  }

  @Test("answers waiting consumers in their order, the first with the error")
  func severalWaiters() {
    var ledger = Ledger()
    for step in [Step.begin, .added, .addedAll, .ask, .ask, .ask, .value, .failure] {
      ledger.take(step)
    }
    #expect(ledger.answers == [1: .element(1), 2: .failure, 3: .end])
  }

  @Test("hands out what is buffered before the end, unless it was cancelled and drops")
  func buffered() {
    for (last, expected) in [
      (Step.finish, [Ledger.Answer.element(1), .element(2), .end]),
      (.failure, [.element(1), .element(2), .failure]),
      (.drain, [.element(1), .element(2), .end]), (.drop, [.end, .end, .end]),
    ] {
      var ledger = Ledger()
      for step in [Step.begin, .added, .addedAll, .value, .value, last, .ask, .ask, .ask] {
        ledger.take(step)
      }
      #expect(ledger.taken == expected)
    }
  }
}
