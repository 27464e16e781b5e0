/// A queue of elements: first in, first out.
///
/// Taking an element costs the same whatever the count, and releases the queue's copy at once.
package struct Queue<Element> {
  @usableFromInline var slots: [Element?] = []
  @usableFromInline var head = 0

  /// The taken slots that may pile up at the front before they are cleared away.
  @usableFromInline static var slack: Int { 32 }

  /// Creates an empty queue.
  @inlinable
  package init() {}

  /// Adds an element behind all others.
  @inlinable
  package mutating func append(_ element: Element) {
    slots.append(element)
  }

  /// Takes the oldest element, if there is one.
  @inlinable
  package mutating func popFirst() -> Element? {
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
