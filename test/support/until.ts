import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { scaledTimeout } from './scaledTimeout';

/** Pause between the first reads, in ms. */
const firstPauseMs = 30;
/**
 * Pause after one second and later, in ms: reading a page or folder takes processor time from
 * others.
 */
const laterPauseMs = 100;

/**
 * Repeats `read` until `assertion` passes, and returns the value; after the timeout it rejects with
 * the last error.
 */
export async function until<T>(
  read: () => T | Promise<T>,
  assertion: (value: T) => void,
  timeoutMs = 40_000,
): Promise<T> {
  const start = Date.now();
  const limitMs = scaledTimeout(timeoutMs);
  for (;;) {
    const isLast = Date.now() >= start + limitMs;
    try {
      const value = await read();
      if (isLast) assertion(value);
      else withoutDetails(() => assertion(value));
      return value;
    } catch (error) {
      if (isLast) throw error;
    }
    await delay(pauseAfter(Date.now() - start));
  }
}

/** A tenth of the time waited so far, within both limits. */
function pauseAfter(waitedMs: number): number {
  return Math.min(Math.max(waitedMs / 10, firstPauseMs), laterPauseMs);
}

/**
 * Runs an assertion without capturing a stack, since errors of repeated assertions are discarded.
 * Capturing takes longer than most comparisons, and `assert.ok` without a message parses the test's
 * source.
 */
function withoutDetails(run: () => void): void {
  const limit = Error.stackTraceLimit;
  const { ok } = assert;
  Error.stackTraceLimit = 0;
  assert.ok = isTrue;
  try {
    run();
  } finally {
    Error.stackTraceLimit = limit;
    assert.ok = ok;
  }
}

function isTrue(value: unknown): asserts value {
  if (!value) throw new Error('It is not so yet.');
}
