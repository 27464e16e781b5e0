extension Value {
  /// Anything at all as scenarios and the event log see it, where nobody says otherwise.
  ///
  /// The first of these that fits: its own form, for a `ProjectsToValue`; null, true and false,
  /// numbers, durations and text; arrays, sets and dictionaries of what has a form, the last two
  /// in the order of what they print; the name of an enum's case without a payload; its `Codable`
  /// form; and at last `String(describing:)`. The same in every run, as long as the last two are
  /// the same: a type that keeps a set inside and is not `Encodable` is better a `ProjectsToValue`.
  /// A text of more than a mebibyte, and a description of more than 64 KiB, is cut, and ends in its
  /// length and its digest.
  ///
  /// - Parameter subject: The element, or whatever is to be written.
  public init(projecting subject: Any) {
    self =
      Value(known: subject) ?? Value(number: subject) ?? Value(caseOf: subject)
      ?? Value(encoding: subject)
      ?? .kept(String(describing: subject), atMost: Value.longestDescription)
  }

  /// What has one form that nobody could doubt.
  private init?(known subject: Any) {
    switch subject {
    case let value as Value: self = value
    case let subject as any ProjectsToValue: self = subject.projected
    case let container as any ValueContainer: self = container.containedValue
    case let truth as Bool: self = .bool(truth)
    case let text as any StringProtocol: self = .kept(String(text))
    case let letter as Character: self = .string(String(letter))
    case let text as StaticString: self = .string("\(text)")
    case let duration as Duration: self = .duration(duration.wholeNanoseconds)
    default: return nil
    }
  }

  /// A number; one that has no room in 64 bits is written as text.
  private init?(number subject: Any) {
    switch subject {
    case let number as any BinaryInteger:
      self = Int64(exactly: number).map { number in .integer(number) } ?? .string("\(number)")
    case let number as any BinaryFloatingPoint: self = .double(Double(number))
    default: return nil
    }
  }

  private init?(caseOf subject: Any) {
    let mirror = Mirror(reflecting: subject)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return nil }
    let name = String(describing: subject)
    let isWord =
      name.unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } == true
      && name.unicodeScalars.allSatisfy { scalar in
        scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      }
    self = isWord ? .symbol(name) : .string(name)
  }

  private init?(encoding subject: Any) {
    guard let subject = subject as? any Encodable, let value = try? ValueEncoder.encode(subject)
    else { return nil }
    self = value
  }
}

extension Duration {
  /// The duration in nanoseconds, rounded towards zero; the longest that there is room for.
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || sumOverflow ? (seconds < 0 ? .min : .max) : sum
  }
}

/// What holds other things, whose forms are known if theirs are.
private protocol ValueContainer {
  var containedValue: Value { get }
}

extension Optional: ValueContainer {
  fileprivate var containedValue: Value {
    map { wrapped in Value(projecting: wrapped) } ?? .null
  }
}

extension Array: ValueContainer {
  fileprivate var containedValue: Value { .array(map { Value(projecting: $0) }) }
}

extension ArraySlice: ValueContainer {
  fileprivate var containedValue: Value { .array(map { Value(projecting: $0) }) }
}

extension ContiguousArray: ValueContainer {
  fileprivate var containedValue: Value { .array(map { Value(projecting: $0) }) }
}

extension Set: ValueContainer {
  fileprivate var containedValue: Value {
    .array(map { Value(projecting: $0) }.sortedByText)
  }
}

extension Dictionary: ValueContainer {
  // Within a dictionary `Value` is what it holds.
  fileprivate var containedValue: SluiceSpies.Value {
    let pairs = map { key, value in
      (key: SluiceSpies.Value(projecting: key), value: SluiceSpies.Value(projecting: value))
    }
    let named = pairs.compactMap { pair -> (String, SluiceSpies.Value)? in
      if case .string(let name) = pair.key { (name, pair.value) } else { nil }
    }
    if named.count == pairs.count { return .members(named) }
    return .array(pairs.map { pair in .array([pair.key, pair.value]) }.sortedByText)
  }
}

extension [Value] {
  /// In the order of what the values print, byte by byte.
  fileprivate var sortedByText: [Value] {
    sorted { left, right in
      left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
  }
}
