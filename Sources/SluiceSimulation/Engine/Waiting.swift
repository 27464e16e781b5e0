internal import CSimulationRuntime

/// What a simulation looks at between two events: threads that wait, events that wait with them,
/// and what shall be done once something is the case.
struct Waiting {
  /// A thread that waits inside an event.
  ///
  /// The pointers of its wait are good until the thread goes on, and it only does by `wake`, which
  /// takes this out of the list.
  @safe struct Thread {
    let wait: UnsafeMutablePointer<sluice_wait>
    let label: UInt32
    let ordinal: UInt32
    /// Whether it has got what it waits for, or no longer will; its event is ready or gone.
    var isDecided = false

    init(_ wait: UnsafeMutablePointer<sluice_wait>, label: UInt32, ordinal: UInt32) {
      // Kept, as said above.
      unsafe self.wait = wait
      self.label = label
      self.ordinal = ordinal
    }
  }

  var threads: [Thread] = []
  var watches: [Watch] = []
  /// The events that can't run as things are, in order.
  var setAside: [Event] = []
  /// What is done when the script's own thread can't go on any more.
  var onGivingUp: ((Outcome) -> Void)?

  var isEmpty: Bool { threads.isEmpty && watches.isEmpty && setAside.isEmpty }
}

/// Something that makes an event ready once it is the case.
///
/// Its object is retained by the C library until `end`.
@safe struct Watch {
  private let raw: sluice_watch
  /// Whether it was the case for a moment.
  var wasMet = false

  init(_ raw: sluice_watch) {
    // A copy of plain data; the object in it is retained.
    unsafe self.raw = raw
  }

  // The library's own function, and the object that belongs to it.
  var isMet: Bool { unsafe wasMet || raw.is_met(raw.object) }
  var event: Event { unsafe Event(raw.event) }

  /// Whether it is about an object.
  func isOf(_ object: UnsafeMutableRawPointer) -> Bool {
    // The addresses alone are compared.
    unsafe raw.object == object
  }

  /// Releases the object; the watch is not used afterwards.
  func end() {
    unsafe withUnsafePointer(to: raw) { raw in unsafe sluice_watch_end(raw) }
  }
}

extension Array {
  /// Takes out the elements that fulfil a condition, and returns them; all keep their order.
  ///
  /// Each element is asked once, so that all are in one of the two arrays afterwards, also if the
  /// answers change. Nothing is allocated if none is taken.
  package mutating func takeAll(where isTaken: (Element) -> Bool) -> [Element] {
    var taken: [Element] = []
    var keptCount = 0
    for index in indices {
      if isTaken(self[index]) {
        taken.append(self[index])
      } else {
        if keptCount < index { self[keptCount] = self[index] }
        keptCount += 1
      }
    }
    removeLast(count - keptCount)
    return taken
  }
}
