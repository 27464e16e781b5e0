import Synchronization

/// The bounds on what one worker may cost its supervisor.
package struct WorkerLimits: Sendable {
  /// How long a worker may be silent while it has a request, or before it is ready.
  package var silence: Duration
  /// How long a worker may take to be gone once it has closed its line, or was told to go.
  package var farewell: Duration = .seconds(10)
  /// How long at most the supervisor sleeps before it looks whether the process still lives: its
  /// descriptors tell nothing when a child of the subject keeps them open.
  package var glance: Duration = .milliseconds(100)
  /// How long a worker may take to tell where it hangs.
  package var location: Duration = .seconds(10)
  /// How much of each standard stream is kept.
  package var tailBytes = 64 << 10
  /// The longest line of the protocol.
  package var lineBytes = 64 << 20
  /// How much is read from a standard stream once a worker has answered or died.
  ///
  /// The system keeps no more than this in a pipe, so all that was written before is read, and a
  /// flood can't hold us up.
  package var drainBytes = 1 << 20

  /// The usual bounds, with the given patience.
  package init(silence: Duration) {
    self.silence = silence
  }
}

/// What a process has done so far, as the system has it.
package struct WorkerActivity: Sendable, Equatable {
  /// The time for which processors have run its threads.
  package var used: Duration
  /// Whether all of them wait for something: none runs, or could run if the machine let it.
  package var isWaiting: Bool
  /// Whether one of them was stopped by a signal or for a tracer, and waits to be let go on.
  package var isStopped: Bool

  /// What a process has done.
  package init(used: Duration, isWaiting: Bool, isStopped: Bool = false) {
    self.used = used
    self.isWaiting = isWaiting
    self.isStopped = isStopped
  }
}

/// The time in which a worker must give a sign of life: its own, and not the machine's.
///
/// What counts is how long it ran without a word, and how long it was seen to wait for something
/// that did not come. A worker that other processes keep from running is not hung, however long
/// that takes. The supervisor alone has one, with a clock that it is given: time decides only
/// whether a worker is hopeless, never what a case's result is otherwise.
package struct Watchdog {
  /// How long a worker may be silent.
  package let limit: Duration
  /// How long it was silent by its own doing.
  package private(set) var silence = Duration.zero
  /// How much of that it was seen to wait.
  private var waited = Duration.zero
  /// The longest time between two looks that counts as seen: who looks may be kept from it himself.
  private let longestGap: Duration
  private var lastSign: Duration
  private var lastLook: Duration
  private var lastActivity: WorkerActivity?

  /// How many times the limit the machine may take to let a worker run for as long.
  private static let patienceWithMachine = 60
  /// What part of the kit's own work counts.
  private static let shareOfKit = 10

  /// A watchdog for a worker that was last heard at `now`.
  package init(limit: Duration, longestGap: Duration = .milliseconds(200), now: Duration) {
    self.limit = limit
    self.longestGap = longestGap
    lastSign = now
    lastLook = now
  }

  /// Notes a sign of life.
  package mutating func heard(at now: Duration) {
    self = Watchdog(limit: limit, longestGap: longestGap, now: now)
  }

  /// Notes what the worker has done; what it did before the first look since a sign of life
  /// belongs to that sign.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - activity: What it has done so far; nil where the system does not tell: then all time is
  ///     its own.
  ///   - isOver: Whether the subject's events are over. Of what the kit does then a tenth counts,
  ///     so that a mistake of the kit's ends, too.
  package mutating func look(
    at now: Duration, _ activity: WorkerActivity?, isOver: Bool = false
  ) {
    let elapsed = now - lastLook
    let share = isOver ? Watchdog.shareOfKit : 1
    lastLook = now
    guard let activity else {
      silence += elapsed / share
      return
    }
    defer { lastActivity = activity }
    guard let before = lastActivity else { return }
    if activity.isWaiting, before.isWaiting {
      silence += min(elapsed, longestGap) / share
      waited += min(elapsed, longestGap) / share
    } else {
      silence += min(elapsed, max(.zero, activity.used - before.used)) / share
    }
  }

  /// Whether it waited in its silence, and did not run, for the most part; nil where nobody knows.
  package var isBlocked: Bool? {
    lastActivity == nil || silence == .zero ? nil : waited * 2 > silence
  }

  /// How long the worker may be silent from now on; zero when it was silent too long.
  package var patience: Duration {
    max(.zero, limit - silence)
  }

  /// How long ago it was looked at.
  package func sinceLook(at now: Duration) -> Duration { now - lastLook }

  /// For how long the machine has hardly let it run, where it is not to be expected any more that
  /// it will.
  package func starvation(at now: Duration) -> Duration? {
    let time = now - lastSign
    return time >= limit * Watchdog.patienceWithMachine ? time : nil
  }
}

