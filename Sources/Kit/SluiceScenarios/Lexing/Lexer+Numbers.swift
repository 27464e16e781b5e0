import SluiceSpies

extension Lexer {
  /// Reads an integer, a double or a duration.
  mutating func lexNumber() {
    let start = index
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let digitsStart = index
    skipDigits()
    if index == digitsStart {
      index = start
      return stray()
    }
    let digits = digitsStart..<index
    let hasFraction = skipFraction()
    let hasExponent = skipExponent()
    let isFractional = hasFraction || hasExponent
    let numberEnd = index
    skipTail()
    if index > numberEnd {
      let unit = String(decoding: bytes[numberEnd..<index], as: UTF8.self)
      return lexUnit(
        unit, from: start, digits: digits, isNegative: isNegative, isFractional: isFractional)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isFractional { return addDouble(text, from: start) }
    guard let value = Int64(text) else {
      report(
        .integerOutOfRange, "\(clipped(text)) does not fit into 64 bits", start, index,
        notes: ["integers go from \(Int64.min) to \(Int64.max)"])
      return add(.invalid, from: start)
    }
    add(.integer(value), from: start)
  }

  private mutating func addDouble(_ text: String, from start: Int) {
    guard let value = Double(text), value.isFinite else {
      report(.doubleOutOfRange, "\(clipped(text)) is too large for a double", start, index)
      return add(.invalid, from: start)
    }
    add(.double(value), from: start)
  }

  private mutating func skipDigits() {
    while let next = byte(at: index), WordText.isDigit(next) { index += 1 }
  }

  private mutating func skipFraction() -> Bool {
    guard byte(at: index) == UInt8(ascii: "."), byte(at: index + 1).map(WordText.isDigit) == true
    else { return false }
    index += 1
    skipDigits()
    return true
  }

  private mutating func skipExponent() -> Bool {
    guard let letter = byte(at: index), letter | 0x20 == UInt8(ascii: "e") else { return false }
    var place = index + 1
    if let sign = byte(at: place), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      place += 1
    }
    guard byte(at: place).map(WordText.isDigit) == true else { return false }
    index = place
    skipDigits()
    return true
  }

  /// Passes over what is glued to a number, up to an ellipsis.
  private mutating func skipTail() {
    while let next = byte(at: index), Lexer.isRun(next) {
      if next == UInt8(ascii: "."), byte(at: index + 1) == next, byte(at: index + 2) == next {
        return
      }
      index += 1
    }
  }

  private mutating func lexUnit(
    _ unit: String, from start: Int, digits: Range<Int>, isNegative: Bool, isFractional: Bool
  ) {
    let units = Value.timeUnits
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let known = units.first(where: { candidate in candidate.name == unit }) else {
      lexUnknownUnit(unit, text: text, from: start, isFractional: isFractional)
      return add(.invalid, from: start)
    }
    if isFractional {
      let exact = wholeDuration(String(text.dropLast(unit.utf8.count)), in: known.nanoseconds)
      report(
        .fractionalDuration, "a duration is a whole number, and \(clipped(text)) is not", start,
        index, notes: ["take a smaller unit of \(DurationText.list)"], suggestion: exact)
      return add(.invalid, from: start)
    }
    if isNegative {
      report(.malformedNumber, "a duration can't be negative", start, index)
      return add(.invalid, from: start)
    }
    let count = Int64(String(decoding: bytes[digits], as: UTF8.self))
    let product = count.map { count in count.multipliedReportingOverflow(by: known.nanoseconds) }
    guard let product, !product.overflow else {
      report(
        .durationOutOfRange, "\(clipped(text)) is more than a duration can hold", start, index,
        notes: ["the longest is about 292 years"])
      return add(.invalid, from: start)
    }
    add(.duration(product.partialValue), from: start)
  }

  private mutating func lexUnknownUnit(
    _ unit: String, text: String, from start: Int, isFractional: Bool
  ) {
    guard unit.utf8.allSatisfy(WordText.isLetter) else {
      return report(
        .malformedNumber, "\(clipped(text)) is not a number", start, index,
        notes: ["write it in quotes if it is a string"])
    }
    let names = ["ms", "us", "min", "s", "h", "ns"]
    let meant = [
      "m": "min", "sec": "s", "hr": "h", "msec": "ms", "usec": "us", "nsec": "ns",
    ][unit]
    let near = meant ?? Suggestion.nearest(to: unit.lowercased(), among: names)
    let number = text.dropLast(unit.utf8.count)
    report(
      .unknownUnit, "'\(clipped(unit))' is not a unit of time", start, index,
      notes: ["the units are \(DurationText.list)"],
      suggestion: near.map { near in number + near })
  }

  /// The same duration in a smaller unit, if that makes it whole: `1500ms` for `1.5s`.
  private func wholeDuration(_ number: String, in nanoseconds: Int64) -> String? {
    guard let value = Double(number) else { return nil }
    let exact = value * Double(nanoseconds)
    guard exact.isFinite, exact >= 1, exact < 1e15, exact == Double(Int64(exact)) else {
      return nil
    }
    return Value.notation(nanoseconds: Int64(exact))
  }

  /// A piece of the file for a message, cut where it would fill the screen.
  private func clipped(_ text: String) -> String {
    text.utf8.count <= 40 ? text : String(text.prefix(37)) + "..."
  }
}
