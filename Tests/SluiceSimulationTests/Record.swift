import Synchronization

/// What a test saw, in order, from whatever thread.
final class Record<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  func append(_ element: Element) {
    elements.withLock { $0.append(element) }
  }

  var all: [Element] { elements.withLock(\.self) }
}
