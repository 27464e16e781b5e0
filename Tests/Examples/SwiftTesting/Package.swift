// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "weather",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Weather"),
    .testTarget(
      name: "WeatherTests",
      dependencies: ["Weather", .product(name: "SluiceTesting", package: "sluice")]),
  ]
)
