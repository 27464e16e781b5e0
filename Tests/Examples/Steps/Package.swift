// swift-tools-version: 6.2

import PackageDescription

/// `STEPS_LEAKS=1 swift run gate run` switches a bug on: nothing stops the pedometer.
let leaks = Context.environment["STEPS_LEAKS"] != nil

let package = Package(
  name: "steps",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Steps", swiftSettings: leaks ? [.define("LEAKS")] : []),
    .executableTarget(
      name: "gate", dependencies: ["Steps", .product(name: "SluiceHarness", package: "sluice")]),
  ])
