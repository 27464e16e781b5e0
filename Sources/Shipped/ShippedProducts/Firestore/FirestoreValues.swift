import SluiceProducts
import SluiceSpies

/// The values that only Firestore has and JSON does not, and the operations that a write can hold;
/// the fake reads them.
enum FirestoreValues {
  static let timestamp = Constructor(
    stored: "timestamp", "A point in time.", text,
    example: "timestamp(\"2026-01-01T00:00:00Z\")")
  static let geo = Constructor(
    stored: "geo", "A place on the earth.",
    Parameter<Value>("latitude", number, "degrees north"),
    Parameter<Value>("longitude", number, "degrees east"), example: "geo(52.5, 13.4)")
  static let reference = Constructor(
    stored: "ref", "A reference to a document.",
    Parameter<String>("path", .path, "the document"), example: "ref(cities/SF)")
  static let double = Constructor(
    stored: "double", "A double that has no notation of its own.",
    Parameter<Value>(
      "value", .oneOf(.word("nan", "infinity"), .integer, .double), "the number"),
    example: "double(nan)")

  static let arrayUnion = Constructor(
    stored: "arrayUnion", "Adds what is missing.", elements, example: "arrayUnion([1])",
    isDataOnly: true)
  static let arrayRemove = Constructor(
    stored: "arrayRemove", "Takes out.", elements, example: "arrayRemove([1])", isDataOnly: true)
  static let delete = Constructor(
    stored: "delete", "Takes the field away.", example: "delete()", isDataOnly: true)

  private static let number = ArgumentKind<Value>.oneOf(.integer, .double)
  private static let text = Parameter<String>(
    "text", .string, "the text that the example shows the form of")
  private static let elements = Parameter<Value>("elements", .array, "the elements")
}
