import FakeDatabase
import SluiceRunner
import SluiceScenarios
import SluiceSpies

/// What scenarios write for the Realtime Database beside JSON.
enum DatabaseConstructors {
  static let all: [ConstructorSignature] = [
    ConstructorSignature(
      "child", usage: .data,
      parameters: [
        ParameterSignature(
          "event", .symbol(["added", "changed", "moved", "removed"]), summary: "what happened"),
        ParameterSignature("key", .string, summary: "the child's key"),
        ParameterSignature("value", .data, summary: "its data"),
        ParameterSignature(
          label: "prev", .oneOf([.string, .null]), .optional,
          summary: "the key of the sibling before it; it is the first if there is none"),
      ],
      summary: "An event of a child for a script to hand over.",
      example: "listener.send(child(added, \"bo\", {pts: 20}, prev: \"ada\"))")
  ]
}

/// An event of a child that a scenario has a script hand over.
struct ScriptedChild {
  let type: DataEventType
  let child: NamedNode
  let previousSiblingKey: String?

  /// The event in a value; nil where the value is none.
  ///
  /// - Throws: An error where the child's data can't be stored.
  init?(_ value: Value) throws {
    guard case .call("child", let arguments) = value, arguments.count >= 3,
      let type = arguments[0].value.word.flatMap({ DataEventType(scenarioName: $0) }),
      let key = arguments[1].value.letters
    else { return nil }
    self.type = type
    child = NamedNode(ChildKey(key), try TreeNode(checking: arguments[2].value))
    previousSiblingKey = arguments.first { $0.label == "prev" }?.value.letters
  }
}
