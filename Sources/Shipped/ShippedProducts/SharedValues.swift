import Foundation
import SluiceProducts
import SluiceSpies

/// The value calls that scenarios of several products use.
///
/// Each product lists those that its own scenarios use, so that it can be gated alone. The checker
/// refuses a value call that neither the product of the file nor one that it reaches lists.
enum SharedValues {
  static let bytes = Constructor(
    "bytes", "Bytes in base64.", Parameter<String>("text", .string, "the bytes in base64"),
    example: "bytes(\"aGk=\")"
  ) { text in
    guard let data = Data(base64Encoded: text) else {
      throw FixtureError("\(Value.call("bytes", .string(text))) is not base64")
    }
    return data
  }

  static let serverTimestamp = Constructor(
    stored: "serverTimestamp", "The server's time when it takes the write.",
    example: "serverTimestamp()")

  static let increment = Constructor(
    stored: "increment", "Adds to a number.",
    Parameter<Value>("by", .oneOf(.integer, .double), "how much"), example: "increment(1)",
    isDataOnly: true)
}
