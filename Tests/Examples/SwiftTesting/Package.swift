// swift-tools-version: 6.2

import PackageDescription

/// `WEATHER_LEAKS=1 swift test` switches a bug on: the stream stays attached when it is cancelled.
let leaks = Context.environment["WEATHER_LEAKS"] != nil

let package = Package(
  name: "weather",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Weather", swiftSettings: leaks ? [.define("LEAKS")] : []),
    .testTarget(
      name: "WeatherTests",
      dependencies: ["Weather", .product(name: "SluiceTesting", package: "sluice")]),
  ])
