import Foundation

extension ChildProcess {
  /// How long a thread of it has been ready while the machine ran others: the one, of those that
  /// live, that waited longest; zero where the system does not tell.
  ///
  /// The waits of several are not added up: they would pass faster than time itself, and a worker
  /// with more busy threads than processors would be excused for ever.
  ///
  /// A worker is not to blame for that time: on a busy machine it is silent without being stuck.
  var delay: Duration {
    let folder = "/proc/\(identifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var longest: Int64 = 0
    for thread in threads {
      // The second number is the time in the run queue. A thread may end meanwhile.
      let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
      let numbers = text?.split(whereSeparator: { character in character.isWhitespace }) ?? []
      if numbers.count > 1 { longest = max(longest, Int64(numbers[1]) ?? 0) }
    }
    return .nanoseconds(longest)
  }
}
