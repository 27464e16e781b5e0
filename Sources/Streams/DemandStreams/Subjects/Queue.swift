/// Elements first in, first out; taking one costs the same however many wait.
struct Queue<Element> {
  private var slots: [Element?] = []
  private var head = 0

  /// The taken slots that may pile up at the front before they are cleared away.
  private static var slack: Int { 32 }

  /// How many wait.
  var count: Int { slots.count - head }

  /// Whether nothing waits.
  var isEmpty: Bool { head == slots.count }

  /// Adds an element behind all others.
  mutating func append(_ element: Element) {
    slots.append(element)
  }

  /// Takes the oldest element, if there is one.
  mutating func popFirst() -> Element? {
    guard head < slots.count else { return nil }
    let element = slots[head].take()
    head += 1
    if head == slots.count {
      slots.removeAll(keepingCapacity: true)
      head = 0
    } else if head > Self.slack, head > slots.count / 2 {
      slots.removeFirst(head)
      head = 0
    }
    return element
  }
}

extension Queue: Sendable where Element: Sendable {}
