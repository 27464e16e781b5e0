import SluiceSpies

extension Traits {
  /// A copy with one trait declared as a word says.
  ///
  /// - Parameters:
  ///   - name: The trait.
  ///   - word: The value in one word, as ``word(for:)`` gives it.
  /// - Returns: The traits; nil for a word that is no value of the trait.
  public func declaring(_ name: TraitName, as word: String) -> Traits? {
    var copy = self
    let isKnown: Void? =
      switch name {
      case .listeners: Int(word).map { count in copy.listeners = count }
      case .joining: copy.put(\.joining, word)
      case .registration: copy.put(\.registration, word)
      case .removal: copy.put(\.removal, word)
      case .cancelOutcome: copy.put(\.cancelOutcome, word)
      case .bufferOnCancel: copy.put(\.bufferOnCancel, word)
      case .iterators: copy.put(\.iterators, word)
      case .lateIterator: copy.put(\.lateIterator, word)
      case .releasesWhileHeld: Bool(word).map { flag in copy.releasesWhileHeld = flag }
      case .initialValue: copy.put(\.initialValue, word)
      case .emptyEvent: copy.put(\.emptyEvent, word)
      case .ambiguousEvent: copy.put(\.ambiguousEvent, word)
      case .latency: Duration(latencyWord: word).map { latency in copy.latency = latency }
      case .merging: copy.put(\.merging, word)
      case .overflow: Overflow(word: word).map { overflow in copy.overflow = overflow }
      case .afterSourceEnd: copy.put(\.afterSourceEnd, word)
      case .owner: copy.put(\.owner, word)
      case .canFail: Bool(word).map { flag in copy.canFail = flag }
      case .repeatsError: Bool(word).map { flag in copy.repeatsError = flag }
      case .source: copy.put(\.source, word)
      }
    return isKnown == nil ? nil : copy
  }

  private mutating func put<Value: RawRepresentable<String>>(
    _ path: WritableKeyPath<Traits, Value>, _ word: String
  ) -> Void? {
    Value(rawValue: word).map { value in self[keyPath: path] = value }
  }

  /// The Swift statement that declares a trait as it is here, such as `traits.removal = .settled`.
  ///
  /// - Parameter name: The trait.
  /// - Returns: The statement, for a closure that is passed to ``with(_:)``.
  public func assignment(of name: TraitName) -> String {
    "traits.\(name.property) = \(expression(of: name))"
  }

  private func expression(of name: TraitName) -> String {
    switch name {
    case .listeners, .releasesWhileHeld, .canFail, .repeatsError: word(for: name)
    case .latency: latency.latencyExpression
    case .overflow:
      switch overflow {
      case .unbounded: ".unbounded"
      case .newest(let count): ".newest(\(count))"
      case .oldest(let count): ".oldest(\(count))"
      }
    default: ".\(word(for: name).camelCased)"
    }
  }

  /// The traits that are declared otherwise than in other ones, in the order of their names.
  public func differences(from other: Traits) -> [TraitName] {
    TraitName.allCases.filter { name in word(for: name) != other.word(for: name) }
  }

  /// The shortest declaration of these traits in Swift, to be pasted: the nearest of the presets,
  /// and what differs from it.
  public var declaration: String {
    // A subject that makes an owner declares by itself that it is kept.
    let own = owner == .kept ? with { traits in traits.owner = .none } : self
    let nearest = Traits.presets.map { preset in (preset.key, own.differences(from: preset.value)) }
      .enumerated()
      .min { one, other in
        (one.element.1.count, one.offset) < (other.element.1.count, other.offset)
      }
    guard let (name, changes) = nearest?.element, !changes.isEmpty else {
      return nearest?.element.0 ?? "Traits()"
    }
    let statements = changes.map { change in assignment(of: change) }
    let line = "\(name).with { traits in \(statements.joined(separator: "; ")) }"
    if statements.count == 1, line.count <= Traits.widestLine { return line }
    return (["\(name).with { traits in"] + statements.map { statement in "  \(statement)" } + ["}"])
      .joined(separator: "\n")
  }

  /// How wide a line of printed text may be, in columns.
  static let widestLine = 98
}

extension TraitName {
  /// The property of ``Traits`` that holds the trait.
  fileprivate var property: String { rawValue.camelCased }
}

extension Traits.Overflow {
  /// How many values survive; nil where there is always room.
  var bound: Int? {
    switch self {
    case .unbounded: nil
    case .newest(let count), .oldest(let count): count
    }
  }

  /// A policy by its word, such as `newest-3`.
  init?(word: String) {
    let parts = word.split(separator: "-")
    switch (parts.first, parts.count > 1 ? Int(parts[1]) : nil) {
    case ("unbounded", nil) where parts.count == 1: self = .unbounded
    case ("newest", let count?): self = .newest(count)
    case ("oldest", let count?): self = .oldest(count)
    default: return nil
    }
  }
}

extension String {
  /// The name in Swift of what words call by hyphens.
  fileprivate var camelCased: String {
    let parts = split(separator: "-")
    let rest = parts.dropFirst().map { part in part.prefix(1).uppercased() + part.dropFirst() }
    return (parts.prefix(1).map(String.init) + rest).joined()
  }
}

extension Duration {
  /// The units in which a latency is written, the longest first, with what makes one in Swift.
  private static let latencyUnits: [(word: String, nanoseconds: Int64, expression: String)] = [
    ("s", 1_000_000_000, "seconds"), ("ms", 1_000_000, "milliseconds"),
    ("us", 1_000, "microseconds"), ("ns", 1, "nanoseconds"),
  ]

  /// The whole nanoseconds, as far as there is room for them.
  var latencyNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || sumOverflow ? (seconds < 0 ? .min : .max) : sum
  }

  /// A latency of so many nanoseconds in one word: `none`, or a whole number of the longest unit.
  var latencyWord: String {
    inLatencyUnits.map { count, unit in "\(count)\(unit.word)" } ?? "none"
  }

  /// The same in Swift.
  var latencyExpression: String {
    inLatencyUnits.map { count, unit in ".\(unit.expression)(\(count))" } ?? ".zero"
  }

  private var inLatencyUnits:
    (count: Int64, unit: (word: String, nanoseconds: Int64, expression: String))?
  {
    let nanoseconds = latencyNanoseconds
    guard nanoseconds > 0 else { return nil }
    return Self.latencyUnits.first { unit in nanoseconds % unit.nanoseconds == 0 }
      .map { unit in (nanoseconds / unit.nanoseconds, unit) }
  }

  /// A latency by its word.
  init?(latencyWord word: String) {
    if word == "none" {
      self = .zero
      return
    }
    let digits = word.prefix { character in character.isNumber }
    guard
      let count = Int64(digits), count > 0,
      let unit = Self.latencyUnits.first(where: { $0.word == word.dropFirst(digits.count) })
    else { return nil }
    let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow else { return nil }
    self = .nanoseconds(nanoseconds)
  }
}
