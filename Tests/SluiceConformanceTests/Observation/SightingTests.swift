import SluiceConformance
import SluiceSpies
import Testing

/// A log and what is seen in it of one trait.
struct SeenLog: CustomTestStringConvertible {
  var title: String
  var trait: TraitName
  var seen: [String]
  var lines: [Rule.Example.Line]
  var testDescription: String { "\(trait.rawValue): \(title)" }

  init(
    _ trait: TraitName, _ title: String, _ seen: [String], after opening: [Rule.Example.Line] = [],
    _ lines: [Rule.Example.Line] = []
  ) {
    self.trait = trait
    self.title = title
    self.seen = seen
    self.lines = opening + lines
  }

  private static let failed: [Rule.Example.Line] =
    .waiting + [
      .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
      .failure("denied"), .left(.failed),
    ]

  private static let finished: [Rule.Example.Line] =
    .waiting + [
      .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent,
      .accessed(2), .madeIterator(2, of: 2), .next(2),
    ]

  private static let twoOfOne: [Rule.Example.Line] = .waiting + [.madeIterator(2), .next(2)]

  private static let both = Event.Payload.both(.integer(1), .named("stale"))

  static let registering: [SeenLog] = [
    SeenLog(.registration, "at the first next()", ["first-next"], after: .waiting),
    SeenLog(
      .registration, "with the iterator", ["iterator"],
      [.accessed(), .madeIterator(), .add(), .added(), .next(), .quiescent]),
    SeenLog(
      .registration, "with the access", ["access"],
      [.accessed(), .add(by: nil), .added(), .madeIterator(), .next(), .quiescent]),
    SeenLog(.registration, "never", [], [.accessed(), .madeIterator(), .next(), .quiescent]),
    SeenLog(.listeners, "one", ["1"], after: .waiting),
    SeenLog(
      .listeners, "two", ["2"],
      [
        .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .added(2), .quiescent,
      ]),
    SeenLog(
      .listeners, "an add that threw", [],
      [
        .accessed(), .madeIterator(), .next(), .add(), .line(.addThrew(1, .named("denied"))),
        .failure("denied"), .left(.failed), .quiescent,
      ]),
    SeenLog(
      .iterators, "a registration each", ["independent"],
      after: twoOfOne, [.add(2, by: 2), .added(2), .quiescent]),
    SeenLog(
      .iterators, "one for both", ["single or split or broadcast"], after: twoOfOne, [.quiescent]),
    SeenLog(
      .iterators, "the second ends", ["single"], after: twoOfOne,
      [.end(2), .left(.ended, 2), .quiescent]
    ),
    SeenLog(.iterators, "two streams", [], after: .twoWaiting),
  ]

  static let cancelling: [SeenLog] = [
    SeenLog(.removal, "inside the cancel", ["synchronous"], after: .cancelledAndOver),
    SeenLog(
      .removal, "before the rest", ["settled or with-iterator"], after: .waiting,
      [.cancel(), .cancelled(), .remove(), .removed(), .end(), .left(), .quiescent]),
    SeenLog(
      .removal, "a second later", ["later still"], after: .waiting,
      [
        .cancel(), .cancelled(), .end(), .left(), .quiescent, .remove().after(1_000_000_000),
        .removed(), .quiescent,
      ]),
    SeenLog(
      .removal, "a value on the way", [], after: .waiting,
      [.callback(1), .called(), .cancel(), .cancelled(), .element(1), .quiescent]),
    SeenLog(.cancelOutcome, "nil", ["ends"], after: .cancelledAndOver),
    SeenLog(
      .cancelOutcome, "CancellationError", ["throws-cancellation"], after: .waiting,
      [.cancel(), .remove(), .removed(), .cancelled(), .cancellation, .left(.failed)]),
    SeenLog(
      .cancelOutcome, "the source had ended", [], after: .waiting,
      [.callback(.finish), .cancel(), .remove(), .removed(), .cancelled(), .called(), .end()]),
    SeenLog(
      .bufferOnCancel, "dropped", ["drops"], after: .busy,
      [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(), .end(),
        .left(),
      ]),
    SeenLog(
      .bufferOnCancel, "drained", ["drains"], after: .busy,
      [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(),
        .element(2), .next(), .end(), .left(),
      ]),
    SeenLog(
      .bufferOnCancel, "half drained", ["a part is drained"], after: .busy,
      [
        .callback(2), .called(), .callback(3), .called(), .cancel(), .cancelled(), .next(),
        .remove(), .removed(), .element(2), .next(), .end(), .left(),
      ]),
    SeenLog(.bufferOnCancel, "nothing buffered", [], after: .cancelledAndOver),
    SeenLog(
      .releasesWhileHeld, "with the iterator", ["true"], after: .waitingHeld,
      [
        .callback(1), .called(), .element(1), .left(.broke), .droppedIterator(), .remove(),
        .removed(), .quiescent,
      ]),
    SeenLog(
      .releasesWhileHeld, "with the sequence", ["false"], after: .waitingHeld,
      [
        .callback(1), .called(), .element(1), .left(.broke), .droppedIterator(), .quiescent,
        .droppedSequence(), .remove(), .removed(), .quiescent,
      ]),
    SeenLog(
      .releasesWhileHeld, "cancelled", [], after: .waitingHeld,
      [
        .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .droppedIterator(),
        .quiescent,
      ]),
  ]

