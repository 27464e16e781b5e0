import SluiceConformance
import SluiceSimulation
import SluiceSpies
import SluiceText

extension TestStage {
  /// Notes why the test can't be played on.
  func fail(
    _ kind: CaseFailure.Kind, _ message: String, details: [String] = [], at place: SourceLine?,
    failed: FailedPlace? = nil, throwing error: (any Error)? = nil
  ) {
    let mishap = Mishap(
      kind, message, details: details, at: place.map { line in FailureLines(line) },
      blamed: log.count > 0 ? log.count - 1 : nil, failed: failed, throwing: error)
    if mishap.counts(over: self.mishap) { self.mishap = mishap }
  }

  /// Notes that the test's own code has thrown.
  func fail(throwing error: any Error, at place: SourceLine?) {
    // What a reader throws to leave the closure is noted already.
    if error is TestIsOver { return }
    fail(.expectationFailed, "the test threw \(error)", at: place, throwing: error)
  }

  /// Notes that the run was stopped, after the last line so far.
  func fail(_ stop: RunStop) {
    fail(stop.kind, stop.message, details: stop.details, at: marks.last?.line)
  }

  /// Whether nothing more can be played.
  var isHalted: Bool { mishap?.isHalt ?? false }

  /// Fails for the first answer of a reader that no line expected.
  func checkLeftovers() {
    rest()
    for reader in readers {
      guard isPlaying else { return }
      guard let extra = reader.leftover else { continue }
      let mark = marks.last { mark in mark.step <= extra.step }
      fail(
        .expectationFailed, "no line expected what '\(reader.name)' got: \(extra.output)",
        at: mark?.line, failed: reader.placeOfLeftover)
    }
    if let place = injections.min(by: { $0.key < $1.key })?.value, isPlaying {
      fail(.scenarioUnusable, "the call inside which this line happens never came", at: place)
    }
  }

  /// What the streams listen to, as far as backends have spies of their own.
  func declareSources() {
    guard spies.count > 1 else { return }
    var sources: [SequenceID: Set<Int>] = [:]
    for (number, spy) in spies.enumerated() {
      for caller in spy.callers {
        if let sequence = caller.sequence { sources[sequence, default: []].insert(number) }
      }
    }
    for (sequence, numbers) in sources {
      let source = Value.array(numbers.sorted().map { .integer(Int64($0)) })
      declarations.declare(source: source, of: sequence)
    }
  }

  /// Lets go of what the stage holds for the test.
  func release() {
    kept = []
    spies = []
    for reader in readers { reader.forget() }
    readers = []
  }

  /// Plays no line from now on.
  func close() {
    isOver = true
    spy.conduct(nil)
  }
}
