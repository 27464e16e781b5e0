import Sluice
import Testing

// The texts name lines of this file: what stands above a test is not moved lightly.
@Suite("The text of a failed test")
struct FailureTextTests {
  @Test("holds the rule, the line and the diagram, though the test asked for nothing")
  func leak() throws {
    let text = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(.leaks))
      station.send(21)
      reader.expect(21)
      reader.cancel()
    }
    #expect(text == Self.leak)
  }

  @Test("holds the schedule, as a table and as what replays it")
  func race() throws {
    let text = text(500) { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(.checksUnlocksAndAdds))
      stage.race { reader.cancel() }
    }
    #expect(text == Self.race)
  }

  @Test("names the declarations that would excuse a stream of Swift's own")
  func excuses() throws {
    let text = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.standard, .demand(1))
      station.send(21)
      station.send(22)
      reader.cancel()
      reader.pull(2)
      reader.expect(21, 22)
    }
    #expect(text.contains(Self.excuses))
  }

  @Test("holds what was expected, what came instead, and where nothing was")
  func expectation() throws {
    let text = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade())
      station.send(21)
      reader.expect(22)
    }
    #expect(text == Self.expectation)
  }

  private func text(
    _ schedules: TestSchedules = .canonical, _ test: @escaping (TestStage) throws -> Void
  ) -> String {
    do {
      try simulate(schedules: schedules, test)
      return "it passes"
    } catch {
      return "\(error)"
    }
  }
}

extension FakeListener<Double> {
  fileprivate var standard: AsyncStream<Double> {
    AsyncStream { continuation in
      let handle = self.addListener { value, _ in
        if let value { continuation.yield(value) } else { continuation.finish() }
      }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
}

extension FailureTextTests {
  private static let leak = """
    cancellation.suspended-removes: #1 was still registered when cancel returned
      at SluiceTests/FailureTextTests.swift:14
      rule: cancelling a consumer that waits in next() removes its registrations promptly
      usual cause: The cancellation handler wakes the consumer and does not remove the \
    listener, or calls an object of the stream that is gone.
      log   time step line  reader                  #1           backend
           0ms    1   11    opens stream
                  2         iterator, drops stream
                            next(), add #1          add {}
                            :                       |            (quiet)
                  3   12    :                       callback {}  sends 21.0
                  4         -> 21.0, next()         |
                            :                       |            (quiet)
                  5   14    cancel {                |
      >    0ms    5         } cancel                |
                  6         -> end, leaves loop     |
                            next(), -> end          |
                                                    |            (quiet)
                                                    |            (epilogue begins)
        … 12 entries left out
    """

  private static let race = """
    cancellation.removed-before-end: the consumer ended while #1 was registered
      at SluiceTests/FailureTextTests.swift:24
      rule: a cancelled consumer sees its end only when its registrations are released
      usual cause: The cancellation handler resumes the consumer first and removes after that, \
    often in a Task.
      log   time step line  reader                  #1           backend
           0ms    1   23    opens stream
                  2         iterator, drops stream
                            next(), add #1          add {
                  3   24    cancel {}               |
                            :                       } add
      >    0ms    3         -> end                  |
                            leaves loop, next()     |
                            remove #1               remove {
                            :                       |            (the fixture died)
                            :                       } remove
                            -> end
        … 13 entries left out
      schedule: 1 departure from the canonical one; found as schedule 4, with 1 departure
        schedule
          | at  | ready                        | run             |
          | 0ms | [goes-on#1, stimulus.race#1] | stimulus.race#1 |
       at 0ms the line with race (stimulus.race#1) ran before the rest of the backend's \
    call (goes-on#1)
      again: simulate(schedule: "2@0s:stimulus.race#1<goes-on#1") { … }
    """

  private static let excuses = """
      rule: a stream that declares to register on iteration adds nothing before
      usual cause: The property or the initializer of the stream already calls add. The closure \
    of AsyncStream { continuation in … } runs when the stream is made, not when it is iterated.
      declares registration: first-next; seen: access.
      If that is meant, declare it: traits.registration = .access
      also: cancellation.buffer-declared: 22.0 of #1, buffered when the consumer was cancelled, \
    was yielded
      declares buffer-on-cancel: drops; seen: drains.
      If that is meant, declare it: traits.bufferOnCancel = .drains
      log   time step line  reader
    """

  private static let expectation = """
    'reader' got 21.0, not 22.0
      at SluiceTests/FailureTextTests.swift:49
      log   time step line  reader                  #1           backend
           0ms    1   47    opens stream
                  2         iterator, drops stream
                            next(), add #1          add {}
                            :                       |            (quiet)
                  3   48    :                       callback {}  sends 21.0
      >    0ms    4         -> 21.0                 |
                            next()                  |
                            :                       |            (quiet)
                      49    :                       |            (epilogue begins)
                            cancel {                |
                              remove #1             remove {
                            :                       |            (the fixture died)
        … 17 entries left out
    """
}
