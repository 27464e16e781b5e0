/// The way from an app to what the server announces, as a machine that decides and does nothing.
///
/// It stands while there are listeners and the app is in the foreground. A broken one is tried
/// again up to seven times, with growing pauses, and then given up with an error. Source:
/// `FirebaseRemoteConfig/Sources/RCNConfigRealtime.m`, and
/// `RCNConfigSettings.m` for the pauses.
struct RealtimeConnection: Sendable {
  /// What it is at.
  enum Phase: String, Sendable {
    /// Nobody wants it.
    case closed
    /// An attempt is under way.
    case connecting
    /// The server tells of what it publishes.
    case open
    /// An attempt failed; there will be another one.
    case waiting
    /// No attempt is left, until somebody wants it anew.
    case exhausted
    /// The server says that it announces nothing; until somebody wants it anew.
    case refused
  }

  /// What is to be done.
  enum Effect: Hashable, Sendable {
    /// Connect; the answer belongs to this attempt.
    case connect(attempt: Int)
    /// Wait for about so long, then say so; it belongs to this attempt.
    case pause(Duration, attempt: Int)
    /// Tell the listeners.
    case fail(RemoteConfigUpdateError.Code)
  }

  static let mostRetries = 7
  static let firstPause = Duration.seconds(120)
  static let longestPause = Duration.seconds(4 * 3600)

  private(set) var phase = Phase.closed
  /// Counts attempts and pauses, so that what belongs to an earlier one is dropped.
  private var attempt = 0
  private var retriesLeft = mostRetries
  /// The failures since the connection stood last.
  private var failures = 0

  /// Somebody wants it, perhaps anew.
  mutating func want() -> Effect? {
    switch phase {
    case .connecting, .open, .waiting: return nil
    case .closed: break
    case .exhausted, .refused: retriesLeft = max(Self.mostRetries - failures, 1)
    }
    return connect()
  }

  /// Nobody wants it any more.
  mutating func close() {
    attempt += 1
    phase = .closed
  }

  /// An attempt succeeded; an answer of an earlier one is dropped.
  ///
  /// - Returns: Whether it stands now.
  mutating func opened(_ attempt: Int) -> Bool {
    guard attempt == self.attempt, phase == .connecting else { return false }
    phase = .open
    retriesLeft = Self.mostRetries
    failures = 0
    return true
  }

  /// An attempt failed; an answer of an earlier one is dropped.
  mutating func failed(_ attempt: Int) -> Effect? {
    guard attempt == self.attempt, phase == .connecting else { return nil }
    return retry()
  }

  /// The network is gone, and with it the connection.
  mutating func broke() -> Effect? {
    phase == .open ? retry() : nil
  }

  /// A pause is over; one of an earlier attempt is dropped.
  mutating func paused(_ attempt: Int) -> Effect? {
    guard attempt == self.attempt, phase == .waiting else { return nil }
    return connect()
  }

  /// The server says that it announces nothing; an answer of an earlier attempt is dropped.
  ///
  /// - Parameter attempt: The attempt that this answers; nil for a connection that stands.
  /// - Returns: What is to be done; nil where nothing is.
  mutating func refused(_ attempt: Int? = nil) -> Effect? {
    guard attempt.map({ attempt in attempt == self.attempt }) ?? (phase == .open) else {
      return nil
    }
    self.attempt += 1
    phase = .refused
    return .fail(.unavailable)
  }

  private mutating func connect() -> Effect {
    attempt += 1
    phase = .connecting
    return .connect(attempt: attempt)
  }

  private mutating func retry() -> Effect {
    attempt += 1
    guard retriesLeft > 0 else {
      phase = .exhausted
      return .fail(.streamError)
    }
    retriesLeft -= 1
    let pause = min(Self.firstPause * (1 << min(failures, 16)), Self.longestPause)
    failures += 1
    phase = .waiting
    return .pause(pause, attempt: attempt)
  }
}
