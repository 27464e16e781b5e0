import FakeDatabase

/// What single writes to the fake database cost, counted in steps of work: comparisons, visits and
/// copies of single branches.
struct DatabaseWriteCost: Encodable {
  /// How many children the written place has.
  let children: Int
  /// How many other places have a listener.
  let listenersElsewhere: Int
  /// A write that moves a child out of a window of ten, so that the next one comes in.
  let leavingWindow: Int
  /// A write that puts a new child into the window.
  let enteringWindow: Int
  /// A write to a child outside the window.
  let outsideWindow: Int
  /// The server's word of a write, and its acknowledgement.
  let acknowledgement: Int
  /// A refusal that brings a child back into the window.
  let refusal: Int
  /// A write at the server that moves a child out of the window.
  let atServer: Int

  private init(_ cost: WriteCost) {
    children = cost.children
    listenersElsewhere = cost.listenersElsewhere
    leavingWindow = cost.leavingWindow
    enteringWindow = cost.enteringWindow
    outsideWindow = cost.outsideWindow
    acknowledgement = cost.acknowledgement
    refusal = cost.refusal
    atServer = cost.atServer
  }

  /// The costs for 1 to 100,000 children, and once more for some with as many listeners elsewhere.
  static func measured() -> [DatabaseWriteCost] {
    let alone = [1, 10, 100, 1000, 10_000, 100_000].map { WriteCost(children: $0) }
    let amongOthers = WriteCost(children: 1000, listenersElsewhere: 100_000)
    return (alone + [amongOthers]).map { DatabaseWriteCost($0) }
  }

  /// The costs as a table.
  static func table(of costs: [DatabaseWriteCost]) -> String {
    let heading = [
      "children", "listeners elsewhere", "leaves window", "enters window", "outside",
      "acknowledged", "refused", "at server",
    ]
    let rows = costs.map { cost in
      [
        cost.children, cost.listenersElsewhere, cost.leavingWindow, cost.enteringWindow,
        cost.outsideWindow, cost.acknowledgement, cost.refusal, cost.atServer,
      ].map { "\($0)" }
    }
    let lines = ([heading] + rows).map { row in
      zip(row, heading).map { cell, title in
        String(repeating: " ", count: max(0, title.count - cell.count)) + cell
      }.joined(separator: "  ")
    }
    return "\nsteps of one write to the fake database, with a query limited to the last ten\n"
      + lines.joined(separator: "\n") + "\n"
  }
}
