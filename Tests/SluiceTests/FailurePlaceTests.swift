import Dispatch
import Sluice
import Testing

// The texts name lines of this file: what stands above a test is not moved lightly.
@Suite("The place of a failed expectation")
struct FailurePlaceTests {
  @Test("is the answer that is not as expected, however long ago it came")
  func wrongAnswer() throws {
    let text = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade())
      let other = stage.read("other", station.handmade(), .lenient)
      station.send(21)
      station.send(22)
      for temperature in 30..<40 { station.send(Double(temperature)) }
      other.cancel()
      reader.expect(21, 23)
    }
    #expect(text == Self.wrongAnswer)
  }

  @Test("is where the run was, if nothing came")
  func nothing() throws {
    let text = text { stage in
      let station = FakeListener<Double>(on: stage)
      let other = stage.read("other", station.handmade(), .lenient)
      let reader = stage.read("reader", station.handmade())
      stage.advance(by: .milliseconds(5))
      reader.expect(22)
      other.cancel()
    }
    #expect(text.hasPrefix(Self.nothing), "\(text)")
  }

  @Test("of a condition is where the run was, with the registrations that were there")
  func condition() throws {
    let text = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade())
      station.send(21)
      reader.expect(21)
      stage.expect(station.listenerCount == 0)
    }
    #expect(text == Self.condition)
  }

  @Test("is told of a removal that comes after the end, and of none where none does")
  func lateRemoval() throws {
    let late = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.removing(after: .milliseconds(50)))
      reader.cancel()
    }
    #expect(late.hasPrefix(Self.lateRemoval), "\(late)")
    let endless = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.removing(after: .seconds(50)))
      reader.cancel()
    }
    #expect(endless.hasPrefix(Self.endlessRemoval), "\(endless)")
    let none = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(.leaks))
      reader.cancel()
    }
    #expect(none.hasPrefix(Self.noRemoval), "\(none)")
  }

  @Test("of a task that is left is where it was made, and what it waits for")
  func leftTask() throws {
    let text = text { stage in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.leavingATask)
      reader.cancel()
    }
    #expect(text.contains(Self.leftTask), "\(text)")
  }

  @Test("of a wait is the function that waits, and for a lock of its own who took it")
  func waits() throws {
    let semaphore = text { stage in stage.perform { Self.waitForEver() } }
    #expect(semaphore.contains(Self.semaphore), "\(semaphore)")
    let lock = text { stage in stage.perform { Ledger().strike() } }
    #expect(lock.contains(Self.lock), "\(lock)")
  }

  private static func waitForEver() { DispatchSemaphore(value: 0).wait() }

  private func text(_ test: @escaping (TestStage) throws -> Void) -> String {
    do {
      try simulate(test)
      return "it passes"
    } catch {
      return "\(error)"
    }
  }
}

extension FailurePlaceTests {
  private static let wrongAnswer = """
    'reader' got 22.0, not 23.0
      at SluiceTests/FailurePlaceTests.swift:18
      log   time step line  reader     other      #1 (reader)  #2 (other)   backend
        … 4 entries left out
           0ms    2   12    add #1                add {}
        … 5 entries left out
           0ms    4   13    :          add #2     |            add {}
                            :          :          |            |            (quiet)
                  5   14    :          :          callback {}  |            sends 21.0
                            :          :          |            callback {}  sends 21.0
                  6         -> 21.0    :          |            |
                            next()     :          |            |
                  7         :          -> 21.0    |            |
                            :          next()     |            |
                            :          :          |            |            (quiet)
                  8   15    :          :          callback {}  |            sends 22.0
                            :          :          |            callback {}  sends 22.0
      >    0ms    9         -> 22.0    :          |            |
                            next()     :          |            |
                 10         :          -> 22.0    |            |
                            :          next()     |            |
                            :          :          |            |            (quiet)
                 11   16    :          :          callback {}  |            sends 30.0
        … 123 entries left out
    """

  private static let nothing = """
    'reader' got nothing more, not 22.0
      at SluiceTests/FailurePlaceTests.swift:30
      stuck: 'reader' waits in next(), and nothing is left that could happen
      log   time step line  other           reader               #1 (other)   #2 (reader)  backend
           0ms    1   27    opens stream
                  2         iterator
                            drops stream
                            next(), add #1                       add {}
                            :                                    |                         (quiet)
                  3   28    :               opens stream         |
                  4         :               iterator             |
                            :               drops stream         |
                            :               next(), add #2       |            add {}
                            :               :                    |            |            (quiet)
      >    5ms    4   30    :               expectation not met  |            |

    """

  private static let condition = """
    a condition does not hold
      at SluiceTests/FailurePlaceTests.swift:43
      log   time step line  reader                  #1           backend
           0ms    1   40    opens stream
                  2         iterator, drops stream
                            next(), add #1          add {}
                            :                       |            (quiet)
                  3   41    :                       callback {}  sends 21.0
                  4         -> 21.0, next()         |
                            :                       |            (quiet)
      >    0ms    4   43    :                       |            expectation not met
                            :                       |            (epilogue begins)
                            cancel {                |
                              remove #1             remove {
                            :                       |            (the fixture died)
                            :                       } remove
                            } cancel
        … 15 entries left out
    """

  private static let lateRemoval = """
    cancellation.immediate: cancelled before its first value, and #1 was removed 50ms later, \
    at 50ms (step 9)

    """

  private static let endlessRemoval = """
    cancellation.immediate: cancelled before its first value, and #1 was not removed by 10s

    """

  private static let noRemoval = """
    cancellation.immediate: cancelled before its first value, and #1 was never removed

    """

  private static let leftTask = """
      what is left:
       a task that FakeListener.leavingATask made while its stream was opened, \
    by stimulus.start#1 at 0ms (step 1)
         in a closure in FakeListener.leavingATask

    """

  private static let semaphore = """
      stimulus.perform#1 waits
          in SluiceTests.FailurePlaceTests.waitForEver()
          in a closure in SluiceTests.FailurePlaceTests.waits()
      the log is empty
    """

  private static let lock = """
      stimulus.perform#1 waits
          in SluiceTests.Ledger.add(_:)
          in SluiceTests.Ledger.strike()
          in a closure in SluiceTests.FailurePlaceTests.waits()
      and has taken the lock
          in SluiceTests.Ledger.strike()
          in a closure in SluiceTests.FailurePlaceTests.waits()
      the log is empty
    """
}
