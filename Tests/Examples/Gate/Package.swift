// swift-tools-version: 6.2

import PackageDescription

/// `WEATHER_LEAKS=1 swift run gate run` switches a bug on: the stream forgets to remove itself;
/// `WEATHER_TRAPS=1` another: it traps when the thermometer fails.
let bugs = ["LEAKS", "TRAPS"].filter { bug in Context.environment["WEATHER_\(bug)"] != nil }

let package = Package(
  name: "weather",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Weather", swiftSettings: bugs.map { bug in .define(bug) }),
    .executableTarget(
      name: "gate",
      dependencies: ["Weather", .product(name: "SluiceHarness", package: "sluice")]),
  ])
