/** V8 begins to collect all garbage of a thread when it has so much more memory outside its heap, in bytes. */
const pressureBytes = 128 * 1024 * 1024;

/**
 * Collects this thread's garbage soon: a thread that rests allocates too little for V8 to do so by itself.
 * Nothing is ever written into the buffer, so the system gives no memory for it.
 */
export function collectGarbage(): void {
  try {
    Reflect.construct(ArrayBuffer, [pressureBytes]);
  } catch {
    // The system has no room for so many addresses; V8 collects some day.
  }
}