  static let delivering: [SeenLog] = [
    SeenLog(
      .emptyEvent, "ignored", ["ignored"], after: .waiting,
      [.callback(.nothing), .called(), .quiescent]),
    SeenLog(
      .emptyEvent, "the end", ["ends"], after: .waiting,
      [.callback(.nothing), .remove(), .removed(), .called(), .end(), .left(), .quiescent]),
    SeenLog(
      .emptyEvent, "dead", ["neither ignored nor the end"], after: .waiting,
      [.callback(.nothing), .remove(), .removed(), .called(), .quiescent]),
    SeenLog(
      .ambiguousEvent, "the error", ["fails"], after: .waiting,
      [.callback(both), .remove(), .removed(), .called(), .failure("stale"), .left(.failed)]),
    SeenLog(
      .ambiguousEvent, "the value", ["yields"], after: .waiting,
      [.callback(both), .called(), .element(1), .next(), .quiescent]),
    SeenLog(
      .ambiguousEvent, "both", ["does both"], after: .waiting,
      [.callback(both), .called(), .element(1), .next(), .failure("stale"), .left(.failed)]),
    SeenLog(
      .overflow, "all kept", ["unbounded"], after: .busy,
      [
        .callback(2), .called(), .callback(3), .called(), .next(), .element(2), .next(),
        .element(3), .next(), .quiescent,
      ]),
    SeenLog(
      .overflow, "the newest kept", ["newest-1"], after: .busy,
      [
        .callback(2), .called(), .callback(3), .called(), .next(), .element(3), .next(),
        .quiescent,
      ]),
    SeenLog(
      .overflow, "the oldest kept", ["oldest-2"], after: .busy,
      [
        .callback(2), .called(), .callback(3), .called(), .callback(4), .called(), .next(),
        .element(2), .next(), .element(3), .next(), .quiescent,
      ]),
    SeenLog(
      .overflow, "one in the middle lost", ["values are lost"], after: .busy,
      [
        .callback(2), .called(), .callback(3), .called(), .callback(4), .called(), .next(),
        .element(2), .next(), .element(4), .next(), .quiescent,
      ]),
    SeenLog(.overflow, "never busy", [], after: .waitingAgain),
    SeenLog(.latency, "at once", [], after: .waitingAgain),
    SeenLog(
      .latency, "a while later, and longer", ["50ms"], after: .waiting,
      [
        .callback(1), .called(), .quiescent, .element(1).after(20_000_000), .next(), .quiescent,
        .callback(2), .called(), .quiescent, .element(2).after(50_000_000), .next(), .quiescent,
      ]),
    SeenLog(
      .latency, "busy meanwhile", [], after: .busy,
      [.callback(2), .called(), .quiescent, .next().after(50_000_000), .element(2), .next()]),
    SeenLog(
      .merging, "a later one for both", ["quiet or latest"], after: .waiting,
      [
        .callback(1), .called(), .callback(2), .called(), .quiescent,
        .element(2).after(20_000_000), .next(), .quiescent,
      ]),
    SeenLog(
      .merging, "one that is waited for is lost", ["a value is lost that a consumer waited for"],
      after: .waiting,
      [
        .callback(1), .called(), .quiescent, .callback(2), .called(), .element(2), .next(),
        .quiescent,
      ]),
  ]

