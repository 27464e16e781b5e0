// Where a suspended task waits: the chain of its async contexts, and names from the symbol table.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *pointer_at(const void *object, uint64_t offset) {
  return *(void *const *)((const char *)object + offset);
}

size_t sluice_task_backtrace(void *task, const void **addresses, size_t capacity) {
  const sluice_layout *at = &sluice_assumed;
  size_t count = 0;
  if (capacity) addresses[count++] = pointer_at(task, at->task_resume);
  // Each async context has the one that awaits it, and where that goes on.
  const void *context = pointer_at(task, at->task_context);
  while (context && count < capacity) {
    const void *resume = pointer_at(context, at->context_resume);
    if (!resume) break;
    addresses[count++] = resume;
    context = pointer_at(context, at->context_parent);
  }
  return count;
}

/// The symbol that a walk over the loaded images looks for.
typedef struct {
  uintptr_t address;
  char *name;
  size_t size;
  bool is_found;
} lookup;

static void copy_name(lookup *wanted, const char *mangled) {
  char *(*demangle)(const char *, size_t, char *, size_t *, uint32_t) =
      (__typeof__(demangle))dlsym(RTLD_DEFAULT, "swift_demangle");
  char *demangled = demangle ? demangle(mangled, strlen(mangled), NULL, NULL, 0) : NULL;
  strncpy(wanted->name, demangled ? demangled : mangled, wanted->size - 1);
  wanted->name[wanted->size - 1] = 0;
  free(demangled);
  wanted->is_found = true;
}

/// Looks in the symbol table of a mapped file, of which `dladdr` sees the exported part only.
static void search(lookup *wanted, const char *file, size_t size, uintptr_t offset) {
  const ElfW(Ehdr) *header = (const void *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG)) return;
  if (header->e_shoff + (size_t)header->e_shnum * sizeof(ElfW(Shdr)) > size) return;
  const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
  for (int index = 0; index < header->e_shnum; index++) {
    const ElfW(Shdr) *section = &sections[index];
    if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *names = &sections[section->sh_link];
    if (section->sh_offset + section->sh_size > size) continue;
    const ElfW(Sym) *symbols = (const void *)(file + section->sh_offset);
    for (size_t each = 0; each < section->sh_size / sizeof *symbols; each++) {
      const ElfW(Sym) *symbol = &symbols[each];
      if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC) continue;
      if (offset - symbol->st_value >= symbol->st_size) continue;
      if (names->sh_offset + symbol->st_name >= size) continue;
      copy_name(wanted, file + names->sh_offset + symbol->st_name);
      return;
    }
  }
}

static void search_file(lookup *wanted, const char *path, uintptr_t offset) {
  struct stat status;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  if (!fstat(descriptor, &status)) {
    size_t size = (size_t)status.st_size;
    char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (file != MAP_FAILED) {
      search(wanted, file, size, offset);
      munmap(file, size);
    }
  }
  close(descriptor);
}

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  lookup *wanted = context;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    uintptr_t offset = wanted->address - info->dlpi_addr;
    if (header->p_type != PT_LOAD || offset - header->p_vaddr >= header->p_memsz) continue;
    search_file(wanted, *info->dlpi_name ? info->dlpi_name : "/proc/self/exe", offset);
    return 1;
  }
  return 0;
}

bool sluice_symbol_name(const void *address, char *name, size_t size) {
  lookup wanted = {.address = (uintptr_t)address, .name = name, .size = size};
  if (size) dl_iterate_phdr(visit_image, &wanted);
  return wanted.is_found;
}

#endif
