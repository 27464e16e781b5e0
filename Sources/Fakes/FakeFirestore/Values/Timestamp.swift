public import Foundation

/// A point in time with nanoseconds, independent of any calendar or time zone.
///
/// Stored values are cut to microseconds, as the product does when it takes one from a caller.
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRTimestamp.h`.
public struct Timestamp: Hashable, Sendable {
  /// The whole seconds since the Unix epoch, negative before it.
  public let seconds: Int64

  /// The nanoseconds within the second, from 0 to 999,999,999, counting forward also before the
  /// epoch.
  public let nanoseconds: Int32

  /// The instant at so many seconds and nanoseconds after the Unix epoch.
  ///
  /// - Parameters:
  ///   - seconds: The whole seconds since the Unix epoch.
  ///   - nanoseconds: The nanoseconds within the second; from 0 to 999,999,999.
  public init(seconds: Int64, nanoseconds: Int32) {
    precondition(
      (0..<1_000_000_000).contains(nanoseconds),
      "a timestamp's nanoseconds must be from 0 to 999,999,999, not \(nanoseconds)")
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The instant as the product stores it: cut to microseconds.
  package var stored: Timestamp {
    Timestamp(seconds: seconds, nanoseconds: nanoseconds / 1000 * 1000)
  }
}

extension Timestamp: Comparable {
  /// Whether the left instant is before the right one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The seconds and nanoseconds, for messages.
  public var description: String { "timestamp(\(seconds)s \(nanoseconds)ns)" }
}

extension Timestamp {
  /// The instant of a date, to the nanosecond below it.
  public init(date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    let fraction = date.timeIntervalSince1970 - seconds
    self.init(seconds: Int64(seconds), nanoseconds: min(Int32(fraction * 1e9), 999_999_999))
  }

  /// The date of the instant, as exactly as a date can be.
  public func dateValue() -> Date {
    Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
  }
}

/// The form `2024-02-29T12:30:00.25Z`, always in universal time; in the calendar of today, before
/// its time too.
extension Timestamp {
  /// The instant that a text names; nil where it is malformed or no such day or time exists.
  package init?(parsing text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].last == UInt8(ascii: "Z") else { return nil }
    let date = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let clock = parts[1].dropLast().split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard date.count == 3, clock.count == 3 else { return nil }
    let second = clock[2].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard
      let year = Self.number(date[0], digits: 4...4),
      let month = Self.number(date[1], digits: 2...2),
      let day = Self.number(date[2], digits: 2...2),
      let hour = Self.number(clock[0], digits: 2...2),
      let minute = Self.number(clock[1], digits: 2...2),
      let whole = Self.number(second[0], digits: 2...2),
      (1...12).contains(month), hour < 24, minute < 60, whole < 60, second.count <= 2
    else { return nil }
    guard let days = Self.days(year, month, day) else { return nil }
    var nanoseconds: Int64 = 0
    if second.count == 2 {
      guard let fraction = Self.number(second[1], digits: 1...9) else { return nil }
      nanoseconds = (second[1].count..<9).reduce(fraction) { value, _ in value * 10 }
    }
    self.init(
      seconds: days * 86_400 + hour * 3600 + minute * 60 + whole,
      nanoseconds: Int32(nanoseconds))
  }

  /// The instant as a text, with as many decimals as it needs.
  package var text: String {
    let days = (seconds - Self.remainder(seconds, 86_400)) / 86_400
    let clock = Self.remainder(seconds, 86_400)
    let (year, month, day) = Self.date(days)
    var result = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))T"
    result += "\(Self.padded(clock / 3600, 2)):\(Self.padded(clock / 60 % 60, 2))"
    result += ":\(Self.padded(clock % 60, 2))"
    if nanoseconds > 0 {
      var decimals = Self.padded(Int64(nanoseconds), 9)
      while decimals.hasSuffix("0") { decimals.removeLast() }
      result += ".\(decimals)"
    }
    return result + "Z"
  }

  private static func number(
    _ digits: Substring.UTF8View.SubSequence, digits count: ClosedRange<Int>
  ) -> Int64? {
    guard count.contains(digits.count) else { return nil }
    return digits.reduce(0) { value, digit in
      guard let value, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      return value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
  }

  /// The days from the epoch to a day; nil where there is no such day.
  ///
  /// Years begin in March here, so that a leap day is the last one.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted - remainder(shifted, 400)) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let result = era * 146_097 + dayOfEra - 719_468
    let isReal = date(result) == (year, month, day)
    return isReal ? result : nil
  }

  /// The day so many days from the epoch.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let dayOfEra = remainder(shifted, 146_097)
    let era = (shifted - dayOfEra) / 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
  }

  /// The remainder that is never negative.
  private static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
