import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { DomainEvent, HookEvent } from '../../../../src/extension/hub/domain/facts/event';
import { evaluateSession } from '../../../../src/extension/hub/domain/claims/evaluateSession';
import { Sessions } from '../../../../src/extension/hub/domain/facts/sessions';
import { LiveBoard } from '../../../../src/extension/hub/board/liveBoard';
import type { Board } from '../../../../src/shared/protocol/protocol';
import {
  recording,
  recordingNames,
  RowReader,
  sourceOf,
  type Row,
  type Source,
} from '../../../support/recordings/recording';

const sources: readonly Source[] = ['hook', 'registry', 'transcript'];
const runs = { numRuns: 8 };

/** The board some time after the last of these events. */
function boardAfter(events: readonly DomainEvent[], now: number): Board {
  const board = new LiveBoard(
    () => ({ usd: 0, tokens: 0 }),
    () => now,
  );
  for (const event of events) board.apply(event);
  const snapshot = board.snapshot();
  board.dispose();
  return snapshot;
}

/** Merges the rows of each source, in their own order, by the picks; the remaining rows follow. */
function interleave(rows: readonly Row[], picks: readonly number[]): Row[] {
  const queues = sources.map((source) => rows.filter((row) => sourceOf(row) === source));
  const dealt: Row[] = [];
  for (const pick of picks) {
    const row = queues[pick]?.shift();
    if (row !== undefined) dealt.push(row);
  }
  return [...dealt, ...queues.flat()];
}

/** Events of the sources only: settings are read from files when an event arrives. */
function eventsOf(rows: readonly Row[]): DomainEvent[] {
  const reader = new RowReader();
  const events = rows.flatMap((row) => reader.events(row));
  return events.filter(({ type }) => type !== 'dialogSettings');
}

describe('However the three sources interleave,', () => {
  for (const name of recordingNames()) {
    const all = recording(name);
    it(`${name} shows the same board, wherever it is cut`, () => {
      const dealing = fc.record({
        length: fc.integer({ min: 1, max: all.length }),
        picks: fc.array(fc.nat(2), { minLength: all.length, maxLength: all.length * 2 }),
        wait: fc.constantFrom(0, 200, 5_000, 120_000),
      });
      fc.assert(
        fc.property(dealing, ({ length, picks, wait }) => {
          const rows = all.slice(0, length);
          const now = (rows.at(-1)?.at ?? 0) + wait;
          const expected = boardAfter(eventsOf(rows), now);
          assert.deepEqual(boardAfter(eventsOf(interleave(rows, picks)), now), expected);
        }),
        runs,
      );
    });
  }
});

describe('Hooks that overtake each other by less than two seconds', () => {
  for (const name of recordingNames()) {
    it(`have the same result in ${name}`, () => {
      const hooks = distinct(eventsOf(recording(name)).filter((event) => event.type === 'hook'));
      const delays = fc.array(fc.nat(1_999), {
        minLength: hooks.length,
        maxLength: hooks.length,
      });
      const expected = factsOf(hooks, hooks);
      fc.assert(
        fc.property(delays, (late) => {
          const arrivals = hooks
            .map((event, index) => ({ event, arrivesAt: event.at + (late[index] ?? 0) }))
            .sort((a, b) => a.arrivesAt - b.arrivesAt);
          const sessions = new Sessions();
          for (const { event, arrivesAt } of arrivals) {
            sessions.apply(event);
            sessions.dropOldHooks(arrivesAt);
          }
          assert.deepEqual(
            [...new Set(hooks.map((event) => event.sessionId))].map((id) => sessions.get(id)),
            expected,
          );
        }),
        runs,
      );
    });
  }
});

describe('At any moment', () => {
  for (const name of recordingNames()) {
    it(`of ${name}, the recheck time of a session is in the future`, () => {
      const events = eventsOf(recording(name));
      const sessions = new Sessions();
      const waits = [0, 59, 60, 299, 1_000, 60_000, 600_000, 600_001, 86_400_000];
      for (const event of events) {
        sessions.apply(event);
        const facts = sessions.get(event.sessionId);
        assert.ok(facts);
        for (const wait of waits) {
          const now = event.at + wait;
          const { recheckAt } = evaluateSession(facts, now).resolution;
          assert.ok(recheckAt === undefined || recheckAt > now, `${event.type} after ${wait} ms`);
        }
      }
    });
  }
});

/** Gives hooks distinct times, since two hooks of the same millisecond have no defined order. */
function distinct(events: readonly HookEvent[]): HookEvent[] {
  const last = new Map<string, number>();
  return events.map((event) => {
    const at = Math.max(event.at, (last.get(event.sessionId) ?? 0) + 1);
    last.set(event.sessionId, at);
    return { ...event, at };
  });
}

function factsOf(events: readonly HookEvent[], order: readonly HookEvent[]): unknown[] {
  const sessions = new Sessions();
  for (const event of order) sessions.apply(event);
  return [...new Set(events.map((event) => event.sessionId))].map((id) => sessions.get(id));
}
