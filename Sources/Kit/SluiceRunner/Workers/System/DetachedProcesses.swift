import Foundation
import Glibc
import Synchronization

/// The processes that subjects have started and detached from their workers, so that they have not
/// ended with those: each is known by a variable that it has inherited.
package enum DetachedProcesses {
  /// The variable that every worker of this process is given, and all that it starts.
  static let variable = (name: "SLUICE_WORKER_OF", value: "\(getpid())")

  /// How often is looked: what is detached may start others meanwhile.
  private static let looks = 5

  /// Whether this process has started a worker; without one nothing is looked for.
  private static let hasWorkers = Atomic(false)

  /// Notes that a worker is started.
  static func expect() { hasWorkers.store(true, ordering: .relaxed) }

  /// Ends all of them: to be called when no worker is left.
  ///
  /// - Returns: Their names, sorted.
  package static func end() -> [String] {
    guard hasWorkers.load(ordering: .relaxed) else { return [] }
    let mark = Data("\(variable.name)=\(variable.value)".utf8) + [0]
    var names: [String] = []
    for _ in 0..<looks {
      let found = processes(with: mark)
      if found.isEmpty { break }
      for (number, name) in found {
        kill(number, SIGKILL)
        names.append(name)
      }
    }
    return names.sorted()
  }

  /// The processes of this user whose environment has a variable.
  private static func processes(with mark: Data) -> [(number: pid_t, name: String)] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return numbers.compactMap { word in
      guard let number = pid_t(word), number != getpid(),
        let variables = FileManager.default.contents(atPath: "/proc/\(number)/environ"),
        // At the beginning of a variable, and not within another's value.
        (Data([0]) + variables).range(of: Data([0]) + mark) != nil
      else { return nil }
      let name = try? String(contentsOfFile: "/proc/\(number)/comm", encoding: .utf8)
      return (number, (name ?? "").filter { letter in !letter.isNewline })
    }
  }
}
