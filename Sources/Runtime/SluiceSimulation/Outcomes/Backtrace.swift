internal import CSimulationRuntime
import Synchronization

/// Where a suspended task waits, in names.
package enum Backtrace {
  private static let depth = 32
  private static let nameLimit = 1_024

  /// The names found so far.
  ///
  /// An address means the same function for the life of the process.
  private static let names = Mutex<[UInt: String]>([:])

  /// Returns the functions in which a task is suspended, innermost first.
  static func functions(of task: TaskReference) -> [String] {
    functions(at: task.resumeAddresses(depth: depth))
  }

  /// Returns the functions that addresses of code are in, in their order.
  static func functions(at addresses: some Sequence<UInt>) -> [String] {
    var functions: [String] = []
    for address in addresses {
      if let name = function(at: address), name != functions.last { functions.append(name) }
    }
    return functions
  }

  /// Returns the first function that somebody wrote, of addresses of code that calls the one before
  /// it.
  static func innermost(of addresses: [UInt]) -> String? {
    for address in addresses {
      if let name = function(at: address) { return name }
    }
    return nil
  }

  private static func function(at address: UInt) -> String? {
    let name = names.withLock { names in
      if let known = names[address] { return known }
      let name = find(address)
      names[address] = name
      return name
    }
    return function(name)
  }

  private static func find(_ address: UInt) -> String {
    // The library looks the address up and follows nothing but its own tables. It is told the size
    // of the buffer, and ends what it writes there by a zero byte; the text is copied before the
    // buffer goes.
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return "" }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: nameLimit) { buffer in
      guard let start = buffer.baseAddress,
        unsafe sluice_symbol_name(pointer, start, nameLimit)
      else { return "" }
      return unsafe String(cString: start)
    }
  }

  /// Returns the function that a symbol belongs to; nil if nobody wrote it.
  ///
  /// The compiler splits functions, copies them for the types they are used with, and puts thunks
  /// between them: `(2) await resume partial function for Feed.next() async -> Int`.
  package static func function(_ symbol: String) -> String? {
    var name = Substring(symbol)
    var isShortened = true
    while isShortened {
      isShortened = false
      for (prefix, end) in shortenings where name.hasPrefix(prefix) {
        guard let range = name.firstRange(of: end) else { continue }
        name = name[range.upperBound...]
        isShortened = true
      }
    }
    let isThunk =
      thunks.contains { thunk in name.hasPrefix(thunk) } || name.contains(addressor)
    guard !name.isEmpty, !isThunk else { return nil }
    return String(name.replacing(discriminator) { match in match.1 })
  }

  /// How the name of a private declaration is kept apart from those in other files.
  private static var discriminator: Regex<(Substring, Substring)> {
    /\(([^ ()]+) in _[0-9A-F]{32}\)/
  }

  private static let shortenings = [
    ("(", "resume partial function for "),
    ("generic specialization <", "> of "),
    ("function signature specialization <", "> of "),
    ("merged ", "merged "),
    ("@objc ", "@objc "),
  ]

  /// What finds out where a global is, with which every look at one begins.
  private static let addressor = ".unsafeMutableAddressor"

  private static let thunks = [
    "partial apply forwarder for ", "reabstraction thunk helper", "dispatch thunk of ",
    "protocol witness for ", "_Z", "swift_", "thunk for ",
  ]
}

/// Work that was given to a run loop of Foundation's that no thread runs, so that it never happens.
public struct IdleWork: Sendable, Equatable {
  /// What was given to the run loop.
  public enum Kind: Sendable, Equatable {
    /// A `Timer`, which is due at an instant.
    case timer(due: Instant)
    /// A block, by `RunLoop.perform`.
    case block
  }

  /// The label of what gave it, as in `consumer.L`.
  public let label: String
  /// What it is.
  public let kind: Kind
  /// The function that gave it, if that is known.
  public let place: String?

  /// Creates idle work.
  public init(label: String, kind: Kind, place: String? = nil) {
    self.label = label
    self.kind = kind
    self.place = place
  }
}

extension IdleWork: CustomStringConvertible {
  /// What was given, by whom and where, and what becomes of it, in one sentence.
  public var description: String {
    let place = place.map { place in " in \(FunctionName(place).short)" } ?? ""
    return switch kind {
    case .timer(let due):
      "\(label) set a timer for \(due)\(place): no thread runs its run loop, so it never fires"
    case .block:
      "\(label) handed a block to a run loop\(place): "
        + "no thread runs that run loop, so the block is never performed"
    }
  }
}

extension IdleWork {
  init(_ work: sluice_idle_work, kind: Kind, of engine: Engine) {
    // The library's own array, of which so many are filled; each is only looked up.
    let addresses = unsafe withUnsafeBytes(of: work.callers) { bytes in
      unsafe Array(bytes.bindMemory(to: UInt.self).prefix(work.caller_count))
    }
    self.init(
      label: engine.labels.name(of: work.label), kind: kind,
      place: Backtrace.innermost(of: addresses))
  }
}

extension Waiter {
  /// Idle work as one who waits.
  init(_ work: IdleWork) {
    let what =
      switch work.kind {
      case .timer(let due): "a timer that is due at \(due), of a run loop that no thread runs"
      case .block: "a block that was handed to a run loop that no thread runs"
      }
    self.init(label: work.label, backtrace: [what])
  }
}
