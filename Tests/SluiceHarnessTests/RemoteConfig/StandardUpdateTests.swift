import FakeRemoteConfig
import StandardStreams
import Testing

@Suite("Standard updates")
struct StandardUpdateTests {
  @Test("come in their declared type, end with the source's error, and leave no listener")
  func updates() throws {
    let run = try UpdateRun.of { config in
      let updates: AsyncThrowingStream<RemoteConfigUpdate, any Error> = Standard(config).updates
      return updates
    }
    #expect(run == .right)
  }

  @Test("come by the name that was shipped, in its shape")
  func configUpdates() throws {
    func updates(
      _ config: RemoteConfig
    ) -> some AsyncSequence<RemoteConfigUpdate, any Error> & Sendable {
      Standard(config).configUpdates
    }
    #expect(try UpdateRun.of(updates) == .right)
  }
}
