import FakeDevice
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ReferenceSubjects {
  /// The device observers'.
  static let device = [
    Subject("reference", of: DeviceProduct.connectivity) { device in
      ConnectivityObserver(on: device).statusStream
    },
    Subject("reference", of: DeviceProduct.lifecycle) { device in
      AppLifecycleObserver(on: device).stateStream
    },
    Subject("reference", of: DeviceProduct.keyboard) { device in
      KeyboardObserver(on: device).stateStream
    },
  ]
}
