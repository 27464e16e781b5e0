import SluiceConformance
import SluiceSimulation
import SluiceSpies

extension TestStage {
  /// Why a test was not played to its last line.
  struct Mishap {
    /// What kind of failure it is.
    enum Kind: Hashable {
      case expectation
      case unusable
      case thrown
      case stopped(RunStop.Kind)
    }

    var kind: Kind
    var message: String
    var details: [String] = []
    var place: SourceLine?
    /// How many entries the log had.
    var entries: Int
    /// Where in the log an expectation failed; nil for what is no expectation.
    var failed: FailedPlace?
    /// The test's own error.
    var thrown: (any Error)?
  }

  /// Notes why the test can't be played on; the first reason counts, but for an escape: what was
  /// seen before it may follow from it.
  func fail(
    _ kind: Mishap.Kind, _ message: String, details: [String] = [], at place: SourceLine?,
    failed: FailedPlace? = nil, throwing error: (any Error)? = nil
  ) {
    let isEscape = kind == .stopped(.escaped)
    guard mishap == nil || (isEscape && mishap?.kind != .stopped(.escaped)) else { return }
    mishap = Mishap(
      kind: kind, message: message, details: details, place: place, entries: log.count,
      failed: failed, thrown: error)
  }

  /// Notes that the test's own code has thrown.
  func fail(throwing error: any Error, at place: SourceLine?) {
    // What a reader throws to leave the closure is noted already.
    if error is TestIsOver { return }
    fail(.thrown, "the test threw \(error)", at: place, throwing: error)
  }

  /// Notes that the run was stopped, after the last line so far.
  func fail(_ stop: RunStop) {
    fail(.stopped(stop.kind), stop.message, details: stop.details, at: marks.last?.place)
  }

  /// Whether nothing more can be played.
  var isHalted: Bool {
    if case .stopped = mishap?.kind { true } else { false }
  }

  /// Fails for the first answer of a reader that no line expected.
  func checkLeftovers() {
    rest()
    for reader in readers {
      guard isPlaying else { return }
      guard let extra = reader.leftover else { continue }
      let mark = marks.last { mark in mark.step <= extra.step }
      fail(
        .expectation, "no line expected what '\(reader.name)' got: \(extra.output)",
        at: mark?.place, failed: reader.placeOfLeftover)
    }
    if let place = injections.min(by: { $0.key < $1.key })?.value, isPlaying {
      fail(.unusable, "the call inside which this line happens never came", at: place)
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
