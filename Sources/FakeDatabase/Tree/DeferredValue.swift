import SluiceSpies

/// A value that the server decides when a write arrives, and that the client guesses until then.
///
/// Source: `FirebaseDatabase/Sources/Core/FServerValues.m`.
package enum DeferredValue: Hashable, Sendable {
  /// The server's time in milliseconds, `{".sv": "timestamp"}`.
  case timestamp
  /// What is there plus a number, `{".sv": {"increment": 1}}`.
  case increment(DatabaseNumber)

  /// An order that tells different values apart; the product never shows it.
  func order(against other: DeferredValue) -> Ordering {
    switch (self, other) {
    case (.timestamp, .timestamp): .same
    case (.timestamp, .increment): .ascending
    case (.increment, .timestamp): .descending
    case (.increment(let left), .increment(let right)): left.order(against: right)
    }
  }
}
