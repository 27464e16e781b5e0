// Blocks, as the blocks runtime and Dispatch lay them out.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

void sluice_run_block(void *block) { ((block_layout *)block)->invoke(block); }

static uint64_t word_of(const void *block, uint64_t offset) {
  return *(const uint64_t *)((const char *)block + offset);
}

bool sluice_block_is_barrier(const void *block) {
  const block_layout *layout = block;
  if ((void *)layout->invoke != *sluice_original.special_invoke) return false;
  const sluice_layout *at = &sluice_assumed;
  return word_of(block, at->item_magic_word) == at->item_magic &&
         word_of(block, at->item_flags) & at->item_barrier;
}

void sluice_release_block(void *block) { sluice_original.block_release(block); }

#endif
