// swift-tools-version: 6.2

import PackageDescription

/// A floor of the kit: a folder of `Sources` that holds modules of one kind.
///
/// `ARCHITECTURE.md` describes each module. `Scripts/check` refuses a module in any other folder.
enum Floor: String {
  case shipped = "Shipped"
  case streams = "Streams"
  case fronts = "Fronts"
  case reports = "Reports"
  case kit = "Kit"
  case fakes = "Fakes"
  case model = "Model"
  case runtime = "Runtime"
  case support = "Support"

  /// The folder of one of its modules.
  func path(of module: String) -> String { "Sources/\(rawValue)/\(module)" }
}

/// One module of the kit: its name, its floor, what it may import, and whether it has a test target
/// of its own.
///
/// The list below is the module graph. Arrows go down only: a module may name only modules that
/// are below it in the list, and `Scripts/check` compares the imports in the sources with it.
struct Module {
  var name: String
  var floor: Floor
  var dependencies: [String] = []
  var testDependencies: [String]? = []
  /// The folders of the test target that hold data which tests find by their own place.
  var testData: [String] = []
  /// What goes beside whatever is built with it.
  var resources: [Resource]? = nil
}

/// The fakes, each of which stands alone: none may import another product's.
///
/// What one offers another is a protocol of `Interop`.
let fakes = [
  "FakeAuth",
  "FakeDatabase",
  "FakeDevice",
  "FakeFirestore",
  "FakeListener",
  "FakeMessaging",
  "FakeRemoteConfig",
  "FakeStorage",
  "FakeWebSocket",
]

