import Foundation

/// What a JUnit report says about the whole run.
package struct JUnitHeader: Sendable, Hashable {
  /// What the times, the timestamp and the host's name are taken from.
  package enum Origin: Sendable, Hashable {
    /// Virtual times, no host, and the virtual epoch 2000-01-01T00:00:00Z: the same bytes in every
    /// run.
    case reproducible
    /// Real times, the instant the run began in seconds since 1970 (UTC), and the machine, if
    /// known.
    case run(startedAt: Int64, hostname: String?)
  }

  /// The name of the root.
  package var name: String
  /// What the times, the timestamp and the host's name are taken from.
  package var origin: Origin
  /// Facts about the run, repeated in each suite, in this order.
  package var properties: [ReportProperty]

  /// Creates a header.
  package init(
    name: String = "sluice", origin: Origin = .reproducible, properties: [ReportProperty] = []
  ) {
    self.name = name
    self.origin = origin
    self.properties = properties
  }
}

extension JUnitHeader {
  /// The clock whose times the report shows.
  package var clock: ReportClock {
    switch origin {
    case .reproducible: .virtual
    case .run: .real
    }
  }

  /// The machine, if it is to be named.
  package var hostname: CleanText? {
    guard case .run(_, let hostname?) = origin else { return nil }
    let name = CleanText(line: hostname)
    return name.isBlank ? nil : name
  }

  /// The instant printed into the report.
  ///
  /// - Throws: `ReportError.unusableHeader` if the instant is before 1970 or after 9999.
  package func timestamp() throws(ReportError) -> UTCTimestamp {
    guard case .run(let startedAt, _) = origin else { return .virtualEpoch }
    guard let timestamp = UTCTimestamp(unixSeconds: startedAt) else {
      throw .unusableHeader(
        reason: "the start, \(startedAt) seconds after 1970, is outside the years 1970 to 9999")
    }
    return timestamp
  }

  /// Looks for what a reader of reports would refuse.
  package func validate() throws(ReportError) {
    if CleanText(line: name).isBlank { throw .unusableHeader(reason: "the name is blank") }
    if properties.contains(where: { CleanText(line: $0.name).isBlank }) {
      throw .unusableHeader(reason: "a property has no name")
    }
  }
}

/// An instant printed the one way every reader of reports accepts: `2000-01-01T00:00:00Z`.
///
/// Time zone, locale and calendar of the machine have no say.
package struct UTCTimestamp: Sendable, Hashable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  private let unixSeconds: Int64

  /// The instant at which every simulation begins.
  package static let virtualEpoch = UTCTimestamp(trusted: 946_684_800)

  private init(trusted: Int64) { unixSeconds = trusted }

  /// Accepts the instants of the years 1970 to 9999, which are written with four digits.
  package init?(unixSeconds: Int64) {
    guard (0...253_402_300_799).contains(unixSeconds) else { return nil }
    self.unixSeconds = unixSeconds
  }
}

extension UTCTimestamp: CustomStringConvertible {
  /// The instant in the extended format of ISO 8601, in whole seconds.
  package var description: String {
    Date(timeIntervalSince1970: TimeInterval(unixSeconds))
      .formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
  }
}
