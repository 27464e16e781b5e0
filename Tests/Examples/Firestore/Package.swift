// swift-tools-version: 6.2

import PackageDescription

/// `CONTENTS_LEAKS=1 swift run gate run` switches a bug on: the stream forgets its registration.
let leaks = Context.environment["CONTENTS_LEAKS"] != nil

let package = Package(
  name: "contents",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(
      name: "Contents", dependencies: [.product(name: "FakeFirestore", package: "sluice")],
      swiftSettings: leaks ? [.define("LEAKS")] : []),
    .executableTarget(
      name: "gate",
      dependencies: [
        "Contents", .product(name: "SluiceHarness", package: "sluice"),
        .product(name: "ShippedProducts", package: "sluice"),
      ]),
  ])
