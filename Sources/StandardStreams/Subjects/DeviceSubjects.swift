import FakeDevice
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension StandardSubjects {
  /// The device observers'.
  static let device = [
    Subject("standard", of: DeviceProduct.connectivity, traits: single) { device in
      ConnectivityObserver(on: device).statusStream
    },
    Subject("standard", of: DeviceProduct.lifecycle, traits: single) { device in
      AppLifecycleObserver(on: device).stateStream
    },
    Subject("standard", of: DeviceProduct.keyboard, traits: single) { device in
      KeyboardObserver(on: device).stateStream
    },
  ]
}