/// The clock of a watchdog.
package protocol WatchdogClock: Sendable {
  /// The time since some fixed instant; it never goes back.
  var reading: Duration { get }

  /// What a process has done so far; nil where nobody knows.
  func activity(ofProcess identifier: Int32) -> WorkerActivity?
}

/// The places at which workers of one run were found to hang, so that the same fault is known when
/// it is met again, and not waited for each time.
///
/// The first hang at a place takes the whole patience. A few more are waited for a tenth of it;
/// what hangs there then is the same once more, and a glance is enough.
package final class KnownHangs: Sendable {
  /// How many hangs at a place it takes until a glance is enough.
  private static let few = 3
  /// What part of the patience is waited for at a known place, and at one that is known well.
  private static let shares = (known: 10, wellKnown: 50)

  /// Where a worker hangs.
  package enum Place: Equatable, Sendable {
    /// In functions, innermost first; unknown if there are none.
    case functions([String])
    /// A signal has stopped it, so it can't say where it is.
    case stopped
    /// It has closed its line, and runs on.
    case lineClosed
  }

  /// A place, how many hung there, and what of them is to be remembered.
  private struct Entry {
    let place: Place
    var count = 1
    var name: String
  }

  private let entries = Mutex<[Entry]>([])
  private let wellKnown = Atomic(false)

  /// Nothing is known yet.
  package init() {}

  /// Whether any place is known well.
  var areWellKnown: Bool { wellKnown.load(ordering: .relaxed) }

  /// After what part of the patience to ask a silent worker where it is.
  ///
  /// - Parameter questions: How often it was asked in this silence.
  /// - Returns: The part's divisor; nil for not before the patience is over.
  func share(afterQuestions questions: Int) -> Int? {
    entries.withLock { entries in
      guard !entries.isEmpty else { return nil }
      let shares = (areWellKnown ? [Self.shares.wellKnown] : []) + [Self.shares.known]
      return questions < shares.count ? shares[questions] : nil
    }
  }

  /// Whether a worker hangs as others did.
  ///
  /// - Parameters:
  ///   - place: Where it is.
  ///   - silence: For how long it has given no sign of life.
  ///   - patience: For how long it may.
  /// - Returns: Whether that is enough, at this place.
  package func isHang(
    at place: Place, silentFor silence: Duration, of patience: Duration
  ) -> Bool {
    entries.withLock { entries in
      guard let index = Self.index(of: place, in: entries) else { return false }
      let isWellKnown = entries[index].count >= Self.few
      return silence * (isWellKnown ? Self.shares.wellKnown : Self.shares.known) >= patience
    }
  }

  /// Notes where a worker was found to hang; nothing if that is not known.
  ///
  /// - Parameters:
  ///   - place: Where it was.
  ///   - name: What to remember of the first at the place.
  package func note(_ place: Place, of name: String = "") {
    guard place != .functions([]) else { return }
    entries.withLock { entries in
      if let index = Self.index(of: place, in: entries) {
        entries[index].count += 1
        if entries[index].count >= Self.few { wellKnown.store(true, ordering: .relaxed) }
      } else {
        entries.append(Entry(place: place, name: name))
      }
    }
  }

  /// What was noted of the first that hung at a place.
  ///
  /// - Parameter place: The place.
  /// - Returns: The name; nil if none has hung there.
  package func first(like place: Place) -> String? {
    entries.withLock { entries in
      Self.index(of: place, in: entries).map { index in entries[index].name }
    }
  }

  private static func index(of place: Place, in entries: [Entry]) -> Int? {
    entries.firstIndex { entry in entry.place.isNear(place) }
  }
}

extension KnownHangs.Place {
  /// How far from the innermost function two stacks are compared: a loop may be seen in itself, or
  /// in what it calls nearly all the time.
  private static let reach = 3

  /// Whether it is the same place as another, as far as stacks show.
  fileprivate func isNear(_ other: Self) -> Bool {
    guard case .functions(let mine) = self, case .functions(let others) = other else {
      return self == other
    }
    guard let innermost = others.first else { return false }
    return mine.prefix(Self.reach).contains(innermost)
      || mine.first.map(others.prefix(Self.reach).contains) == true
  }
}