  static let ending: [SeenLog] = [
    SeenLog(
      .afterSourceEnd, "ends untold", ["ends"], after: finished,
      [.end(2), .left(.ended, 2), .quiescent]
    ),
    SeenLog(
      .afterSourceEnd, "fails", ["fails"],
      after: finished, [.failure("closed", 2), .left(.failed, 2), .quiescent]),
    SeenLog(
      .afterSourceEnd, "starts afresh", ["restarts"],
      after: finished, [.add(2, by: 2, of: 2), .added(2), .quiescent]),
    SeenLog(
      .afterSourceEnd, "told again", ["ends or restarts"],
      after: finished,
      [.add(2, by: 2, of: 2), .callback(.finish, 2), .called(2), .added(2), .end(2), .quiescent]),
    SeenLog(
      .afterSourceEnd, "told again when its add came back", ["ends or restarts"],
      after: finished,
      [
        .add(2, by: 2, of: 2), .quiescent, .added(2), .callback(.finish, 2), .called(2), .end(2),
        .quiescent,
      ]),
    SeenLog(
      .owner, "goes on", ["kept"], after: .waiting,
      [.droppedOwner, .quiescent, .callback(2), .called(), .element(2), .next(), .quiescent]),
    SeenLog(
      .owner, "ends with it", ["ends"], after: .waiting,
      [.droppedOwner, .remove(by: nil), .removed(), .end(), .left(), .quiescent]),
    SeenLog(.owner, "waits in vain", [], after: .waiting, [.droppedOwner, .quiescent]),
    SeenLog(
      .owner, "cancelled, and so it ends", [], after: .waiting,
      [.droppedOwner, .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent]),
    SeenLog(
      .owner, "the source ends, and so it does", [], after: .waiting,
      [
        .droppedOwner, .callback(.finish), .remove(), .removed(), .called(), .end(), .left(),
        .quiescent,
      ]),
    SeenLog(.canFail, "it throws", ["true"], after: failed),
    SeenLog(
      .canFail, "it ends on an error", ["false"], after: .waiting,
      [.callback(.failure(.named("denied"))), .called(), .end(), .left(), .quiescent]),
    SeenLog(.canFail, "it is cancelled", [], after: .cancelledAndOver),
    SeenLog(.repeatsError, "once", ["false"], after: failed, [.next(), .end(), .quiescent]),
    SeenLog(
      .repeatsError, "twice", ["true"], after: failed, [.next(), .failure("denied"), .quiescent]),
    SeenLog(
      .repeatsError, "once, from the buffer", [], after: .busy,
      [
        .callback(.failure(.named("denied"))), .remove(), .removed(), .called(), .next(),
        .failure("denied"), .left(.failed), .next(), .end(), .quiescent,
      ]),
    SeenLog(
      .source, "a socket", ["socket"],
      [.accessed(), .madeIterator(), .next(), .add(), .added(), .receive(), .quiescent]),
    SeenLog(.source, "it calls back", ["listener or operation or publisher"], after: .waitingAgain),
    SeenLog(
      .source, "its state tells the end", ["listener or operation or publisher", "operation"],
      after: failed + [.quiescent, .accessed(2), .madeIterator(2, of: 2), .next(2)],
      [.failure("denied", 2), .left(.failed, 2), .quiescent]),
    SeenLog(
      .source, "it calls back as if nothing had ended",
      ["listener or operation or publisher", "listener or publisher"],
      after: failed + [.quiescent, .accessed(2), .madeIterator(2, of: 2), .next(2)],
      [
        .add(2, by: 2, of: 2), .added(2), .callback(1, 2), .called(2), .element(1, 2), .next(2),
        .quiescent,
      ]),
  ]
}

