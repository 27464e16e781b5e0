import Foundation
import Testing

/// What takes long: `Scripts/check --only campaigns` runs it, and `swift test` a part of the same.
///
/// Other folders of tests have this file by a link.
enum Campaign {
  /// The executable of a release build, where whoever runs the tests has named one.
  static let optimizedProgram = ProcessInfo.processInfo.environment["SLUICE_OPTIMIZED_PROGRAM"]
    .flatMap { path in path.isEmpty ? nil : path }
}

extension Trait where Self == ConditionTrait {
  /// A suite, called `…Campaign`, that plays everything: by the program of a release build where
  /// that can, which takes seconds for what takes minutes in a debug build.
  static var campaign: Self {
    .enabled(
      if: Campaign.optimizedProgram != nil,
      "a campaign, for a release build: 'Scripts/check --only campaigns' runs it")
  }
}
