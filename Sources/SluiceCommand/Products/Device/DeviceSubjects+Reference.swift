import FakeDevice
import ReferenceStreams
import SluiceConformance

extension DeviceSubjects {
  /// The streams as they should be.
  static let reference = streams(
    "reference",
    connectivity: { device in ConnectivityObserver(on: device) },
    lifecycle: { device in AppLifecycleObserver(on: device) },
    keyboard: { device in KeyboardObserver(on: device) })
}
