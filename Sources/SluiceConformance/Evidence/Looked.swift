import SluiceSpies

/// A property of a record that counts how often it is read, while somebody measures.
///
/// Whatever goes through the records of a log reads something of each, so the count shows how the
/// cost of a rule grows with the log, exactly and on every machine. It is made in debug builds
/// alone, which the tests are; in a release build this is the bare value.
@propertyWrapper
public struct Looked<Value> {
  private var value: Value

  /// A property with its first value.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value; each read is a step for `WorkCounter`.
  public var wrappedValue: Value {
    get {
      #if DEBUG
        WorkCounter.count(1)
      #endif
      return value
    }
    set { value = newValue }
  }
}

extension Looked: Sendable where Value: Sendable {}
