import Glibc

/// How large terminals are.
package enum TerminalSize {
  /// The columns of the terminal that a descriptor is; nil where it is none, or one that does not
  /// know.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    // The call fills in the size, and keeps no pointer to it.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
