public import Foundation

/// Where a value comes from.
public enum RemoteConfigSource: Int, Sendable, Hashable {
  /// From the server: it was fetched and activated.
  case remote
  /// From the app's defaults.
  case `default`
  /// From nowhere: there is no value of the key.
  case `static`
}

/// The value of a key, which is text and what it reads as.
///
/// Source: `FirebaseRemoteConfig/Sources/FIRConfigValue.m`.
public final class RemoteConfigValue: Sendable {
  /// The text; empty where there is no value.
  public let stringValue: String
  /// Where it comes from.
  public let source: RemoteConfigSource

  init(_ stringValue: String, from source: RemoteConfigSource) {
    self.stringValue = stringValue
    self.source = source
  }

  /// The number that the text begins with, else 0.
  public var numberValue: NSNumber { NSNumber(value: (stringValue as NSString).doubleValue) }

  /// Whether the text reads as true: `1`, `true`, `t`, `yes`, `y` or `on` in any case.
  public var boolValue: Bool {
    ["1", "true", "t", "yes", "y", "on"].contains(stringValue.lowercased())
  }

  /// The text in UTF-8.
  public var dataValue: Data { Data(stringValue.utf8) }
}
