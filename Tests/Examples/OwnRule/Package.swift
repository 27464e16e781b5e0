// swift-tools-version: 6.2

import PackageDescription

/// `DOOR_LINGERS=1 swift run gate run` switches a bug on: a cancelled stream stops listening in a
/// task of its own, which is late by the rule of this package.
let bugs = Context.environment["DOOR_LINGERS"] == nil ? [] : ["LINGERS"]

let package = Package(
  name: "door",
  dependencies: [.package(name: "sluice", path: "../../..")],
  targets: [
    .executableTarget(
      name: "gate", dependencies: [.product(name: "SluiceHarness", package: "sluice")],
      swiftSettings: bugs.map { bug in .define(bug) })
  ])
