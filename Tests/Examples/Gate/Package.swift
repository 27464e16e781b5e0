// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "weather",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Weather"),
    .executableTarget(
      name: "gate",
      dependencies: ["Weather", .product(name: "SluiceHarness", package: "sluice")]),
  ])