let modules: [Module] = [
  Module(
    name: "ShippedGate", floor: .shipped,
    dependencies: [
      "SluiceHarness", "SluiceReports", "SluiceRunner", "ReferenceStreams", "StandardStreams",
      "ProposalStreams", "FaultyStreams", "ShippedProducts", "SluiceProducts", "SluiceScenarios",
      "SluiceConformance", "SluiceSpies", "SluiceText", "SluiceSimulation", "FakeListener",
      "FakeDatabase", "DemandStreams", "CSanitizerOptions",
    ], testDependencies: nil),
  Module(
    name: "FaultyStreams", floor: .streams,
    dependencies: [
      "ReferenceStreams", "ShippedProducts", "SluiceProducts", "FakeCore", "SluiceConformance",
      "SluiceSpies", "SluiceSimulation", "DemandStreams", "CBlockingCalls",
    ] + fakes,
    testDependencies: ["StandardStreams", "ProposalStreams"]),
  Module(
    name: "StandardStreams", floor: .streams,
    dependencies: [
      "ReferenceStreams", "ShippedProducts", "SluiceProducts", "SluiceConformance", "SluiceSpies",
      "DemandStreams",
    ] + fakes, testDependencies: nil),
  Module(
    name: "ReferenceStreams", floor: .streams,
    dependencies: [
      "ShippedProducts", "SluiceProducts", "FakeCore", "SluiceConformance", "SluiceSpies",
      "DemandStreams",
    ] + fakes, testDependencies: ["SluiceSimulation"]),
  Module(
    name: "ProposalStreams", floor: .streams,
    dependencies: [
      "ShippedProducts", "SluiceProducts", "SluiceConformance", "SluiceSpies", "SluiceSimulation",
      "DemandStreams",
    ] + fakes, testDependencies: nil),
  Module(
    name: "ShippedProducts", floor: .shipped,
    dependencies: [
      "SluiceProducts", "FakeCore", "SluiceConformance", "SluiceSpies", "SluiceSimulation",
      "DemandStreams",
    ] + fakes, testDependencies: nil),
  Module(
    name: "DemandStreams", floor: .streams,
    testDependencies: [
      "Sluice", "FakeListener", "FaultyStreams", "StandardStreams", "ProposalStreams",
      "SluiceSpies", "SluiceSimulation",
    ],
    testData: ["Obligations"]),
  Module(
    name: "SluiceHarness", floor: .fronts,
    dependencies: [
      "Sluice", "FakeListener", "SluiceReports", "SluiceRunner", "SluiceProducts",
      "SluiceScenarios", "SluiceConformance",
      "SluiceSpies", "SluiceText", "SluiceSimulation",
    ],
    testDependencies: [
      "ShippedGate", "ReferenceStreams", "StandardStreams", "ProposalStreams", "FaultyStreams",
      "ShippedProducts", "DemandStreams", "FakeCore", "Interop",
    ] + fakes, testData: ["Editions", "Golden", "Obligations"]),
  Module(
    name: "SluiceTesting", floor: .fronts,
    dependencies: [
      "Sluice", "SluiceRunner", "SluiceProducts", "SluiceConformance",
    ], testDependencies: ["SluiceXCTest"], testData: ["Golden"]),
  Module(
    name: "SluiceXCTest", floor: .fronts,
    dependencies: [
      "Sluice", "SluiceRunner", "SluiceProducts", "SluiceConformance",
    ], testDependencies: nil),
  Module(
    name: "Sluice", floor: .fronts,
    dependencies: [
      "SluiceProducts", "FakeListener", "SluiceConformance", "SluiceSpies", "SluiceText",
      "SluiceSimulation",
    ],
    testDependencies: ["FakeFirestore"], testData: ["Golden"]),
  Module(
    name: "SluiceReports", floor: .reports, dependencies: ["SluiceText"],
    testDependencies: ["SluiceSimulation"]),
  Module(
    name: "SluiceRunner", floor: .kit,
    dependencies: [
      "SluiceProducts", "SluiceScenarios", "SluiceConformance", "SluiceSpies", "SluiceText",
      "SluiceSimulation",
    ], resources: [.copy("../../../Scenarios")]),
  Module(
    name: "SluiceProducts", floor: .kit,
    dependencies: [
      "FakeListener", "SluiceScenarios", "SluiceConformance", "SluiceSpies", "SluiceSimulation",
    ], testDependencies: ["ShippedGate", "SluiceRunner", "SluiceText"]),
  Module(
    name: "SluiceScenarios", floor: .kit, dependencies: ["SluiceSpies", "SluiceText"],
    testDependencies: ["SluiceSimulation"]),
  Module(
    name: "SluiceConformance", floor: .kit,
    dependencies: ["SluiceSpies", "SluiceText", "SluiceSimulation"]),
  Module(
    name: "FakeAuth", floor: .fakes,
    dependencies: ["FakeCore", "Interop", "SluiceSpies", "SluiceSimulation"]),
  Module(
    name: "FakeFunctions", floor: .fakes,
    dependencies: ["FakeCore", "Interop", "SluiceSpies", "SluiceSimulation"],
    testDependencies: ["FakeAuth"]),
  Module(
    name: "FakeDevice", floor: .fakes, dependencies: ["SluiceSpies", "SluiceSimulation"]),
  Module(
    name: "FakeFirestore", floor: .fakes,
    dependencies: ["FakeCore", "SluiceSpies", "SluiceSimulation"],
    testDependencies: ["FakeAuth"]),
  Module(
    name: "FakeDatabase", floor: .fakes,
    dependencies: ["FakeCore", "SluiceSpies", "SluiceSimulation"],
    testDependencies: ["FakeAuth"]),
  Module(
    name: "FakeListener", floor: .fakes, dependencies: ["SluiceSpies", "SluiceSimulation"],
    testDependencies: [
      "FaultyStreams", "ShippedGate", "SluiceHarness", "SluiceProducts", "SluiceConformance",
      "SluiceRunner", "SluiceScenarios", "SluiceText",
    ]),
  Module(
    name: "FakeMessaging", floor: .fakes,
    dependencies: ["FakeCore", "Interop", "SluiceSpies", "SluiceSimulation"]),
  Module(
    name: "FakeRemoteConfig", floor: .fakes,
    dependencies: ["FakeCore", "SluiceSpies", "SluiceSimulation"]),
  Module(
    name: "FakeStorage", floor: .fakes,
    dependencies: ["FakeCore", "SluiceSpies", "SluiceSimulation"],
    testDependencies: ["FakeAuth"]),
  Module(
    name: "FakeWebSocket", floor: .fakes, dependencies: ["SluiceSpies", "SluiceSimulation"]),
  Module(
    name: "FakeCore", floor: .fakes, dependencies: ["Interop", "SluiceSpies", "SluiceSimulation"],
    testDependencies: ["Sluice"],
    testData: ["Obligations"]),
  Module(name: "Interop", floor: .fakes, testDependencies: nil),
  Module(name: "SluiceSpies", floor: .model, dependencies: ["SluiceText", "SluiceSimulation"]),
  Module(name: "SluiceText", floor: .model),
  Module(
    name: "SluiceSimulation", floor: .runtime, dependencies: ["CSimulationRuntime"],
    testDependencies: ["CBlockingCalls"]),
]

