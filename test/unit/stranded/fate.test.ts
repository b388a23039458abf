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

describe('What became of a session while no hub watched', () => {
  const nothing: StartFindings = { process: 'none', isSameBoot: true, isLeft: false };
  const cases: readonly (readonly [string, Partial<StartFindings>, StartStatus])[] = [
    ['runs on where its process lives', { process: 'same' }, 'runs'],
    ['is over where its process went on with another one', { process: 'moved' }, 'over'],
    ['is stranded where the machine was started again', { isSameBoot: false }, 'stranded'],
    ['is stranded where its process was killed', { isLeft: true }, 'stranded'],
    ['is unclear where its process went on the same machine', {}, 'unclear'],
  ];
  for (const [title, found, fate] of cases) {
    it(title, () => assert.equal(statusAtStart({ ...nothing, ...found }), fate));
  }
});

describe('A session that ended while the hub went on', () => {
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
    return wasStranded(one, { all, strandedAt, isOpen: (window) => open.includes(window) });
  };

  it('went down with its window', () => {
    assert.ok(isDown([ran('a', { window: 'w', ...exited })]));
  });

  it('was closed by itself where its window is still there', () => {
    assert.ok(!isDown([ran('a', { window: 'w', ...exited })], ['w']));
  });

  it('was closed by itself where another of its window goes on', () => {
    assert.ok(!isDown([ran('a', { window: 'w', ...exited }), ran('b', { window: 'w' })]));
  });

  it('went down with its window, whatever goes on elsewhere', () => {
    const all = [ran('a', { window: 'w', ...exited }), ran('b', { window: 'v' }), ran('c')];
    assert.ok(isDown(all, ['v']));
  });

  it('outside of windows went down where all there were killed at once', () => {
    assert.ok(isDown([ran('a', killed), ran('b', killed)]));
    assert.ok(isDown([ran('a', killed)], [], [at - 1]), 'the other one was judged before it');
  });

  it('outside of windows was one of its own where it alone was killed, or another goes on', () => {
    assert.ok(!isDown([ran('a', killed)]));
    assert.ok(!isDown([ran('a', killed), ran('b')]));
    const later = { gone: { at: at + sameEndMs + 1, how: 'killed' } } as const;
    assert.ok(!isDown([ran('a', killed), ran('b', later)]));
  });

  it('outside of windows was left by its person where it ended in order', () => {
    assert.ok(!isDown([ran('a', exited), ran('b', exited)]));
  });

  it('is judged by its end alone', () => {
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

  it('stands while the session is there and over', () => {
    assert.ok(isOffered(stranded(), downAt, later));
  });

  const refused: readonly (readonly [string, ReturnType<typeof stranded> | undefined])[] = [
    ['is on no board any more', undefined],
    ['has no transcript', stranded({ transcriptPath: '' })],
    ['runs again', stranded({ pid: 4711 })],
    ['may run again', stranded({ agentState: { ...endedState, group: 'autonomous' } })],
    ['was dismissed', stranded({ agentState: { ...endedState, state: 'archived' } })],
    [
      'went on since',
      stranded({ lastActivityAt: new Date(downAt + sameEndMs + 1_000).toISOString() }),
    ],
    [
      'rested for more than a week',
      stranded({ lastActivityAt: new Date(later - 7 * dayMs - 1).toISOString() }),
    ],
  ];
  for (const [title, session] of refused) {
    it(`falls for one that ${title}`, () => assert.ok(!isOffered(session, downAt, later)));
  }
});
