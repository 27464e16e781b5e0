// The door of the runtime's hooks, set before the first task.
//
// With OWN_MAIN the hook that is asked for the main executor answers with an executor of the door.
// With WITH_PREFERENCE the rows start in a task that prefers a task executor of the door.
import Foundation
import Hooks

final class HookDoor: Door {
  #if WITH_PREFERENCE
    static let name = "hooks-preference"
  #elseif OWN_MAIN
    static let name = "hooks-own-main"
  #else
    static let name = "hooks"
  #endif
  static let shared = HookDoor()
  let lane = Lane("hooks")
  let other = Lane("other")
  private let main: LaneExecutor

  private let preferred: LaneTaskExecutor

  private init() {
    main = LaneExecutor(lane)
    preferred = LaneTaskExecutor(lane)
  }

  var customActor: CustomActor { CustomActor(LaneExecutor(other)) }

  func install() {
    unsafe hook_install { job, isMain in
      // A job is enqueued once, and run once, on the lane.
      nonisolated(unsafe) let job = unsafe job
      HookDoor.shared.lane.add { unsafe hook_run(job, isMain) }
    }
    #if OWN_MAIN
      // Both are two words: an executor's identity, and how that is one. It lives for ever.
      unsafe hook_replace_main(
        unsafeBitCast(main.asUnownedSerialExecutor(), to: hook_executor.self))
    #endif
  }

  func start(_ operation: @escaping Operation) {
    #if WITH_PREFERENCE
      Task.detached(executorPreference: preferred) { await operation() }
    #else
      Task.detached { await operation() }
    #endif
  }

  func reset() {
    hook_reset()
    lane.resetCount()
  }

  var count: Int { lane.count }

  func counted() -> String {
    let names = [
      (HOOK_GLOBAL, "enqueueGlobal"), (HOOK_MAIN, "enqueueMainExecutor"),
      (HOOK_DELAY, "enqueueGlobalWithDelay"), (HOOK_DEADLINE, "enqueueGlobalWithDeadline"),
      (HOOK_CHECK, "checkIsolated"), (HOOK_DECIDE, "isIsolatingCurrentContext"),
      (HOOK_ASK_MAIN, "isMainExecutor"), (HOOK_ASK_ON, "isOnExecutor"),
      (HOOK_GET_MAIN, "getMainExecutor"),
    ]
    let called = names.compactMap { hook, name in
      let count = hook_call_count(Int32(hook))
      return count > 0 ? "\(name) \(count)" : nil
    }
    return called.isEmpty ? "no hook" : called.joined(separator: ", ")
  }
}

@main enum Main {
  static func main() {
    HookDoor.shared.install()
    runRows(HookDoor.shared)
  }
}
