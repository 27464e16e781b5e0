import FakeDevice
import SluiceProducts

/// What a scenario can make a device do.
enum DeviceVerbs {
  static let all = emulated.map { verb in
    verb.standing(in: Verb<DeviceBackend>.emulated)
  }

  private static let emulated: [Verb<DeviceBackend>] = [
    Verb(
      "network", "Changes the network.",
      Parameter<ConnectivityStatus.Reachability>(
        "reachability", .choice, "whether the network can be reached"),
      Parameter<ConnectivityStatus.InterfaceKind?>.optional(
        "interface", .choice, "by what; nothing unless said"),
      example: "device.network(satisfied, cellular)"
    ) { backend, reachability, interface in
      try backend.emulator.change(.connectivity(ConnectivityStatus(reachability, interface)))
    },
    Verb(
      "app", "Has the user leave the app or come back.",
      Parameter<AppLifecycleState>("state", .choice, "how much of the user's attention it has"),
      example: "device.app(background)"
    ) { backend, state in try backend.emulator.change(.lifecycle(state)) },
    Verb(
      "show-keyboard", "Shows the keyboard, or changes its height.",
      Parameter<Double>("height", .double, "the points that it covers"),
      example: "device.show-keyboard(320.0)"
    ) { backend, height in try backend.emulator.change(.keyboard(.shown(height: height))) },
    Verb(
      "hide-keyboard", "Hides the keyboard.", example: "device.hide-keyboard()"
    ) { backend in try backend.emulator.change(.keyboard(.hidden)) },
    Verb(
      "latency", "Says how long changes are on their way to observers.",
      Parameter<Duration>("duration", .duration, "how long changes are on their way"),
      example: "device.latency(10ms)"
    ) { backend, duration in try backend.emulator.latency = duration },
    .script(for: "observers", of: "device") { backend in try backend.chooseScript() },
  ]
}
