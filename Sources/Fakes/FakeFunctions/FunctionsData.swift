public import Foundation
import SluiceSpies

/// An error for data that can't be sent to a function, which is then not called.
///
/// Source: `FirebaseFunctions/Sources/Internal/FunctionsSerializer.swift`, whose error it is there.
public struct FunctionsDataError: Error, Hashable, Sendable {
  /// The name of the type that can't be sent.
  public let type: String
}

extension FunctionsDataError: CustomStringConvertible, LocalizedError {
  /// What can't be sent, and what can.
  public var description: String { "\(type): \(MissingFunctionsPart.otherData.refusal)" }

  /// The sentence for people.
  public var errorDescription: String? { description }
}

/// What a call can be passed.
enum FunctionsData {
  /// The name of a type in a value that JSON does not have; nil where all of it can be sent.
  ///
  /// The entries of dictionaries are looked at in the order of their names.
  static func unsupportedType(in value: Any) -> String? {
    switch value {
    case is NSNull, is NSNumber, is NSString, is String, is Bool, is any BinaryInteger,
      is any BinaryFloatingPoint:
      return nil
    case let values as [Any]: return firstUnsupportedType(in: values)
    case let members as [String: Any]:
      return firstUnsupportedType(
        in: members.sorted { left, right in left.key < right.key }.map(\.value))
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return "\(type(of: value))" }
      return firstUnsupportedType(in: mirror.children.map { child in child.value })
    }
  }

  private static func firstUnsupportedType(in values: [Any]) -> String? {
    for value in values {
      if let type = unsupportedType(in: value) { return type }
    }
    return nil
  }
}
