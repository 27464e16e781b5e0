// swift-tools-version: 6.2

import PackageDescription

/// `DOORBELL_LEAKS=1 swift test` switches a bug on: the bell keeps its delegate.
let leaks = Context.environment["DOORBELL_LEAKS"] != nil

let package = Package(
  name: "doorbell",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Doorbell", swiftSettings: leaks ? [.define("LEAKS")] : []),
    .testTarget(
      name: "DoorbellTests",
      dependencies: ["Doorbell", .product(name: "SluiceXCTest", package: "sluice")]),
  ])
