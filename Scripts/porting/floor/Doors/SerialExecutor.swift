// The door of an actor's own executor (SE-0392): all rows start in a method of such an actor.
import Foundation

final class SerialDoor: Door {
  static let name = "serial"
  let lane: Lane
  let customActor: CustomActor

  init() {
    lane = Lane("serial")
    customActor = CustomActor(LaneExecutor(lane))
  }

  func start(_ operation: @escaping Operation) {
    let actor = customActor
    Task.detached { await actor.perform(operation) }
  }

  func reset() { lane.resetCount() }
  var count: Int { lane.count }
  func counted() -> String { "enqueue \(lane.count)" }
}

extension CustomActor {
  func perform(_ operation: Operation) async { await operation() }
}

@main enum Main {
  static func main() { runRows(SerialDoor()) }
}
