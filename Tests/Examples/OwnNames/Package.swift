// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "store",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Store"),
    .testTarget(
      name: "StoreTests", dependencies: ["Store", .product(name: "Sluice", package: "sluice")],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ])
