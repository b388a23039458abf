import assert from 'node:assert/strict';
import { Sessions } from '../../../../src/extension/hub/domain/facts/sessions';
import { recording, RowReader, sourceOf } from '../../../support/recordings/recording';

/** Blocked calls counted by hooks and by transcripts, for each session that has some. */
function counts(name: string): readonly (readonly [hook: number, transcript: number])[] {
  const sessions = new Sessions();
  const reader = new RowReader();
  const ids = new Set<string>();
  for (const row of recording(name)) {
    for (const event of reader.events(row)) {
      sessions.apply(event);
      ids.add(event.sessionId);
    }
  }
  const all = [...ids].map((id) => {
    const { hook, transcript } = sessions.get(id) ?? {};
    return [hook?.blocked.count ?? 0, transcript?.blocked.count ?? 0] as const;
  });
  return all.filter(([hook, transcript]) => hook + transcript > 0);
}

/** Blocked calls named as the reason of a recording's requests, with their reasons. */
function asked(name: string): readonly unknown[] {
  const sessions = new Sessions();
  const reader = new RowReader();
  return recording(name).flatMap((row) => {
    for (const event of sourceOf(row) === 'hook' ? reader.events(row) : []) sessions.apply(event);
    if (row.hook?.hook_event_name !== 'PermissionRequest') return [];
    const blocked = sessions.get(row.hook.session_id)?.hook?.pending.at(-1)?.blocked;
    return blocked === undefined ? [] : [[blocked.count, blocked.reason]];
  });
}

describe('The calls that auto mode blocked, in recordings of the real client', () => {
  const recordings = {
    'auto-denials-tui': [[3, 3]],
    'auto-denials-p': [[4, 4]],
    'auto-rules': [
      [2, 2],
      [2, 2],
      [2, 2],
      [1, 1],
    ],
    // Its stream has equally many `permission_denied` lines of the check: two, and one.
    'auto-stdio': [
      [2, 2],
      [1, 1],
    ],
    'loops-cron': [],
  } as const;
  for (const [name, expected] of Object.entries(recordings)) {
    it(`are counted equally by hooks and by transcripts: ${name}`, () => {
      assert.deepEqual(counts(name), expected);
    });
  }

  it('are counted in a row on the requests that follow them', () => {
    const one = 'scripted: runs a script from the network (one)';
    assert.deepEqual(asked('auto-denials-tui'), [
      [3, one],
      [4, one],
    ]);
    const network = 'scripted: runs a script from the network';
    assert.deepEqual(asked('auto-denials-p'), [
      [3, `${network} (s2)`],
      [4, `${network} (s3)`],
    ]);
    assert.deepEqual(asked('auto-stdio'), [
      [3, 'scripted s2'],
      [4, 'scripted s2'],
    ]);
  });
});