@Suite("Sighting")
struct SightingTests {
  private func evidence(_ lines: [Rule.Example.Line], _ traits: Traits = Traits()) -> Evidence {
    Rule.Example.conforming("", traits, lines).evidence
  }

  @Test(
    "says what a log shows of a trait",
    arguments: SeenLog.registering + SeenLog.cancelling + SeenLog.delivering + SeenLog.ending)
  func sees(_ log: SeenLog) {
    let seen = evidence(log.lines).sightings().filter { $0.trait == log.trait }
      .map { sighting in sighting.seen.text }
    // Each subscription may show something.
    #expect(Set(seen) == Set(log.seen))
  }

  @Test(
    "is the same whatever is declared",
    arguments: SeenLog.registering + SeenLog.cancelling + SeenLog.delivering + SeenLog.ending)
  func ignoresTheDeclaration(_ log: SeenLog) {
    let plain = evidence(log.lines).sightings()
    let wrong = Traits().with { traits in
      traits.listeners = 7
      traits.registration = .access
      traits.removal = .settled
      traits.cancelOutcome = .throwsCancellation
      traits.bufferOnCancel = .drains
      traits.iterators = .single
      traits.lateIterator = .latest
      traits.releasesWhileHeld = false
      traits.initialValue = .present
      traits.emptyEvent = .ends
      traits.ambiguousEvent = .yields
      traits.joining = .allEnd
      traits.latency = .seconds(1)
      traits.merging = .quiet
      traits.overflow = .newest(1)
      traits.afterSourceEnd = .restarts
      traits.owner = .ends
      traits.canFail = false
      traits.repeatsError = true
      traits.source = .operation
    }
    #expect(wrong.differences(from: Traits()) == TraitName.allCases)
    #expect(evidence(log.lines, wrong).sightings() == plain)
  }

  @Test("names the entry that shows it, and the stream's sequence")
  func place() throws {
    let sightings = evidence(.cancelledAndOver).sightings()
    let removal = try #require(sightings.first { sighting in sighting.trait == .removal })
    #expect(removal.entry == 8)
    #expect(removal.sequence == 1)
  }

  @Test("has a present value only where it comes inside add, and no line said so there")
  func presentValue() {
    let lines: [Rule.Example.Line] = [
      .accessed(), .madeIterator(), .next(), .add(), .callback(1), .called(), .added(),
      .element(1), .next(), .quiescent,
    ]
    func isSeen(_ lines: [Rule.Example.Line], at places: [Int]?) -> Bool {
      evidence(lines).sightings(lines: places).contains { $0.trait == .initialValue }
    }
    #expect(isSeen(lines, at: [0]))
    #expect(!isSeen(lines, at: [0, 4]))
    #expect(!isSeen(lines, at: nil))
    #expect(!isSeen(.waitingAgain, at: [0]))
  }

  @Test("has a present value that is read where the stream reads one")
  func readValue() throws {
    func lines(_ caller: Event.Caller) -> [Rule.Example.Line] {
      [
        .accessed(), .madeIterator(), .next(), .line(.presentRead(.null, by: caller)), .add(),
        .added(), .quiescent,
      ]
    }
    for caller in [Event.Caller(sequence: 1, consumer: 1), Event.Caller(sequence: 1)] {
      let sightings = evidence(lines(caller)).sightings()
      let sighting = try #require(sightings.first { $0.trait == .initialValue })
      #expect(sighting.seen.words == ["read"])
      #expect(sighting.entry == 3)
    }
    let others = evidence(lines(.unknown)).sightings()
    #expect(!others.contains { sighting in sighting.trait == .initialValue })
  }

  @Test("fits each bound from the room on that was used")
  func room() throws {
    let lines: [Rule.Example.Line] =
      .busy + [
        .callback(2), .called(), .callback(3), .called(), .next(), .element(2), .next(),
        .element(3), .next(), .quiescent,
      ]
    let sighting = try #require(evidence(lines).sightings().first { $0.trait == .overflow })
    #expect(sighting.seen.fits("unbounded"))
    #expect(sighting.seen.fits("newest-2") && sighting.seen.fits("oldest-9"))
    #expect(!sighting.seen.fits("newest-1") && !sighting.seen.fits("oldest-1"))
  }
}
