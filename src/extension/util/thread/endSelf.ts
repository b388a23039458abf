/**
 * Ends this thread from within, while it runs nothing else: if it is terminated from outside while
 * it parses a call or starts to read a file, Node aborts the process, with all extensions of the
 * window.
 */
export function endSelfIn(ms: number): void {
  setTimeout(() => process.exit(), ms).unref();
}
