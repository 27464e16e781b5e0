// What the address sanitizer is told in programs built with it; the environment may say otherwise.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)

__attribute__((weak)) const char *__asan_default_options(void);

/// No search for leaks. Swift marks pointers in the bits that they have to spare, so that whatever
/// a global keeps in an enumeration looks lost; and tasks that nobody can resume are kept for good.
/// `ASAN_OPTIONS=detect_leaks=1` searches all the same.
const char *__asan_default_options(void) { return "detect_leaks=0"; }

#endif
#endif
