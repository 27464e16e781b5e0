import Foundation

extension ChildProcess {
  /// How long its threads, those that live, have been ready while the machine ran others; zero
  /// where the system does not tell.
  ///
  /// A worker is not to blame for that time: on a busy machine it is silent without being stuck.
  var delay: Duration {
    let folder = "/proc/\(identifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var nanoseconds: Int64 = 0
    for thread in threads {
      // The second number is the time in the run queue. A thread may end meanwhile.
      let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
      let numbers = text?.split(whereSeparator: { character in character.isWhitespace }) ?? []
      if numbers.count > 1 { nanoseconds += Int64(numbers[1]) ?? 0 }
    }
    return .nanoseconds(nanoseconds)
  }
}
