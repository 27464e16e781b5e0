import Foundation
import Glibc

/// What the system knows about processes and their threads.
enum ProcessTable {
  /// A process, or a thread of one.
  struct Entry {
    /// Its number.
    var number: pid_t
    /// The name of its program.
    var name: String
    /// What it does, as a letter: `Z` has ended and waits until its parent has asked for it.
    var state: Character
    /// The process that started it, or that has adopted it.
    var parent: pid_t
    var group: pid_t
    var session: pid_t

    /// Whether it has ended.
    var hasEnded: Bool { state == "Z" || state == "X" }

    /// A process; nil if there is none of this number.
    init?(_ number: pid_t) { self.init(number, in: "/proc/\(number)/stat") }

    private init?(_ number: pid_t, in path: String) {
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      let text = String(decoding: data, as: UTF8.self)
      // The name may have anything in it, brackets too.
      guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")") else {
        return nil
      }
      let words = text[end...].dropFirst().split(separator: " ")
      guard words.count > 3, let state = words[0].first, let parent = pid_t(words[1]),
        let group = pid_t(words[2]), let session = pid_t(words[3])
      else { return nil }
      self.number = number
      name = text[text.index(after: start)..<end].filter { letter in !letter.isNewline }
      self.state = state
      self.parent = parent
      self.group = group
      self.session = session
    }
  }

  /// All processes.
  static var all: [Entry] { numbers(in: "/proc").compactMap { number in Entry(number) } }

  /// The threads of a process, but for its first.
  static func furtherThreads(of number: pid_t) -> [pid_t] {
    numbers(in: "/proc/\(number)/task").filter { thread in thread != number }
  }

  /// The processes that trace threads of a process, beside this one.
  static func tracers(of number: pid_t) -> Set<pid_t> {
    let tracers = (furtherThreads(of: number) + [number]).compactMap { thread -> pid_t? in
      let path = "/proc/\(number)/task/\(thread)/status"
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      let line = String(decoding: data, as: UTF8.self).split(separator: "\n")
        .first { line in line.hasPrefix("TracerPid:") }
      return line.flatMap { line in pid_t(line.dropFirst("TracerPid:".count).filter(\.isNumber)) }
    }
    return Set(tracers).subtracting([0, getpid()])
  }

  /// Whether a process was started by one of some others, or by one that was.
  ///
  /// - Parameters:
  ///   - number: The process.
  ///   - others: The others; this process, if none is named.
  /// - Returns: Whether it was.
  static func isDescendant(_ number: pid_t, of others: Set<pid_t> = [getpid()]) -> Bool {
    var number = number
    // No process has so many above it.
    for _ in 0..<1_000 {
      guard let parent = Entry(number)?.parent, parent > 0 else { return false }
      if others.contains(parent) { return true }
      number = parent
    }
    return false
  }

  private static func numbers(in folder: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { name in pid_t(name) }
  }
}
