import Sluice
import Store
import Testing

/// A store that finds what a test says.
struct FakeStore: Store {
  let source: FakeListener<Int>

  func listen(
    to query: Query, _ tell: @escaping @Sendable (Event) -> Void
  ) -> @Sendable () -> Void {
    source.addListener(
      .value(
        { row in tell(.found(.row(row))) },
        onFailure: { error in tell(.failed(Failure(reason: "\(error)"))) })
    ).remove
  }
}

extension Value: ProjectsToValue {
  /// As logs show it.
  public var projected: EventLog.Value {
    switch self {
    case .row(let row): .integer(Int64(row))
    }
  }
}

@Test func valuesOfAQuery() throws {
  let query = Query("all", by: User(name: "ada"))
  let auth = Auth(users: ["ada"])
  try simulate(traits: .asyncThrowingStream) { stage in
    let source = FakeListener<Int>(on: stage)
    let reader = stage.read("reader", FakeStore(source: source).values(of: query, auth: auth))
    source.send(1)
    reader.expect(Value.row(1))
    reader.cancel()
  }
}
