import Glibc

/// The sanitizers of the compiler, with which a program may be built.
package enum Sanitizer {
  /// How many times as long as otherwise a program may take, at a guess that errs on the safe side.
  package static let slowdown = isBuiltIn ? 6 : 1

  /// Whether this program is built with one.
  private static let isBuiltIn = (["__asan_init", "__tsan_init"] as [String]).contains { name in
    // Proof: the call looks a name up among the loaded symbols; what it finds is compared with
    // null and not used.
    unsafe dlsym(nil, name) != nil
  }
}
