import FakeListener

/// Breaks `completion.finish-ends`: at the end it says `break`, which leaves the `switch` and not
/// the loop around it.
enum FaultyBreaksOutOfItsSwitch {
  static let subject = FaultySubject.forwarding(
    "breaks-out-of-its-switch", breaks: "completion.finish-ends", in: "end-while-waiting"
  ) { forwarding in
    let (events, handle) = forwarding.listen()
    defer { handle?.remove() }
    for await event in events {
      switch event {
      case .value(let element): forwarding.outer.yield(element)
      case .failure(let error), .both(_, let error): throw error
      case .nothing: continue
      case .finish: break
      }
    }
  }
}
