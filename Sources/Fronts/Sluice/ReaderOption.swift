public import SluiceConformance
public import SluiceSpies

/// One way in which a reader differs from a plain loop, which iterates until the end in a task of
/// its own.
public struct ReaderOption {
  let change: (inout ReaderSettings) -> Void

  private init(_ change: @escaping (inout ReaderSettings) -> Void) {
    self.change = change
  }

  private static func consumer(
    _ change: @escaping (inout ConsumerOptions) -> Void
  ) -> ReaderOption {
    ReaderOption { settings in change(&settings.consumer) }
  }

  /// It may get what no line expects.
  public static var lenient: ReaderOption { ReaderOption { $0.isLenient = true } }
  /// It calls `next()` by `pull` only; its iterator is made with the first pull.
  public static var manual: ReaderOption { .consumer { $0.isManual = true } }
  /// The test keeps the sequence until it releases it.
  public static var held: ReaderOption { .consumer { $0.isHeld = true } }
  /// It drops its iterator with the end, as `for await` does, and not when the test is over.
  public static var leaving: ReaderOption { .consumer { $0.leavesAtEnd = true } }
  /// Its task is cancelled before it starts.
  public static var precancelled: ReaderOption { .consumer { $0.isPrecancelled = true } }
  /// It runs on the main actor.
  public static var onMain: ReaderOption { .consumer { $0.isOnMain = true } }

  /// It stops asking after so many elements, until it is pulled.
  public static func demand(_ count: Int) -> ReaderOption { .consumer { $0.demand = count } }

  /// Its loop body takes so long for each element, in virtual time.
  public static func busy(_ duration: Duration) -> ReaderOption {
    .consumer { $0.busy = duration }
  }

  /// Its loop body throws at an element, counted from 1.
  public static func throwing(at element: Int) -> ReaderOption {
    .consumer { $0.throwsAt = element }
  }

  /// It is a child of a task with a name, and is cancelled with that only.
  public static func inGroup(_ name: String) -> ReaderOption { .consumer { $0.group = name } }

  /// It reads through `prefix(_:)`.
  public static func prefix(_ length: Int) -> ReaderOption { .consumer { $0.prefix = length } }

  /// It reads through `filter(_:)`.
  ///
  /// A filter of the test's own around the stream would look to the rules as if the stream lost
  /// what it leaves out.
  ///
  /// - Parameter isIncluded: Whether an element passes, by how it is written in the log.
  /// - Returns: The option.
  public static func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> ReaderOption {
    .consumer { $0.filter = isIncluded }
  }

  /// It calls `first(where:)`, and ends with what that finds.
  ///
  /// - Parameter isWanted: Whether an element is the one, by how it is written in the log.
  /// - Returns: The option.
  public static func first(where isWanted: @escaping @Sendable (Value) -> Bool) -> ReaderOption {
    .consumer { $0.first = isWanted }
  }

  /// Its stream declares other traits than those of the test.
  public static func declaring(_ traits: Traits) -> ReaderOption {
    ReaderOption { $0.traits = traits }
  }
}

/// How one reader goes about it.
struct ReaderSettings {
  var consumer = ConsumerOptions()
  var isLenient = false
  var traits: Traits

  init(_ options: [ReaderOption], traits: Traits) {
    self.traits = traits
    for option in options { option.change(&self) }
  }
}
