import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSpies
import Synchronization

/// An object of an app that hands out streams; one is made for each run.
protocol Manager: Sendable, SendableMetatype {
  associatedtype Prices: AsyncSequence & SendableMetatype where Prices.Element == Double
  init(_ source: Ticker)
  func prices() -> Prices
}

extension RulePage {
  /// A page with two managers, over a source that knows neither an error nor an end.
  static func managers<Wrong: Manager, Right: Manager>(
    _ rule: Rule, _ wrong: Wrong.Type, _ right: Right.Type, traits: Traits = .asyncStream
  ) -> RulePage {
    let elements = ListenerElements.listener(Double.self).lacking(.fail, .finish, .sendNothing)
    return RulePage(
      rule: rule,
      wrong: Side(
        Subject(name, over: elements, traits: traits, making: { Wrong($0) }) { manager in
          manager.prices()
        }),
      right: Side(
        Subject(name, over: elements, traits: traits, making: { Right($0) }) { manager in
          manager.prices()
        }))
  }
}

/// A list that closures share.
final class List<Element: Sendable>: Sendable {
  private let stored = Mutex<[Int: Element]>([:])
  private let last = Mutex(0)

  /// The elements in the order in which they were put in.
  var all: [Element] {
    stored.withLock { stored in
      stored.sorted { one, other in one.key < other.key }.map { entry in entry.value }
    }
  }

  /// Puts an element in.
  ///
  /// - Returns: What removes it.
  @discardableResult func append(_ element: Element) -> Int {
    let number = last.withLock { last in
      last += 1
      return last
    }
    stored.withLock { stored in stored[number] = element }
    return number
  }

  func remove(_ number: Int) {
    let removed = stored.withLock { stored in stored.removeValue(forKey: number) }
    _ = consume removed
  }
}
