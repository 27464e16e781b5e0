import FakeDevice
import ProposalStreams
import SluiceConformance

extension DeviceSubjects {
  /// The streams in the guide's exact types, written the plain way that it shows.
  static let proposal = streams(
    "proposal",
    traits: { traits in
      traits.registration = .access
      traits.bufferOnCancel = .drains
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
    connectivity: { device in ConnectivityObserver(on: device) },
    lifecycle: { device in AppLifecycleObserver(on: device) },
    keyboard: { device in KeyboardObserver(on: device) })
}
