internal import Synchronization

/// What tells one publisher stream from another: of an object, its identity; else a number.
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
  private enum Content: Hashable, Sendable {
    case number(UInt64)
    case object(ObjectIdentifier)
  }

  private static let numbers = Atomic<UInt64>(0)

  private let content: Content

  /// An identifier that no other has.
  public init() {
    content = .number(Self.numbers.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// The identifier of an object, as long as it lives.
  ///
  /// - Parameter object: The object.
  public init(_ object: AnyObject) {
    content = .object(ObjectIdentifier(object))
  }

  /// The number or the address, in hexadecimal digits.
  public var description: String {
    switch content {
    case .number(let number): "0x" + String(number, radix: 16)
    case .object(let object): "0x" + String(UInt(bitPattern: object), radix: 16)
    }
  }
}

/// What has an identifier: every subscriber and every subscription.
public protocol CustomCombineIdentifierConvertible {
  /// What tells this one from others.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The identifier of the object.
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
