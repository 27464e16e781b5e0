// swift-tools-version: 6.2

import PackageDescription

/// `BULLETIN_LEAKS=1 swift test` switches a bug on: nothing removes the observer.
let leaks = Context.environment["BULLETIN_LEAKS"] != nil

let package = Package(
  name: "bulletin",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .target(name: "Bulletin", swiftSettings: leaks ? [.define("LEAKS")] : []),
    .testTarget(
      name: "BulletinTests",
      dependencies: ["Bulletin", .product(name: "SluiceTesting", package: "sluice")]),
  ])
