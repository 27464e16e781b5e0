import CBlockingCalls
import Dispatch
import Foundation
import SluiceSimulation
import Testing

/// A gate that is passed by one of the system's calls that block.
final class Gate: Sendable {
  private let gate: blocking_gate
  private let call: BlockingCall

  init(_ call: BlockingCall) {
    self.call = call
    gate = blocking_gate_make(call.call)
  }

  deinit { blocking_gate_free(gate) }

  /// Signals, or holds on to what is waited for until it may let go.
  func hold() { blocking_gate_hold(gate) }

  func awaitHeld() { blocking_gate_await_held(gate) }

  func letGo() { blocking_gate_let_go(gate) }

  /// Has somebody else let the gate be passed after so many seconds.
  func open(afterSeconds seconds: Int) {
    let delay = DispatchTime.now() + .seconds(seconds)
    guard call.isLock else {
      return DispatchQueue.global().asyncAfter(deadline: delay) { self.hold() }
    }
    DispatchQueue.global().async { self.hold() }
    DispatchQueue.global().asyncAfter(deadline: delay) { self.letGo() }
    awaitHeld()
  }

  @discardableResult
  func pass(seconds: Int = -1) -> Bool {
    blocking_gate_pass(gate, seconds < 0 ? -1 : seconds * 1_000)
  }

  func takeTwice() { blocking_gate_take_twice(gate) }
}

/// One of the calls.
struct BlockingCall: Sendable, CustomTestStringConvertible {
  let call: blocking_call
  let testDescription: String

  var isLock: Bool { blocking_call_is_lock(call) }
  var hasLimit: Bool { blocking_call_has_limit(call) }
  /// Whether it can wait for ever; the others have a limit always.
  var canBeForEver: Bool {
    !hasLimit || (BLOCKING_POLL.rawValue...BLOCKING_EPOLL_PWAIT.rawValue).contains(call.rawValue)
  }

  static let all = (0..<BLOCKING_CALLS.rawValue).map(blocking_call.init(rawValue:))
    .filter(blocking_call_is_simulated).map { call in
      // The library's own text, which is constant.
      BlockingCall(call: call, testDescription: unsafe String(cString: blocking_call_name(call)))
    }

  static let withLimit = all.filter(\.hasLimit)
  static let forEver = all.filter(\.canBeForEver)
}

@Suite("Blocking calls")
struct BlockingCallTests {
  @Test(
    "let other events happen, and end when what they wait for comes", arguments: BlockingCall.all)
  func passed(_ call: BlockingCall) async {
    let (outcome, log) = await record { log in
      let gate = Gate(call)
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        log.append("other \(milliseconds)")
      }
      gate.open(afterSeconds: 2)
      log.append("\(gate.pass(seconds: call.hasLimit ? 10 : -1)) \(milliseconds)")
    }
    #expect(outcome == .finished)
    #expect(log == ["other 1000", "true 2000"])
  }

  @Test("end at their limits, in virtual time", arguments: BlockingCall.withLimit)
  func limited(_ call: BlockingCall) async {
    let (outcome, log) = await record { log in
      let gate = Gate(call)
      gate.open(afterSeconds: 3)
      log.append("\(gate.pass(seconds: 1)) \(milliseconds)")
      log.append("\(gate.pass(seconds: 0)) \(milliseconds)")
      log.append("\(gate.pass(seconds: 10)) \(milliseconds)")
    }
    #expect(outcome == .finished)
    #expect(log == ["false 1000", "false 1000", "true 3000"])
  }

  @Test("of which nobody will let one pass are a deadlock", arguments: BlockingCall.forEver)
  func forEver(_ call: BlockingCall) async {
    let (outcome, log) = await record { log in
      let gate = Gate(call)
      if call.isLock {
        DispatchQueue.global().async { gate.hold() }
        gate.awaitHeld()
      }
      gate.pass()
      log.append("went on")
    }
    guard case .deadlocked(let waits) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(waits.contains { wait in wait.event == EventName(label: "body", ordinal: 1) })
    #expect(log.isEmpty)
  }

  @Test("say what they wait for")
  func kinds() async {
    var kinds: [BlockedWait.Kind] = []
    for call in [
      BLOCKING_SEM_WAIT, BLOCKING_POLL, BLOCKING_EPOLL_WAIT, BLOCKING_WRLOCK,
      BLOCKING_PTHREAD_ONCE,
    ] {
      let call = BlockingCall(call: call, testDescription: "")
      let outcome = await Simulation().run {
        let gate = Gate(call)
        if call.isLock {
          DispatchQueue.global().async { gate.hold() }
          gate.awaitHeld()
        }
        gate.pass()
      }
      guard case .deadlocked(let waits) = outcome else { continue }
      kinds += waits.filter { wait in wait.event.ordinal == 1 }.map(\.kind)
    }
    #expect(kinds == [.semaphore, .descriptor, .descriptor, .lock, .making])
  }

  @Test("a read-write lock that its own thread holds")
  func ownLock() async {
    let (outcome, _) = await record { _ in
      Gate(BlockingCall(call: BLOCKING_WRLOCK, testDescription: "")).takeTwice()
    }
    let event = EventName(label: "body", ordinal: 1)
    #expect(outcome == .deadlocked([BlockedWait(event: event, kind: .ownLock)]))
  }

  @Test("poll and select of nothing are sleeps, and without a limit a deadlock")
  func nothing() async {
    let (outcome, log) = await record { log in
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { log.append("other") }
      log.append("\(poll(nil, 0, 2_000)) \(milliseconds)")
      poll(nil, 0, -1)
    }
    let event = EventName(label: "body", ordinal: 1)
    #expect(log == ["other", "0 2000"])
    #expect(outcome == .deadlocked([BlockedWait(event: event, kind: .descriptor)]))
  }

  @Test("on a line of the script's own take their limits for real ones")
  func script() {
    let outside = OutsideThread()
    for call in BlockingCall.withLimit where !call.isLock {
      let gate = Gate(call)
      var isPassed = false
      Simulation().perform { simulation in
        outside.post {
          // Most likely not before the line waits; if it is, nothing is shown.
          for _ in 0..<1_000 { sched_yield() }
          gate.hold()
        }
        isPassed = gate.pass(seconds: 60)
        simulation.end()
      }
      #expect(isPassed, "\(call.testDescription)")
    }
  }
}

private enum Lazily {
  static let opened = DispatchSemaphore(value: 0)
  /// Its maker waits.
  static let value: Int = {
    wait(for: opened)
    return 1
  }()
  /// Made from itself.
  static let own: Int = { makeOwn() }()
  static func makeOwn() -> Int { own }
}

@Suite("Globals in the making")
struct GlobalTests {
  @Test("are waited for while their makers wait")
  func made() async {
    let (outcome, log) = await record { log in
      for name in ["first", "second"] {
        DispatchQueue.global().async { log.append("\(name) \(Lazily.value) \(milliseconds)") }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { Lazily.opened.signal() }
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(outcome == .finished)
    #expect(log == ["first 1 1000", "second 1 1000"])
  }

  @Test("that need themselves are a deadlock")
  func own() async {
    let (outcome, _) = await record { _ in _ = Lazily.own }
    let event = EventName(label: "body", ordinal: 1)
    #expect(outcome == .deadlocked([BlockedWait(event: event, kind: .making)]))
  }
}
