public import FakeDevice
import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// What an app observes of its device: the network, its own life cycle, the keyboard.
public enum DeviceProduct {
  /// The product, without implementations.
  public static let product = Product(
    "device", module: "FakeDevice",
    summary: "Device observers: network, life cycle, keyboard, by script and by emulator.",
    backend: DeviceBackend.init(in:),
    verbs: ScriptVerbs.verbs() + DeviceVerbs.all,
    probes: probes,
    streams: connectivity, lifecycle, keyboard,
    constructors: connectivityStatus, lifecycleState, keyboardState,
    traits: { backend, subject in
      // A script tells monitors and delegates nothing by itself; the keyboard's present state is
      // read in any case.
      guard backend.isScripted, subject.stream != keyboard.name else { return subject.traits }
      return subject.traits.with { traits in traits.initialValue = .none }
    })

  /// The status of the network.
  public static let connectivity = StreamDeclaration<DeviceBackend, FakeDevice>(
    "device.connectivity", "The status of the network, over a path monitor.",
    example: "S = device.connectivity()", traits: source, lacking: absent,
    source: { backend in backend.device })

  /// The app's life cycle.
  public static let lifecycle = StreamDeclaration<DeviceBackend, FakeDevice>(
    "device.lifecycle", "The app's life cycle, over a monitor with a delegate.",
    example: "S = device.lifecycle()", traits: source, lacking: absent,
    source: { backend in backend.device })

  /// The keyboard, which has an observer for its coming and one for its going.
  public static let keyboard = StreamDeclaration<DeviceBackend, FakeDevice>(
    "device.keyboard", "The keyboard, over the notification centre, with two observers.",
    example: "S = device.keyboard()",
    traits: { traits in
      source(&traits)
      traits.listeners = 2
    }, lacking: absent, source: { backend in backend.device })

  private static let absent: Set<SourceAbility> = [.fail, .finish]

  /// What is observed has a present value.
  private static func source(_ traits: inout Traits) {
    traits.canFail = false
    traits.initialValue = .present
  }

  private static let probes: [Probe<DeviceBackend>] = [
    Probe(
      counting: "observers", "The number of observers that are registered with the system now.",
      example: "expect device.observers == 0"
    ) { backend in backend.device.observerCount },
    Probe(
      "status", "The network's present status, as an observer's property tells it.", result: .data,
      example: "expect device.status == connectivity(satisfied, wifi)"
    ) { backend in backend.device.connectivityStatus.projected },
    Probe(
      "state", "The app's present state, as an observer's property tells it.", result: .data,
      example: "expect device.state == lifecycle(active)"
    ) { backend in backend.device.lifecycleState.projected },
    Probe(
      "keys", "The keyboard's present state, as an observer's property tells it.", result: .data,
      example: "expect device.keys == keyboard(hidden)"
    ) { backend in backend.device.keyboardState.projected },
  ]

  static let connectivityStatus = Constructor(
    "connectivity", "A status of the network.",
    Parameter<ConnectivityStatus.Reachability>(
      "reachability", .pattern(of: .choice), "satisfied, unsatisfied or requires-connection"),
    Parameter<ConnectivityStatus.InterfaceKind?>.optional(
      "interface", .pattern(of: .choice), "wifi, cellular, wired or other; none unless said"),
    example: "connectivity(satisfied, wifi)"
  ) { reachability, interface in
    DeviceNews.connectivity(ConnectivityStatus(reachability, interface))
  }

  static let lifecycleState = Constructor(
    "lifecycle", "A state of the app.",
    Parameter<AppLifecycleState>(
      "state", .pattern(of: .choice), "active, inactive or background"),
    example: "lifecycle(active)"
  ) { state in DeviceNews.lifecycle(state) }

  static let keyboardState = Constructor(
    "keyboard", "A state of the keyboard.",
    Parameter<KeyboardVisibility>("visibility", .pattern(of: .choice), "hidden or shown"),
    Parameter<Double?>.optional(
      "height", .pattern(of: .double), "the points that a shown one covers"),
    example: "keyboard(shown, 320.0)"
  ) { visibility, height in
    switch (visibility, height) {
    case (.hidden, nil): DeviceNews.keyboard(.hidden)
    case (.shown, let height?): DeviceNews.keyboard(.shown(height: height))
    default: throw FixtureError("a shown keyboard has a height, and a hidden one has none")
    }
  }
}

/// Whether there is a keyboard, as scenarios say it.
enum KeyboardVisibility: String, Sendable, CaseIterable {
  case hidden
  case shown
}
