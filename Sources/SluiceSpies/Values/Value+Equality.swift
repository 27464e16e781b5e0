extension Value {
  /// Whether two values print the same.
  ///
  /// That is stricter than Swift's own equality for text, which takes two spellings of one letter
  /// for equal, and for the two zeros; and it takes not-a-number for what it is, so that a stream
  /// may hand it on unchanged.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left.comparedBits == right.comparedBits
    case (.duration(let left), .duration(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameUnits(as: right)
    case (.symbol(let left), .symbol(let right)): left.hasSameUnits(as: right)
    case (.path(let left), .path(let right)): left.hasSameUnits(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.call(let left, let leftArguments), .call(let right, let rightArguments)):
      left == right && leftArguments == rightArguments
    default: false
    }
  }

  /// Feeds what the value prints into a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.comparedBits)
    case .duration(let value): hasher.combine(value)
    case .string(let text), .symbol(let text), .path(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let members): hasher.combine(members)
    case .call(let name, let arguments):
      hasher.combine(name)
      hasher.combine(arguments)
    }
  }
}

extension Value.Member {
  /// Whether two members print the same.
  public static func == (left: Value.Member, right: Value.Member) -> Bool {
    left.name.hasSameUnits(as: right.name) && left.value == right.value
  }
}

extension Double {
  /// The number's bits, the same for every not-a-number.
  fileprivate var comparedBits: UInt64 {
    isNaN ? Double.nan.bitPattern : bitPattern
  }
}

extension String {
  /// Whether two texts are spelt the same, and not only read the same.
  fileprivate func hasSameUnits(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
