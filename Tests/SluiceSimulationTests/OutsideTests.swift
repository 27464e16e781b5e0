import CSimulationRuntime
import Dispatch
import Foundation
import Glibc
import SluiceSimulation
import Testing

/// Outside of a simulation what is interposed does what the original does.
@Suite("Outside")
struct OutsideTests {
  /// A function, by its name, and what a call of it gives: results, what it writes, and the error
  /// number that it leaves.
  @safe struct Call: Sendable, CustomTestStringConvertible {
    let name: String
    let situation: String
    let outcome: @Sendable (UnsafeMutableRawPointer) -> [Int]
    var testDescription: String { "\(name), \(situation)" }

    init(
      _ name: String, _ situation: String,
      _ outcome: @escaping @Sendable (UnsafeMutableRawPointer) -> [Int]
    ) {
      self.name = name
      self.situation = situation
      // Handed the address of the function that its name says, and nothing else.
      unsafe self.outcome = outcome
    }
  }

  typealias TimeCall = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
  typealias SleepCall =
    @convention(c) (
      UnsafeRawPointer, UnsafeMutableRawPointer?
    ) -> Int32
  typealias ClockSleepCall =
    @convention(c) (
      Int32, Int32, UnsafeRawPointer, UnsafeMutableRawPointer?
    ) -> Int32
  typealias DayCall =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer?
    ) -> Int32
  typealias BytesCall = @convention(c) (UnsafeMutableRawPointer?, Int, UInt32) -> Int
  typealias EntropyCall = @convention(c) (UnsafeMutableRawPointer?, Int) -> Int32
  typealias ReadCall = @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int
  typealias PollCall = @convention(c) (UnsafeMutablePointer<pollfd>?, UInt, Int32) -> Int32
  typealias SelectCall =
    @convention(c) (
      Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
      UnsafeMutableRawPointer?
    ) -> Int32
  typealias SystemCall = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
  typealias LockCall = @convention(c) (UnsafeMutablePointer<pthread_mutex_t>) -> Int32
  typealias ConditionCall =
    @convention(c) (
      UnsafeMutablePointer<pthread_cond_t>, UnsafeMutablePointer<pthread_mutex_t>,
      UnsafeRawPointer
    ) -> Int32
  typealias NumberCall = @convention(c) (UInt32) -> UInt32
  typealias CreateCall = @convention(c) (Int) -> UnsafeMutableRawPointer?
  typealias ObjectCall = @convention(c) (UnsafeMutableRawPointer) -> Void
  typealias WaitCall = @convention(c) (UnsafeMutableRawPointer, UInt64) -> Int
  typealias TimerCall =
    @convention(c) (
      Int32, Int32, UnsafePointer<itimerspec>, UnsafeMutablePointer<itimerspec>?
    ) -> Int32

  /// What a call returns and the error number that it leaves: one of no error's, if none.
  private static func result(of call: () -> Int) -> [Int] {
    errno = 4_711
    let value = call()
    return [value, Int(errno)]
  }

  // Each function is cast to the type that its header gives it, and is passed pointers to locals,
  // which it writes to during the call.
  static let calls = unsafe [
    Call("clock_gettime", "of a clock that is none") { function in
      var time = (1, 2)
      return result {
        unsafe Int(unsafeBitCast(function, to: TimeCall.self)(4_711, &time))
      } + [time.0, time.1]
    },
    Call("clock_gettime", "of a clock that goes") { function in
      var time = (0, 0)
      return result {
        unsafe Int(unsafeBitCast(function, to: TimeCall.self)(CLOCK_MONOTONIC, &time))
      } + [time.0 > 0 ? 1 : 0]
    },
    Call("nanosleep", "for no length of time") { function in
      let time = (0, -1)
      return result {
        unsafe withUnsafePointer(to: time) { time in
          unsafe Int(unsafeBitCast(function, to: SleepCall.self)(time, nil))
        }
      }
    },
    Call("clock_nanosleep", "for no length of time") { function in
      let time = (0, 1_000_000_000)
      return result {
        unsafe withUnsafePointer(to: time) { time in
          unsafe Int(unsafeBitCast(function, to: ClockSleepCall.self)(CLOCK_REALTIME, 0, time, nil))
        }
      }
    },
    Call("clock_nanosleep", "until an instant that is past") { function in
      let time = (1, 0)
      return result {
        unsafe withUnsafePointer(to: time) { time in
          unsafe Int(
            unsafeBitCast(function, to: ClockSleepCall.self)(
              CLOCK_REALTIME, TIMER_ABSTIME, time, nil))
        }
      }
    },
    Call("usleep", "for no time") { function in
      result { unsafe Int(unsafeBitCast(function, to: NumberCall.self)(0)) }
    },
    Call("sleep", "for no time") { function in
      result { unsafe Int(unsafeBitCast(function, to: NumberCall.self)(0)) }
    },
    Call("gettimeofday", "with a time zone") { function in
      var time = (0, 0)
      var zone = (Int32(-1), Int32(-1))
      return result {
        unsafe Int(unsafeBitCast(function, to: DayCall.self)(&time, &zone))
      } + [time.0 > 1_700_000_000 ? 1 : 0, Int(zone.0), Int(zone.1)]
    },
    Call("timespec_get", "of a base that is none") { function in
      var time = (1, 2)
      typealias Function = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
      return result {
        unsafe Int(unsafeBitCast(function, to: Function.self)(&time, 99))
      } + [time.0, time.1]
    },
    Call("read", "of a descriptor that is none") { function in
      result { unsafe unsafeBitCast(function, to: ReadCall.self)(-1, nil, 1) }
    },
    Call("poll", "of nothing, without waiting") { function in
      result { unsafe Int(unsafeBitCast(function, to: PollCall.self)(nil, 0, 0)) }
    },
    Call("poll", "of too much") { function in
      result { unsafe Int(unsafeBitCast(function, to: PollCall.self)(nil, 1 << 40, 0)) }
    },
    Call("select", "for no length of time") { function in
      var time = (-1, 0)
      return result {
        unsafe Int(unsafeBitCast(function, to: SelectCall.self)(0, nil, nil, nil, &time))
      } + [time.0]
    },
    Call("getrandom", "with a flag that is none") { function in
      result { unsafe unsafeBitCast(function, to: BytesCall.self)(nil, 0, 1 << 20) }
    },
    Call("getrandom", "of eight bytes") { function in
      var bytes: UInt64 = 0
      return result {
        unsafe unsafeBitCast(function, to: BytesCall.self)(&bytes, 8, 0)
      } + [bytes == 0 ? 0 : 1]
    },
    Call("getentropy", "of too much") { function in
      result { unsafe Int(unsafeBitCast(function, to: EntropyCall.self)(nil, 257)) }
    },
    Call("arc4random_uniform", "of one") { function in
      result { unsafe Int(unsafeBitCast(function, to: NumberCall.self)(1)) }
    },
    Call("syscall", "that is none") { function in
      result {
        unsafe unsafeBitCast(function, to: SystemCall.self)(1 << 20, 0, 0, 0, 0, 0, 0)
      }
    },
    Call("pthread_mutex_lock", "by who holds it") { function in
      var attributes = pthread_mutexattr_t()
      var mutex = unsafe pthread_mutex_t()
      unsafe pthread_mutexattr_init(&attributes)
      unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
      unsafe pthread_mutex_init(&mutex, &attributes)
      defer { unsafe pthread_mutex_destroy(&mutex) }
      let lock = unsafe unsafeBitCast(function, to: LockCall.self)
      let outcomes = result { unsafe Int(lock(&mutex)) } + result { unsafe Int(lock(&mutex)) }
      unsafe pthread_mutex_unlock(&mutex)
      return outcomes
    },
    Call("pthread_cond_timedwait", "until an instant that is past") { function in
      var mutex = unsafe pthread_mutex_t()
      var condition = pthread_cond_t()
      let past = (1, 0)
      unsafe pthread_mutex_init(&mutex, nil)
      unsafe pthread_cond_init(&condition, nil)
      unsafe pthread_mutex_lock(&mutex)
      return result {
        unsafe withUnsafePointer(to: past) { past in
          unsafe Int(
            unsafeBitCast(function, to: ConditionCall.self)(&condition, &mutex, past))
        }
      } + [Int(unsafe pthread_mutex_unlock(&mutex))]
    },
    Call("timerfd_settime", "of a descriptor that is none") { function in
      let time = itimerspec()
      return result {
        unsafe withUnsafePointer(to: time) { time in
          unsafe Int(unsafeBitCast(function, to: TimerCall.self)(-1, 0, time, nil))
        }
      }
    },
    Call("dispatch_semaphore_wait", "without a signal, and with one") { function in
      guard let semaphore = unsafe made(by: "dispatch_semaphore_create") else { return [] }
      defer { unsafe pass(semaphore, to: "dispatch_release") }
      let wait = unsafe unsafeBitCast(function, to: WaitCall.self)
      let without = unsafe wait(semaphore, 0) == 0
      unsafe pass(semaphore, to: "dispatch_semaphore_signal")
      return unsafe [without ? 1 : 0, wait(semaphore, 0)]
    },
    Call("dispatch_group_wait", "for one that is empty, and one that is not") { function in
      guard let group = unsafe made(by: "dispatch_group_create") else { return [] }
      defer { unsafe pass(group, to: "dispatch_release") }
      let wait = unsafe unsafeBitCast(function, to: WaitCall.self)
      let empty = unsafe wait(group, 0)
      unsafe pass(group, to: "dispatch_group_enter")
      defer { unsafe pass(group, to: "dispatch_group_leave") }
      return unsafe [empty, wait(group, 0) == 0 ? 1 : 0]
    },
  ]

  /// An object of Dispatch as its C functions have it, which a class of Swift only wraps here.
  private static func made(by name: String) -> UnsafeMutableRawPointer? {
    // Looked up by a name that ends in a zero byte.
    guard let create = unsafe sluice_original_symbol(name) else {
      Issue.record("\(name) is not there")
      return nil
    }
    // Called with the type of its header; one without a parameter does not look at it.
    return unsafe unsafeBitCast(create, to: CreateCall.self)(0)
  }

  private static func pass(_ object: UnsafeMutableRawPointer, to name: String) {
    // Looked up by a name that ends in a zero byte.
    guard let function = unsafe sluice_original_symbol(name) else {
      Issue.record("\(name) is not there")
      return
    }
    // Called with the type of its header, but for a result that nobody wants.
    unsafe unsafeBitCast(function, to: ObjectCall.self)(object)
  }

  @Test("gives what the original gives, and leaves its error number", arguments: calls)
  func same(_ call: Call) throws {
    #expect(Simulation.current == nil)
    // Looked up by names that end in zero bytes; called with the types of their headers. Here and
    // below.
    guard let original = unsafe sluice_original_symbol(call.name),
      let interposed = unsafe sluice_preferred_symbol(call.name)
    else {
      Issue.record("\(call.name) is not there")
      return
    }
    // As above.
    #expect(unsafe original != interposed)
    let (ours, theirs) = unsafe (call.outcome(interposed), call.outcome(original))
    #expect(ours == theirs)
  }

  /// The names of the functions that the library says it interposes.
  private static var names: [String] {
    var first: UnsafePointer<UnsafePointer<CChar>>? = nil
    // The library hands out a table of constants, with its length.
    return unsafe withUnsafeMutablePointer(to: &first) { first in
      let place = unsafe UnsafeMutableRawPointer(first).assumingMemoryBound(
        to: UnsafePointer<UnsafePointer<CChar>>.self)
      let count = unsafe sluice_interposed_names(place)
      return unsafe UnsafeBufferPointer(start: first.pointee, count: count).map { name in
        unsafe String(cString: name)
      }
    }
  }

  @Test("finds the kit's definition of each function before the original")
  func preferred() {
    for name in Self.names {
      // Addresses that are looked up, not followed.
      let interposed = unsafe sluice_preferred_symbol(name)
      #expect(unsafe interposed != nil && sluice_is_own_code(interposed), "\(name)")
      #expect(unsafe !sluice_is_own_code(sluice_original_symbol(name)), "\(name)")
    }
  }

  @Test("knows every function that the C library defines in place of another")
  func complete() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Runtime/CSimulationRuntime").standardizedFileURL
    var defined: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".c") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /\nINTERPOSED [^;{()]*?(\w+)\s?\(/) {
        defined.insert(String(match.1))
      }
      for match in text.matches(
        of: /\nINTERPOSE_(?:OUTSIDE|SYNCHRONOUS|SETTER)(?:_VOID)?\(\s*(?:void \*, )?(\w+)/)
      {
        defined.insert(String(match.1))
        if match.0.contains("SYNCHRONOUS") { defined.insert("\(match.1)_f") }
      }
    }
    defined = defined.filter { name in !name.hasPrefix("sluice_mutex") }
    #expect(Set(Self.names) == defined)
  }
}
