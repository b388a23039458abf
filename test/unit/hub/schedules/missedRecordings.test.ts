import assert from 'node:assert/strict';
import { liveSession } from '../../../../src/extension/hub/domain/card/live';
import { awaitedRuns } from '../../../../src/extension/hub/domain/claims/awaitedRuns';
import { evaluateSession } from '../../../../src/extension/hub/domain/claims/evaluateSession';
import { Sessions } from '../../../../src/extension/hub/domain/facts/sessions';
import { MissedRuns } from '../../../../src/extension/hub/schedules/missedRuns';
import { HandClock } from '../../../support/handClock';
import { recording, RowReader, sourceOf, type Source } from '../../../support/recordings/recording';

/** Recordings of a client with a schedule, and how many of its runs start in each. */
const recordings = [
  ['loops-cron', 2],
  ['loops-fixed', 3],
  ['loops-self', 1],
] as const;

/** The client looks for due runs once a second. */
const precisionMs = 1_500;

interface RecordedStart {
  readonly at: number;
  /** Start that was awaited before, and since when the client was idle. */
  readonly due: number;
  readonly idleSince: number;
}

/** Replays a recording at a hub that checks for missed runs after each row and in between. */
function replay(name: string, sources: readonly Source[]) {
  const rows = recording(name);
  const clock = new HandClock(rows[0]?.at);
  const missedRuns = new MissedRuns({ clock, touch: () => undefined });
  missedRuns.start();
  const sessions = new Sessions();
  const reader = new RowReader();
  const starts: RecordedStart[] = [];
  const missed: string[] = [];
  const check = (): void => {
    for (const sessionId of sessions.ids) {
      const facts = sessions.get(sessionId)!;
      const card = liveSession(facts, evaluateSession(facts, clock.now()));
      const found = missedRuns.fieldsOf(card, facts).missed ?? [];
      missed.push(...found.map(({ id, why }) => `${id} ${why ?? ''}`));
    }
  };
  for (const row of rows) {
    while (clock.now() < row.at) {
      clock.go(Math.min(10_000, row.at - clock.now()));
      check();
    }
    const source = sourceOf(row);
    if (source !== undefined && !sources.includes(source)) continue;
    for (const event of reader.events(row)) {
      const before = sessions.get(event.sessionId);
      sessions.apply(event);
      const facts = sessions.get(event.sessionId);
      const [last] = (facts?.transcript?.schedule?.starts ?? []).slice(-1);
      const isNew =
        last !== undefined && last.at > (before?.transcript?.schedule?.starts?.at(-1)?.at ?? 0);
      if (!isNew || before === undefined) continue;
      const awaited = awaitedRuns(before, () => undefined);
      const [{ due } = { due: Number.NaN }] = awaited;
      const turnEnd = before.transcript?.turn?.at ?? 0;
      starts.push({ at: last.at, due, idleSince: turnEnd });
    }
    check();
  }
  missedRuns.dispose();
  return { starts, missed };
}

describe('The signs of missed runs in recordings of the real client', () => {
  for (const [name, count] of recordings) {
    for (const sources of [
      ['hook', 'registry', 'transcript'],
      ['registry', 'transcript'],
    ] as const) {
      it(`are absent in ${name} by ${sources.join(', ')}, and each run starts when expected`, () => {
        const { starts, missed } = replay(name, sources);
        assert.deepEqual(missed, []);
        assert.equal(starts.length, count);
        for (const { at, due, idleSince } of starts) {
          const late = at - Math.max(due, idleSince);
          assert.ok(late >= 0 && late < precisionMs, `${name}: ${late} ms late`);
        }
      });
    }
  }
});
