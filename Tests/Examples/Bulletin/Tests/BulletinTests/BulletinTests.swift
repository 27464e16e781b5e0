import Bulletin
import SluiceTesting
import Testing

@Test func conforms() async throws {
  let bulletin = Subject(
    "bulletin",
    over: .listener(String.self).lacking(.fail, .finish, .sendNothing, .removeWithHandle),
    traits: .broadcast.with { traits in
      traits.registration = .iterator
      traits.bufferOnCancel = .drains
      traits.canFail = false
    }, element: { (notice: Notice) in notice.text },
    open: { source in Bulletin(of: FakeBoard(source: source), named: "weather") })
  try await expectConformance(of: bulletin)
}

/// A board on which a scenario puts up the notices.
struct FakeBoard: Board {
  let source: FakeListener<String>

  func addObserver(
    forName name: String, using block: @escaping @Sendable (Notice) -> Void
  ) -> any Sendable {
    source.addObserver(.value { text in block(Notice(text: text)) })
  }

  func removeObserver(_ observer: any Sendable) {
    if let token = observer as? ListenerToken { source.removeObserver(token) }
  }
}
