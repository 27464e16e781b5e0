import SluiceScenarios

/// The streams of the device observers.
enum DeviceStreams {
  static let connectivity = "device.connectivity"
  static let lifecycle = "device.lifecycle"
  static let keyboard = "device.keyboard"

  static let all: [StreamSignature] = [
    StreamSignature(
      connectivity, product: "device", suite: connectivity,
      summary: "The status of the network, over a path monitor.",
      example: "S = device.connectivity()"),
    StreamSignature(
      lifecycle, product: "device", suite: lifecycle,
      summary: "The app's life cycle, over a monitor with a delegate.",
      example: "S = device.lifecycle()"),
    StreamSignature(
      keyboard, product: "device", suite: keyboard,
      summary: "The keyboard, over the notification centre, with two observers.",
      example: "S = device.keyboard()"),
  ]
}
