import assert from 'node:assert/strict';
import {
  statusAtStart,
  isOffered,
  sameEndMs,
  wasStranded,
  type StartStatus,
  type StartFindings,
  type SessionRun,
} from '../../../src/extension/hub/stranded/fate';
import { aSession, type SessionOverrides } from '../../support/sessionBuilder';

const dayMs = 24 * 60 * 60_000;

describe('The status of a session that ran under the previous hub', () => {
  const nothing: StartFindings = { process: 'none', isSameBoot: true, hasRegistryFile: false };
  const cases: readonly (readonly [string, Partial<StartFindings>, StartStatus])[] = [
    ['is `runs` if its process is alive', { process: 'same' }, 'runs'],
    ['is `over` if its process runs another session', { process: 'moved' }, 'over'],
    ['is `stranded` after a reboot', { isSameBoot: false }, 'stranded'],
    ['is `stranded` if its process was killed', { hasRegistryFile: true }, 'stranded'],
    ['is `unclear` if its process ended on the same machine', {}, 'unclear'],
  ];
  for (const [title, findings, status] of cases) {
    it(title, () => assert.equal(statusAtStart({ ...nothing, ...findings }), status));
  }
});

describe('A session that ended while the hub kept running', () => {
  const at = 1_000_000;
  const ran = (sessionId: string, change: Partial<SessionRun> = {}): SessionRun => ({
    sessionId,
    pid: 1,
    ...change,
  });
  const killed = { gone: { at, how: 'killed' } } as const;
  const exited = { gone: { at, how: 'exited' } } as const;
  const isDown = (
    all: readonly SessionRun[],
    open: readonly string[] = [],
    strandedAt: number[] = [],
  ) => {
    const [one] = all;
    assert.ok(one);
    return wasStranded(one, { all, strandedAt, isWindowOpen: (window) => open.includes(window) });
  };

  it('counts as stranded if its window closed with it', () => {
    assert.ok(isDown([ran('a', { window: 'w', ...exited })]));
  });

  it('does not count as stranded if its window is still open', () => {
    assert.ok(!isDown([ran('a', { window: 'w', ...exited })], ['w']));
  });

  it('does not count as stranded if another session of its window still runs', () => {
    assert.ok(!isDown([ran('a', { window: 'w', ...exited }), ran('b', { window: 'w' })]));
  });

  it('counts as stranded with its closed window although sessions elsewhere still run', () => {
    const all = [ran('a', { window: 'w', ...exited }), ran('b', { window: 'v' }), ran('c')];
    assert.ok(isDown(all, ['v']));
  });

  it('counts as stranded outside of windows if all sessions there were killed together', () => {
    assert.ok(isDown([ran('a', killed), ran('b', killed)]));
    assert.ok(isDown([ran('a', killed)], [], [at - 1]), 'the other one was judged before it');
  });

  it('does not count as stranded outside of windows if it was killed alone or another still runs', () => {
    assert.ok(!isDown([ran('a', killed)]));
    assert.ok(!isDown([ran('a', killed), ran('b')]));
    const later = { gone: { at: at + sameEndMs + 1, how: 'killed' } } as const;
    assert.ok(!isDown([ran('a', killed), ran('b', later)]));
  });

  it('does not count as stranded outside of windows if it exited normally', () => {
    assert.ok(!isDown([ran('a', exited), ran('b', exited)]));
  });

  it('does not count as stranded before it has ended', () => {
    assert.ok(!isDown([ran('a', { window: 'w' })]));
  });
});

describe('The offer of a stranded session', () => {
  const downAt = Date.parse('2026-03-02T10:00:00.000Z');
  const later = downAt + 60 * 60_000;
  const endedState = { group: 'delivered', state: 'session_ended', label: 'Closed' } as const;
  const stranded = (change: SessionOverrides = {}) => {
    const { pid: _none, ...rest } = aSession({
      agentState: endedState,
      lastActivityAt: new Date(downAt - 60_000).toISOString(),
      ...change,
    });
    return change.pid === undefined ? rest : { ...rest, pid: change.pid };
  };

  it('is made while the session is on the board and has ended', () => {
    assert.ok(isOffered(stranded(), downAt, later));
  });

  const refused: readonly (readonly [string, ReturnType<typeof stranded> | undefined])[] = [
    ['left the board', undefined],
    ['has no transcript', stranded({ transcriptPath: '' })],
    ['runs again', stranded({ pid: 4711 })],
    ['may be running again', stranded({ agentState: { ...endedState, group: 'autonomous' } })],
    ['was dismissed', stranded({ agentState: { ...endedState, state: 'archived' } })],
    [
      'was active since',
      stranded({ lastActivityAt: new Date(downAt + sameEndMs + 1_000).toISOString() }),
    ],
    [
      'was idle for more than a week',
      stranded({ lastActivityAt: new Date(later - 7 * dayMs - 1).toISOString() }),
    ],
  ];
  for (const [title, session] of refused) {
    it(`is not made for a session that ${title}`, () =>
      assert.ok(!isOffered(session, downAt, later)));
  }
});
