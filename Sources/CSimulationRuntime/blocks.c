// Blocks, as the blocks runtime and Dispatch lay them out.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

void sluice_run_block(void *block) { ((block_layout *)block)->invoke(block); }

/// The head of what `dispatch_block_create` keeps behind the layout of its block.
typedef struct {
  uint64_t magic, flags;
} work_item;
enum { WORK_ITEM_OFFSET = 0x20, WORK_ITEM_MAGIC = 0xD159B10C };

bool sluice_block_is_barrier(const void *block) {
  const block_layout *layout = block;
  if ((void *)layout->invoke != *sluice_original.special_invoke) return false;
  const work_item *item = (const void *)((const char *)block + WORK_ITEM_OFFSET);
  return item->magic == WORK_ITEM_MAGIC && item->flags & WORK_ITEM_BARRIER;
}

void sluice_release_block(void *block) { sluice_original.block_release(block); }

#endif