/// The targets of those names, as dependencies.
///
/// It has a type of its own, as the lists below do: 6.2 can't type-check one large expression in
/// time.
func targets(_ names: [String]) -> [Target.Dependency] {
  names.map { name in .target(name: name) }
}

let ownProducts: [Product] = [
  .executable(name: "sluice", targets: ["SluiceTool"]),
  .library(name: "Sluice", targets: ["Sluice"]),
  .library(name: "SluiceTesting", targets: ["SluiceTesting"]),
  .library(name: "SluiceXCTest", targets: ["SluiceXCTest"]),
  .library(name: "SluiceHarness", targets: ["SluiceHarness"]),
  .library(name: "ShippedProducts", targets: ["ShippedProducts"]),
  .library(name: "FakeCore", targets: ["FakeCore"]),
  .library(name: "FakeFunctions", targets: ["FakeFunctions"]),
  .library(name: "Interop", targets: ["Interop"]),
  .library(name: "DemandStreams", targets: ["DemandStreams"]),
]

/// The fake of any listener is part of the library; a package that tests one compiles no other.
let fakeProducts: [Product] = fakes.filter { name in name != "FakeListener" }.map { name in
  .library(name: name, targets: [name])
}

let otherTargets: [Target] = [
  .executableTarget(
    name: "SluiceTool", dependencies: ["ShippedGate", "SluiceHarness"],
    path: Floor.shipped.path(of: "SluiceTool")),
  .target(name: "CSanitizerOptions", path: Floor.support.path(of: "CSanitizerOptions")),
  .target(name: "CBlockingCalls", path: Floor.support.path(of: "CBlockingCalls")),
  .target(
    name: "CSimulationRuntime", path: Floor.runtime.path(of: "CSimulationRuntime"),
    linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
  .testTarget(
    name: "MainActorStyleTests", dependencies: targets(["SluiceTesting", "FakeListener"])),
  .testTarget(
    name: "VendorStyleSwift5Tests",
    dependencies: targets(
      ["FakeCore", "SluiceSpies", "SluiceSimulation", "DemandStreams"] + fakes)),
  .testTarget(
    name: "VendorStyleSwift6Tests",
    dependencies: targets(
      ["FakeCore", "SluiceSpies", "SluiceSimulation", "DemandStreams"] + fakes)),
  // The code on the pages of rules, judged by the kit's cases.
  .testTarget(
    name: "RulePageTests",
    dependencies: targets(
      [
        "ShippedGate", "ShippedProducts", "SluiceHarness", "SluiceRunner", "SluiceProducts",
        "SluiceScenarios", "SluiceConformance", "SluiceText", "SluiceSpies", "SluiceSimulation",
        "DemandStreams", "FakeCore",
      ] + fakes)),
  // What each fake lacks of its product, asked for. The folder has code that must not compile.
  .testTarget(
    name: "MissingPartTests",
    dependencies: targets(
      ["FakeCore", "FakeFunctions", "SluiceSpies", "SluiceSimulation"] + fakes),
    exclude: ["Calls"]),
  // Streams as people write them who have the products alone.
  .testTarget(
    name: "StrangerTests",
    dependencies: targets(["SluiceTesting", "FakeWebSocket", "ShippedProducts"]),
    packageAccess: false),
]

let moduleTargets: [Target] = modules.map { module in
  .target(
    name: module.name, dependencies: targets(module.dependencies),
    path: module.floor.path(of: module.name), resources: module.resources)
}

let testTargets: [Target] = modules.compactMap { module in
  guard let extra = module.testDependencies else { return nil }
  let others = extra.filter { name in !module.dependencies.contains(name) }
  return .testTarget(
    name: "\(module.name)Tests",
    dependencies: targets([module.name] + module.dependencies + others), exclude: module.testData)
}

let package = Package(
  name: "sluice",
  products: ownProducts + fakeProducts,
  traits: [
    .trait(
      name: "NonSendableHandles",
      description: "Handles and database queries are not Sendable, as in some releases of the SDK")
  ],
  targets: otherTargets + moduleTargets + testTargets
)

let testSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
]

