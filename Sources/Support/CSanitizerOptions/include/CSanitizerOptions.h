// What sanitizers are told in the kit's own programs. It holds nothing to call: the sanitizer's
// runtime looks for it by name.
