internal import CSimulationRuntime

/// What the threads that wait inside events exclude: lanes, and queues that others reach, too.
///
/// A crowd that waits on one lock excludes hardly anything, so an event is compared with what is
/// excluded, and not with each thread.
struct Exclusions {
  /// A queue that a thread is on, and the lane there.
  private struct Place: Hashable {
    let queue: UInt
    let lane: UInt
  }

  /// How many frames have each lane that events run on alone.
  private var lanes: [UInt: Int] = [:]
  /// How many frames are at each place.
  private var places: [Place: Int] = [:]
  /// Whether something is excluded that was not when the ready events were sifted last.
  var haveGrown = false

  var isEmpty: Bool { lanes.isEmpty && places.isEmpty }

  /// Takes in what a thread excludes that begins to wait.
  ///
  /// Its frames stay as they are until it goes on.
  mutating func add(_ frames: UnsafePointer<sluice_frame>?) {
    unsafe count(frames, by: 1)
  }

  /// Takes out what a thread excluded that goes on.
  mutating func remove(_ frames: UnsafePointer<sluice_frame>?) {
    unsafe count(frames, by: -1)
  }

  /// Counts the frames of a thread that waits, which stay as they are meanwhile.
  private mutating func count(_ frames: UnsafePointer<sluice_frame>?, by step: Int) {
    var next = unsafe frames
    while let frame = unsafe next {
      let lane = unsafe frame.pointee.lane
      if lane != Lane.none, !Lane.isShared(lane), Self.count(lane, in: &lanes, by: step) {
        haveGrown = true
      }
      if let queue = unsafe frame.pointee.queue {
        let place = Place(queue: UInt(bitPattern: queue), lane: lane)
        if Self.count(place, in: &places, by: step) { haveGrown = true }
      }
      unsafe next = frame.pointee.outer
    }
  }

  /// Counts a frame, and returns whether it is the first of its kind.
  private static func count<Key>(_ key: Key, in counts: inout [Key: Int], by step: Int) -> Bool {
    let count = counts[key, default: 0] + step
    counts[key] = count == 0 ? nil : count
    return count == 1 && step == 1
  }

  /// Whether an event can't run as long as these threads wait.
  func exclude(_ event: Event) -> Bool {
    if lanes[event.lane] != nil { return true }
    guard event.hasQueue else { return false }
    return places.keys.contains { place in
      // A queue that a thread is on is retained, and the frame is used during the call.
      var frame = unsafe sluice_frame()
      unsafe frame.queue = UnsafeMutableRawPointer(bitPattern: place.queue)
      unsafe frame.lane = place.lane
      return unsafe event.isExcluded(by: &frame)
    }
  }
}
