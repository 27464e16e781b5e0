import FakeDevice
import SluiceConformance
import SluiceSpies

/// The implementations of the device observers' streams that the command knows.
enum DeviceSubjects {
  /// Every implementation, in the order in which they are shown.
  static let all: [Subject] = reference + standard + proposal

  /// The three streams of one implementation.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - change: What it declares otherwise than the reference streams, besides that what is
  ///     observed never fails, has no end and has a present value.
  ///   - connectivity: Makes an observer of the network.
  ///   - lifecycle: Makes an observer of the life cycle.
  ///   - keyboard: Makes an observer of the keyboard.
  /// - Returns: The subjects, in that order.
  static func streams(
    _ name: String, traits change: (inout Traits) -> Void = { _ in },
    connectivity: @escaping @Sendable (FakeDevice) -> some ConnectivityObserving,
    lifecycle: @escaping @Sendable (FakeDevice) -> some AppLifecycleObserving,
    keyboard: @escaping @Sendable (FakeDevice) -> some KeyboardObserving
  ) -> [Subject] {
    var traits = Traits()
    traits.canFail = false
    traits.sourceCanEnd = false
    traits.initialValue = .present
    change(&traits)
    let ofTwoObservers = traits.with { traits in traits.listeners = 2 }
    return [
      subject(name, DeviceStreams.connectivity, traits) { device in
        connectivity(device).statusStream
      },
      subject(name, DeviceStreams.lifecycle, traits) { device in lifecycle(device).stateStream },
      subject(name, DeviceStreams.keyboard, ofTwoObservers) { device in
        keyboard(device).stateStream
      },
    ]
  }

  private static func subject<Base: AsyncSequence & SendableMetatype>(
    _ name: String, _ stream: String, _ traits: Traits,
    open: @escaping @Sendable (FakeDevice) -> Base
  ) -> Subject where Base.Element: ProjectsToValue {
    Subject(
      name, stream: stream, traits: traits,
      open: { (fixture: DeviceScenarioFixture, _) throws(SubjectError) in open(fixture.device) },
      project: { state in state.projected })
  }
}
