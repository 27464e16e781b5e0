// swift-tools-version: 6.2

import PackageDescription

/// `CART_LEAKS=1 swift run gate run` switches a bug on: the stream forgets its listener.
let leaks = Context.environment["CART_LEAKS"] != nil

let package = Package(
  name: "cart",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(
      name: "Cart",
      dependencies: [
        .product(name: "FakeCore", package: "sluice"),
        .product(name: "Interop", package: "sluice"),
      ], swiftSettings: leaks ? [.define("LEAKS")] : []),
    .executableTarget(
      name: "gate",
      dependencies: [
        "Cart", .product(name: "SluiceHarness", package: "sluice"),
        .product(name: "ShippedProducts", package: "sluice"),
      ]),
  ])
