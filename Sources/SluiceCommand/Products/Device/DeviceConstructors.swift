import FakeDevice
import SluiceScenarios
import SluiceSpies

/// What scenarios say of a network, of an app and of a keyboard.
enum DeviceConstructors {
  static let all: [ConstructorSignature] = [
    ConstructorSignature(
      "connectivity", usage: .both,
      parameters: [
        ParameterSignature(
          "reachability", .pattern, summary: "satisfied, unsatisfied or requires-connection"),
        ParameterSignature(
          "interface", .pattern, .optional,
          summary: "wifi, cellular, wired or other; none unless said"
        ),
      ],
      summary: "A status of the network.", example: "connectivity(satisfied, wifi)"),
    ConstructorSignature(
      "lifecycle", usage: .both,
      parameters: [
        ParameterSignature("state", .pattern, summary: "active, inactive or background")
      ],
      summary: "A state of the app.", example: "lifecycle(active)"),
    ConstructorSignature(
      "keyboard", usage: .both,
      parameters: [
        ParameterSignature("visibility", .pattern, summary: "hidden or shown"),
        ParameterSignature(
          "height", .pattern, .optional, summary: "the points that a shown one covers"),
      ],
      summary: "A state of the keyboard.", example: "keyboard(shown, 320.0)"),
  ]
}

extension DeviceNews {
  /// The news that a value stands for; nil where it stands for none.
  init?(_ value: Value) {
    switch value {
    case .call("lifecycle", let arguments):
      guard let state = arguments.first?.value.word.flatMap(AppLifecycleState.init(rawValue:))
      else { return nil }
      self = .lifecycle(state)
    case .call("connectivity", let arguments):
      guard
        let reachability = arguments.first?.value.word
          .flatMap(ConnectivityStatus.Reachability.init(rawValue:))
      else { return nil }
      let interface = arguments.dropFirst().first?.value.word
      let kind = interface.flatMap(ConnectivityStatus.InterfaceKind.init(rawValue:))
      if interface != nil, kind == nil { return nil }
      self = .connectivity(ConnectivityStatus(reachability, kind))
    case .call("keyboard", let arguments):
      switch (arguments.first?.value.word, arguments.dropFirst().first?.value) {
      case ("hidden", nil): self = .keyboard(.hidden)
      case ("shown", .double(let height)?): self = .keyboard(.shown(height: height))
      default: return nil
      }
    default: return nil
    }
  }
}
