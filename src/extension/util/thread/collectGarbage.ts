/** Growth of memory outside the heap, in bytes, at which V8 collects a thread's garbage. */
const pressureBytes = 128 * 1024 * 1024;

/**
 * Triggers garbage collection in this thread, because an idle thread allocates too little for V8 to
 * start it. The buffer is never written, so the system allocates no memory for it.
 */
export function collectGarbage(): void {
  try {
    Reflect.construct(ArrayBuffer, [pressureBytes]);
  } catch {
    // No address space is left; V8 will collect later.
  }
}
