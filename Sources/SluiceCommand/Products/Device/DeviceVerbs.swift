import FakeDevice
import SluiceScenarios

/// What a scenario can make a device do.
enum DeviceVerbs {
  private static let words = EmulatorWords(product: "device")

  static let all: [VerbSignature] = [
    verb(
      "network",
      [
        ParameterSignature(
          "reachability",
          .symbol(ConnectivityStatus.Reachability.allCases.map { $0.rawValue }),
          summary: "whether the network can be reached"),
        ParameterSignature(
          "interface", .symbol(ConnectivityStatus.InterfaceKind.allCases.map { $0.rawValue }),
          .optional, summary: "by what; nothing unless said"),
      ],
      "Changes the network.", "device.network(satisfied, cellular)"),
    verb(
      "app",
      [
        ParameterSignature(
          "state", .symbol(AppLifecycleState.allCases.map { $0.rawValue }),
          summary: "how much of the user's attention it has")
      ],
      "Has the user leave the app or come back.", "device.app(background)"),
    verb(
      "show-keyboard",
      [ParameterSignature("height", .double, summary: "the points that it covers")],
      "Shows the keyboard, or changes its height.", "device.show-keyboard(320.0)"),
    verb("hide-keyboard", [], "Hides the keyboard.", "device.hide-keyboard()"),
    verb(
      "latency",
      [ParameterSignature("duration", .duration, summary: "how long changes are on their way")],
      "Says how long changes are on their way to observers.", "device.latency(10ms)"),
    words.script(for: "observers"),
  ]

  static let probes: [ProbeSignature] = [
    probe(
      "observers", "The number of observers that are registered with the system now.", .int,
      "expect device.observers == 0"),
    probe(
      "status", "The network's present status, as an observer's property tells it.", .data,
      "expect device.status == connectivity(satisfied, wifi)"),
    probe(
      "state", "The app's present state, as an observer's property tells it.", .data,
      "expect device.state == lifecycle(active)"),
    probe(
      "keys", "The keyboard's present state, as an observer's property tells it.", .data,
      "expect device.keys == keyboard(hidden)"),
  ]

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    words.verb(name, parameters, summary, example)
  }

  private static func probe(
    _ name: String, _ summary: String, _ result: ValueType, _ example: String
  ) -> ProbeSignature {
    ProbeSignature(
      "device.\(name)", product: "device", result: result, summary: summary, example: example)
  }
}
