import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { patient } from './patience';

/** Pause between two reads at first, in ms. */
const firstPauseMs = 30;
/** Pause after a second and later: a read of a page or a folder takes processor time that others need. */
const laterPauseMs = 100;

/** Reads until `assertion` no longer throws, and gives back what was read; its last failure at the end. */
export async function until<T>(
  read: () => T | Promise<T>,
  assertion: (value: T) => void,
  timeoutMs = 40_000,
): Promise<T> {
  const start = Date.now();
  const limitMs = patient(timeoutMs);
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

/** A tenth of the time that was waited, within both limits. */
function pauseAfter(waitedMs: number): number {
  return Math.min(Math.max(waitedMs / 10, firstPauseMs), laterPauseMs);
}

/**
 * Nobody reads the error of an assertion that is tried again. To find the lines of its stack takes longer than
 * most comparisons, and `assert.ok` without a message parses the test's source for one.
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
