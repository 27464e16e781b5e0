import Foundation
import Glibc

/// A limit that the system holds this process to, as a shell's `ulimit` sets it.
package enum SystemLimit: CaseIterable, Sendable {
  /// How many descriptors may be open.
  case files
  /// How many processes and threads the user may have.
  case processes
  /// How much memory may be mapped, in bytes.
  case memory
  /// How much memory may be written to, in bytes.
  case data
  /// How large the stack of the first thread may become, in bytes.
  case stack
  /// How long processors may run a process, in seconds.
  case time

  /// The limit; nil where there is none.
  package var value: UInt64? {
    let resource =
      switch self {
      case .files: RLIMIT_NOFILE
      case .processes: __RLIMIT_NPROC
      case .memory: RLIMIT_AS
      case .data: RLIMIT_DATA
      case .stack: RLIMIT_STACK
      case .time: RLIMIT_CPU
      }
    var limit = rlimit()
    // Proof: the call fills in the structure.
    let result = unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    guard result == 0, limit.rlim_cur < .max else { return nil }
    return UInt64(limit.rlim_cur)
  }

  /// The least with which the kit can begin; nil where it finds out by what it can't do.
  private var least: UInt64? {
    switch self {
    case .files: 32
    case .processes, .data: nil
    case .memory: 512 << 20
    case .stack: 256 << 10
    // A process that reaches it dies without a word, and a worker's death is its case's.
    case .time: 60
    }
  }

  private func text(_ value: UInt64) -> String {
    switch self {
    case .files: "\(value) open files (ulimit -n)"
    case .processes: "\(value) processes and threads of a user (ulimit -u)"
    case .memory: "\(value >> 10) kilobytes of memory (ulimit -v)"
    case .data: "\(value >> 10) kilobytes of data (ulimit -d)"
    case .stack: "\(value >> 10) kilobytes of stack (ulimit -s)"
    case .time: "\(value) seconds of processor time (ulimit -t)"
    }
  }

  /// What keeps the kit from beginning here, in a sentence; nil if nothing does.
  ///
  /// Where less is allowed, libraries that the kit is linked with trap without a word.
  package static var mistake: String? {
    for limit in allCases {
      guard let value = limit.value, let least = limit.least, value < least else { continue }
      return "the limit is \(limit.text(value)), and at least \(limit.text(least)) are needed"
    }
    return nil
  }

  /// The system's sentence for an error, and what may be the reason.
  ///
  /// - Parameters:
  ///   - error: The error's number.
  ///   - limits: What may have been reached.
  /// - Returns: The sentence, with each of the limits that is set where the error is of a limit.
  static func explained(_ error: CInt, by limits: [SystemLimit]) -> String {
    var texts = limits.compactMap { limit in limit.value.map(limit.text) }
    if limits.contains(.processes), let group = ControlGroup.mostProcesses {
      texts.append("\(group) processes and threads of the control group (pids.max)")
    }
    guard [EAGAIN, ENOMEM, EMFILE].contains(error), !texts.isEmpty else {
      return systemError(error)
    }
    return "\(systemError(error)); the limit is \(texts.joined(separator: ", and "))"
  }
}

/// The control group that the system counts this process in, as Linux tells of it.
private enum ControlGroup {
  /// The least number of processes and threads that the group, or one around it, may have; nil
  /// where there is no such limit.
  static var mostProcesses: UInt64? {
    let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    guard let line = groups.split(separator: "\n").first(where: { line in line.hasPrefix("0::/") })
    else { return nil }
    var names = line.dropFirst("0::".count).split(separator: "/")
    var least: UInt64?
    while !names.isEmpty {
      let file = "/sys/fs/cgroup/\(names.joined(separator: "/"))/pids.max"
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      if let most = UInt64(text.prefix { character in character.isNumber }) {
        least = min(least ?? most, most)
      }
      names.removeLast()
    }
    return least
  }
}
