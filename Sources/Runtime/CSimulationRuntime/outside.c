// What stays outside: files. Dispatch does their work on queues of its own, through functions that
// are interposed here; while it is asked for one, the calling thread simulates nothing.
#include "internal.h"

#if SLUICE_CAN_SIMULATE

/// Calls the original of a function of Dispatch's from outside the simulation.
#define INTERPOSE_OUTSIDE(type, name, parameters, arguments)  \
  INTERPOSED type name parameters {                           \
    sluice_simulation *simulation = sluice_enter(NULL);       \
    type result = ORIGINAL(name) arguments;                   \
    sluice_enter(simulation);                                 \
    return result;                                            \
  }
#define INTERPOSE_OUTSIDE_VOID(name, parameters, arguments)  \
  INTERPOSED void name parameters {                          \
    sluice_simulation *simulation = sluice_enter(NULL);      \
    ORIGINAL(name) arguments;                                \
    sluice_enter(simulation);                                \
  }

INTERPOSE_OUTSIDE(
    void *, dispatch_io_create, (uintptr_t type, int file, void *queue, void *handler),
    (type, file, queue, handler))
INTERPOSE_OUTSIDE(
    void *, dispatch_io_create_with_path,
    (uintptr_t type, const char *path, int flags, mode_t mode, void *queue, void *handler),
    (type, path, flags, mode, queue, handler))
INTERPOSE_OUTSIDE(
    void *, dispatch_io_create_with_io,
    (uintptr_t type, void *channel, void *queue, void *handler), (type, channel, queue, handler))
INTERPOSE_OUTSIDE_VOID(
    dispatch_io_read, (void *channel, off_t offset, size_t length, void *queue, void *handler),
    (channel, offset, length, queue, handler))
INTERPOSE_OUTSIDE_VOID(
    dispatch_io_write, (void *channel, off_t offset, void *data, void *queue, void *handler),
    (channel, offset, data, queue, handler))
INTERPOSE_OUTSIDE_VOID(
    dispatch_io_close, (void *channel, uintptr_t flags), (channel, flags))
INTERPOSE_OUTSIDE_VOID(dispatch_io_barrier, (void *channel, void *block), (channel, block))
INTERPOSE_OUTSIDE_VOID(
    dispatch_io_set_high_water, (void *channel, size_t mark), (channel, mark))
INTERPOSE_OUTSIDE_VOID(dispatch_io_set_low_water, (void *channel, size_t mark), (channel, mark))
INTERPOSE_OUTSIDE_VOID(
    dispatch_read, (int file, size_t length, void *queue, void *handler),
    (file, length, queue, handler))
INTERPOSE_OUTSIDE_VOID(
    dispatch_write, (int file, void *data, void *queue, void *handler),
    (file, data, queue, handler))

#endif
