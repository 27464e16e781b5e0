import FakeDevice
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ProposalSubjects {
  /// The device observers' in the guide's exact types, written the plain way that it shows.
  static let device = [
    Subject("proposal", of: DeviceProduct.connectivity, traits: eager) { device in
      ConnectivityObserver(on: device).statusStream
    },
    Subject("proposal", of: DeviceProduct.lifecycle, traits: eager) { device in
      AppLifecycleObserver(on: device).stateStream
    },
    Subject("proposal", of: DeviceProduct.keyboard, traits: eager) { device in
      KeyboardObserver(on: device).stateStream
    },
  ]

  /// A stream for one iteration that observes as soon as it is there.
  private static func eager(_ traits: inout Traits) {
    traits.registration = .access
    traits.bufferOnCancel = .drains
    traits.iterators = .single
    traits.releasesWhileHeld = false
  }
}
