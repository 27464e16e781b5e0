/// The slowest cases seen so far, never more than a given number.
///
/// A heap with the quickest of them at the root, so that one comparison dismisses most cases. Of
/// two cases of equal time the one that came first counts as slower: the list depends on nothing
/// else.
package struct SlowestCases: Sendable {
  /// A case in the list.
  package struct Entry: Sendable, Hashable {
    /// How long the case took.
    package let time: Duration
    /// What it is called.
    package let name: String
    fileprivate let number: Int

    fileprivate func isQuicker(than other: Entry) -> Bool {
      (time, other.number) < (other.time, number)
    }
  }

  private let capacity: Int
  private var heap: [Entry] = []
  private var seen = 0

  /// Creates an empty list.
  ///
  /// - Parameter capacity: the greatest number of cases to keep; none for 0 or less.
  package init(capacity: Int) { self.capacity = max(0, capacity) }

  /// Takes in a case; the name is made only if the case is kept.
  package mutating func add(time: Duration, name: @autoclosure () -> String) {
    seen += 1
    guard capacity > 0, time > .zero else { return }
    if heap.count < capacity {
      heap.append(Entry(time: time, name: name(), number: seen))
      siftUp()
    } else if let quickest = heap.first, quickest.time < time {
      heap[0] = Entry(time: time, name: name(), number: seen)
      siftDown()
    }
  }

  /// The cases kept, the slowest first.
  package var entries: [Entry] { heap.sorted { $1.isQuicker(than: $0) } }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isQuicker(than: heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var quickest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[child].isQuicker(than: heap[quickest]) { quickest = child }
      }
      guard quickest != parent else { return }
      heap.swapAt(quickest, parent)
      parent = quickest
    }
  }
}
