import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("The beginning of a log")
struct WholeEventsTests {
  @Test(
    "ends with the event in which it is long enough",
    arguments: [
      (asked: 0, whole: 0), (1, 1), (2, 4), (3, 4), (4, 4), (5, 6), (6, 6), (7, 6), (-1, 0),
    ])
  func length(asked: Int, whole: Int) {
    let log = [1, 2, 2, 2, 3, 3].map { step in
      LogEntry(instant: .start, step: step, event: .quiescent)
    }
    #expect(log.wholeEvents(asked) == whole)
    #expect([LogEntry]().wholeEvents(asked) == 0)
  }
}
