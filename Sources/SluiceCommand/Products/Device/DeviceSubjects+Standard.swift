import FakeDevice
import SluiceConformance
import StandardStreams

extension DeviceSubjects {
  /// The streams as they should be in the guide's exact types, which have room for one iteration.
  static let standard = streams(
    "standard",
    traits: { traits in
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
    connectivity: { device in ConnectivityObserver(on: device) },
    lifecycle: { device in AppLifecycleObserver(on: device) },
    keyboard: { device in KeyboardObserver(on: device) })
}