/// Tests go without internal imports: those would make every public conformance of a test's own
/// type an error.
let settings = testSettings + [.enableUpcomingFeature("InternalImportsByDefault")]

for target in package.targets {
  switch (target.type, target.name) {
  case (_, "CSanitizerOptions"), (_, "CSimulationRuntime"), (_, "CBlockingCalls"): break
  case (_, "VendorStyleSwift5Tests"): target.swiftSettings = [.swiftLanguageMode(.v5)]
  case (_, "MainActorStyleTests"):
    target.swiftSettings =
      [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)] + testSettings
  case (.test, _): target.swiftSettings = [.swiftLanguageMode(.v6)] + testSettings
  default: target.swiftSettings = [.swiftLanguageMode(.v6)] + settings
  }
}

/// A debug build, too, compiles each module as a whole: that takes a third less than file by file,
/// and nobody who uses the kit changes a file of it. Whoever does, and would rather wait for the
/// first build than for the next, sets this variable.
///
/// The compiler remarks of each module that this is not incremental; no option keeps it from that.
/// Editors have an index of the kit's modules from such a build, but none of the system's, for
/// which those would be compiled again.
///
/// Debuggers and backtraces have the lines of the code of the kit and its tests, but not its
/// variables; a package that depends on this one has its own. And the compiler does not check its
/// own work once more. Both together take a tenth off a module.
///
/// SwiftPM 6.3 takes these flags from a package that is a dependency by its version, too. The stage
/// `examples` of `Scripts/check` builds such a package, for debugging and for release.
if Context.environment["SLUICE_BUILDS_BY_FILE"] == nil {
  let flags = [
    "-whole-module-optimization", "-no-emit-module-separately-wmo", "-num-threads", "2",
    "-disable-batch-mode", "-index-ignore-system-modules", "-Xfrontend", "-gline-tables-only",
    "-Xfrontend", "-disable-llvm-verify",
  ]
  for target in package.targets where target.swiftSettings != nil {
    target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .debug)))
  }
}

/// The tests of one module alone, with what they are made of, where this variable names it: a build
/// for a sanitizer is slow, and the rest of the package would make it many times slower.
if let module = Context.environment["SLUICE_ONLY_TESTS_OF"] {
  var needed: Set<String> = []
  var pending = ["\(module)Tests", "CSanitizerOptions"]
  while let name = pending.popLast() {
    guard needed.insert(name).inserted else { continue }
    for target in package.targets where target.name == name {
      for case .targetItem(let dependency, _) in target.dependencies { pending.append(dependency) }
    }
  }
  package.targets.removeAll { target in !needed.contains(target.name) }
  for target in package.targets where target.name == "\(module)Tests" {
    target.dependencies.append("CSanitizerOptions")
  }
  package.products = []
}

/// `Scripts/check` and `.ci/run` set this variable. Nobody else's build fails for a warning that a
/// later compiler finds, least of all that of a package which depends on this one.
if Context.environment["SLUICE_WARNINGS_ARE_ERRORS"] != nil {
  for target in package.targets {
    target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
    if target.name != "CSimulationRuntime" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
  }
}
