#include "CSanitizerOptions.h"

#if __has_feature(address_sanitizer)

/// No search for leaks. Swift marks pointers in the bits that they have to spare, so what a global
/// keeps in an enumeration looks lost; and tasks that nobody can resume are kept for good.
/// `ASAN_OPTIONS=detect_leaks=1` searches all the same.
///
/// The sanitizer asks before it has set up what checked code needs, hence the attribute.
__attribute__((no_sanitize_address)) const char *__asan_default_options(void) {
  return "detect_leaks=0";
}

#endif
