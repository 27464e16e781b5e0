import Glibc
import Synchronization

/// A piece of memory that a supervisor shares with its worker, on which the worker writes where it
/// is: at no cost but the writing, and there to be read when the worker has died.
///
/// What a subject does to it can't hurt the supervisor, which takes for text only what is text, and
/// any change for a sign of life.
@safe package final class ProgressBoard: Sendable {
  /// The memory: four numbers, and two places for a text, of which one is written while the other
  /// one counts.
  private enum Layout {
    static let mark = 0
    /// How many signs of life there were.
    static let signs = 8
    /// Which place counts.
    static let current = 16
    /// The last request of which every event has run, counted from 1.
    static let ended = 24
    static let places = 32
    static let placeSize = 32 << 10
    static let size = places + 2 * placeSize
    /// In a place: the number of the request, the length of the text in bytes, and the text.
    static let request = 0
    static let length = 8
    static let text = 16
    static let longestText = placeSize - text
  }

  /// The longest text that has room, in bytes.
  package static let longestText = Layout.longestText

  /// What a board begins with.
  private static let mark: UInt64 = 0x736C_7569_6365_0002

  /// The number by which a new worker is handed it; nil in a worker, which has the memory alone.
  package let descriptor: CInt?
  // Proof: the memory is mapped for as long as this object lives, with the size above, and whatever
  // is read or written of it lies inside. The numbers are atomic; a text is written by one thread
  // at a time, under the lock, and read by the other process when that thread is dead.
  nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
  private let turn = Mutex(())

  /// A board for a new worker; nil where the system has no memory to share.
  package init?() {
    let name = "/sluice-\(getpid())-\(Self.made.wrappingAdd(1, ordering: .relaxed).newValue)"
    // What a process of the same number has left behind is nobody's.
    // Proof, for all three: the calls read a terminated string, which lives until they are over.
    unsafe shm_unlink(name)
    let number = unsafe shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { return nil }
    defer { close(number) }
    unsafe shm_unlink(name)
    // It must not stand where a spawn puts a worker's descriptors.
    let moved = fcntl(number, F_DUPFD_CLOEXEC, 10)
    guard moved >= 0 else { return nil }
    guard ftruncate(moved, off_t(Layout.size)) == 0, let memory = unsafe Self.mapped(moved) else {
      close(moved)
      return nil
    }
    unsafe self.memory = memory
    descriptor = moved
    // Proof: as above.
    unsafe memory.storeBytes(of: Self.mark, as: UInt64.self)
  }

  /// How many boards this process has made.
  private static let made = Atomic<Int>(0)

  /// The board that a supervisor has handed over; nil if it has handed over none.
  ///
  /// - Parameter number: The descriptor, which belongs to this call if that is a board.
  package init?(inherited number: CInt) {
    var status = stat()
    // Proof: the call fills in the structure.
    guard unsafe fstat(number, &status) == 0, status.st_size == off_t(Layout.size),
      let memory = unsafe Self.mapped(number)
    else { return nil }
    // Proof: as above.
    guard unsafe memory.load(as: UInt64.self) == Self.mark else {
      unsafe munmap(memory, Layout.size)
      return nil
    }
    close(number)
    unsafe self.memory = memory
    descriptor = nil
  }

  deinit {
    // Proof: nobody else uses this mapping, and nothing does after this object.
    unsafe munmap(memory, Layout.size)
    if let descriptor { close(descriptor) }
  }

  private static func mapped(_ number: CInt) -> UnsafeMutableRawPointer? {
    // Proof: a new mapping, at a place of the system's choice, of the file's whole size.
    let memory = unsafe mmap(nil, Layout.size, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
    return unsafe memory == MAP_FAILED ? nil : memory
  }

  /// Calls a function with one of the numbers.
  private func with<Result>(
    _ offset: Int, _ body: (borrowing Atomic<UInt64>) -> Result
  ) -> Result {
    // Proof: the number lies inside the memory, at a multiple of its size, and an atomic number is
    // one word of memory.
    body(unsafe memory.advanced(by: offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee)
  }
}

/// What a worker does with it.
extension ProgressBoard {
  /// Gives a sign of life.
  package func giveSign() {
    with(Layout.signs) { signs in _ = signs.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Notes that every event of a request has run, and gives a sign of life.
  ///
  /// - Parameter request: The request's number.
  package func noteEnd(of request: Int) {
    with(Layout.ended) { ended in
      ended.store(UInt64(truncatingIfNeeded: request) &+ 1, ordering: .relaxed)
    }
    giveSign()
  }

  /// Notes where a request is, and gives a sign of life.
  ///
  /// - Parameters:
  ///   - text: Where it is, in one line.
  ///   - request: The request's number.
  /// - Returns: Whether there was room for the text.
  package func write(_ text: String, of request: Int) -> Bool {
    turn.withLock { _ in
      let free = 1 - with(Layout.current) { number in number.load(ordering: .relaxed) & 1 }
      let place = Layout.places + Int(free) * Layout.placeSize
      var text = text
      let isWritten = text.withUTF8 { bytes in
        guard bytes.count <= Layout.longestText else { return false }
        // Proof: the text was just seen to have room in its place, and so have the numbers.
        unsafe memory.storeBytes(
          of: Int64(request), toByteOffset: place + Layout.request, as: Int64.self)
        unsafe memory.storeBytes(
          of: Int64(bytes.count), toByteOffset: place + Layout.length, as: Int64.self)
        unsafe UnsafeMutableRawBufferPointer(
          start: memory.advanced(by: place + Layout.text), count: bytes.count
        ).copyBytes(from: bytes)
        return true
      }
      if isWritten { with(Layout.current) { number in number.store(free, ordering: .releasing) } }
      giveSign()
      return isWritten
    }
  }
}

/// What a supervisor does with it.
extension ProgressBoard {
  /// A number that changes with each sign of life.
  package var signs: UInt64 { with(Layout.signs) { signs in signs.load(ordering: .relaxed) } }

  /// Whether every event of a request has run, so that what goes on is the kit's own work.
  ///
  /// - Parameter request: The request's number.
  /// - Returns: Whether the worker has noted that.
  package func isOver(_ request: Int) -> Bool {
    with(Layout.ended) { ended in ended.load(ordering: .relaxed) }
      == UInt64(truncatingIfNeeded: request) &+ 1
  }

  /// Where a request was when its worker died; nil if it told nothing here, or what is no line of
  /// text.
  ///
  /// - Parameter request: The request's number.
  /// - Returns: The last text of the request.
  package func text(of request: Int) -> String? {
    let current = with(Layout.current) { number in number.load(ordering: .acquiring) & 1 }
    let place = Layout.places + Int(current) * Layout.placeSize
    // Proof: the places lie inside the memory, and so does a text of no more than the longest.
    let owner = unsafe memory.load(fromByteOffset: place + Layout.request, as: Int64.self)
    let length = unsafe memory.load(fromByteOffset: place + Layout.length, as: Int64.self)
    guard owner == Int64(request), length > 0, length <= Int64(Layout.longestText) else {
      return nil
    }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: memory.advanced(by: place + Layout.text), count: Int(length))
    let text = unsafe String(validating: bytes, as: UTF8.self)
    return text.flatMap { text in isOneLine(text) ? text : nil }
  }
}
