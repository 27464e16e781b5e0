// swift-tools-version: 6.3

import PackageDescription

/// `WEATHER_LEAKS=1 swift run gate run` switches a bug on: the stream forgets to remove itself.
let leaks = Context.environment["WEATHER_LEAKS"] != nil

let package = Package(
  name: "weather",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Weather", swiftSettings: leaks ? [.define("LEAKS")] : []),
    .executableTarget(
      name: "gate",
      dependencies: ["Weather", .product(name: "SluiceHarness", package: "sluice")]),
  ])
