package import FakeListener
public import SluiceSpies
import Synchronization

/// What the elements of a scripted listener are: how one is made for each value that a scenario
/// writes.
///
/// A scenario writes small whole numbers, and now and then a text or an object. A stream of one's
/// own has elements of its own type. One is made for each value, and shown in logs and reports as
/// the value that it was made for, so that the same scenarios fit every stream. Elements of
/// different values must be different.
public struct ListenerElements<Element: Sendable>: Sendable {
  /// Makes an element for a value that occurs in a run.
  let make: @Sendable (_ value: Value, _ run: ElementRun) throws -> Element
  /// Two elements are alike if these values of theirs are equal.
  let form: @Sendable (Element) -> Value
  /// The abilities that the source of the elements lacks.
  private(set) var absent: Set<SourceAbility> = []

  /// The same elements of a source that lacks some abilities; the others count as present.
  ///
  /// Say so of what the interface can't do, and of what its documentation rules out: cases and
  /// rules that need it are left out, and the report counts them. A stream that merely takes no
  /// notice of an error or an end is not over such a source.
  ///
  /// ```swift
  /// Subject(
  ///   "prices", over: .listener(Double.self).lacking(.fail, .finish), traits: .asyncStream
  /// ) { source in FakeTicker(source: source).prices }
  /// ```
  /// - Parameter abilities: The abilities.
  /// - Returns: The elements, of that source.
  public func lacking(_ abilities: SourceAbility...) -> ListenerElements {
    lacking(Set(abilities))
  }

  /// The same elements of a source that lacks some abilities.
  package func lacking(_ abilities: Set<SourceAbility>) -> ListenerElements {
    var copy = self
    copy.absent.formUnion(abilities.flatMap { ability in ability.including })
    return copy
  }

  /// Elements that are made of numbers.
  ///
  /// - Parameters:
  ///   - form: What two elements that are alike have alike, where their own form won't do.
  ///   - make: Makes an element of a number: a scenario's own whole numbers stand for themselves,
  ///     everything else for numbers from 900000000. Different numbers must make different
  ///     elements; nil refuses a number, and the scenario's line fails with that.
  /// - Returns: The elements.
  public static func listener(
    form: @escaping @Sendable (Element) -> Value = { element in Value(projecting: element) },
    _ make: @escaping @Sendable (Int) -> Element?
  ) -> ListenerElements {
    ListenerElements(
      make: { value, run in
        let number = run.number(of: value)
        guard let element = make(number) else {
          throw FixtureError(
            "no \(Element.self) can be made of \(number), which \(value) stands for")
        }
        return element
      }, form: form)
  }
}

extension ListenerElements where Element: LosslessStringConvertible {
  /// Elements of a type that numbers in decimal digits can be converted to, such as `Int`,
  /// `Double` and `String`.
  ///
  /// - Parameter type: The type.
  /// - Returns: The elements.
  public static func listener(_ type: Element.Type) -> ListenerElements {
    listener { number in Element("\(number)") }
  }
}

extension ListenerElements<SentinelElement> {
  /// Elements whose copies the harness can see die; none is the same as another to the rules of
  /// memory.
  package static let sentinels = ListenerElements(
    make: { value, run in SentinelElement(value, number: run.next(), log: run.log) },
    form: { element in element.projected })
}

/// What of a run the making of elements goes by.
package final class ElementRun: Sendable {
  private struct State {
    var count = 0
    var numbers: [Value: Int] = [:]
  }

  /// The number that the first value stands for that is no whole number.
  private static let firstOther = 900_000_000

  let log: EventLog
  private let state = Mutex(State())

  init(log: EventLog) {
    self.log = log
  }

  /// A number that was not given before, from 1.
  func next() -> Int {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  /// The number that a value stands for in this run.
  func number(of value: Value) -> Int {
    if case .integer(let number) = value { return Int(number) }
    return state.withLock { state in
      let number = state.numbers[value] ?? ElementRun.firstOther + state.numbers.count
      state.numbers[value] = number
      return number
    }
  }
}

/// The elements of one run with the values that they were made for.
final class ElementTable<Element: Sendable>: Sendable {
  private let elements: ListenerElements<Element>
  private let run: ElementRun
  /// The scenario's value by the form of the element that was made for it.
  private let values = Mutex<[Value: Value]>([:])

  init(_ elements: ListenerElements<Element>, log: EventLog) {
    self.elements = elements
    run = ElementRun(log: log)
  }

  /// An element for a scenario's value.
  ///
  /// - Throws: `FixtureError` where there is none, or it is like that of another value.
  func element(for value: Value) throws -> Element {
    let element = try elements.make(value, run)
    let form = elements.form(element)
    let other = values.withLock { values in values.updateValue(value, forKey: form) }
    if let other, other != value {
      throw FixtureError(
        "the elements that stand for \(other) and \(value) are alike: \(form); "
          + "say how different ones are made, as in '.listener { number in … }'")
    }
    return element
  }

  /// The value that an element was made for; its own form where it was made by nobody here.
  func value(of element: Element) -> Value {
    let form = elements.form(element)
    return values.withLock { values in values[form] } ?? form
  }
}
