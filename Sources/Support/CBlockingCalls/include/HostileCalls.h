/// Calls by which a subject escapes its owner, for faulty streams.
#pragma once

/// Has the parent of the process trace the calling thread: what that ends as waits for the parent.
void hostile_trace_me(void);
/// Executes `sleep 600` in this process, with no descriptor above the standard ones; returns only
/// if that fails.
void hostile_become_sleep(void);
