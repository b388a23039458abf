import assert from 'node:assert/strict';
import { statusBarState } from '../../../../src/extension/views/statusBar/statusBarModel';
import type { Connection } from '../../../../src/shared/messages/pageMessages';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { aGrant, endedGrant, projectGrant } from '../../../support/page/boards/grantCards';
import { machineCards } from '../../../support/page/boards/machinesBoard';
import { aPhone } from '../../../support/phone/aPhone';
import { aPendingRequest, aSession, builderNow, secondsAgo } from '../../../support/sessionBuilder';

const now = Date.parse(builderNow);

function session(id: string, state: string, overrides: Partial<LiveSession> = {}): LiveSession {
  const group = new Map([
    ['acting', 'autonomous'],
    ['task_complete', 'delivered'],
  ]).get(state) as 'autonomous' | 'delivered' | undefined;
  return aSession({
    ...overrides,
    sessionId: id,
    title: `Title ${id}`,
    agentState: { group: group ?? 'needs_you', state, label: `Label ${state}` },
  });
}

function board(sessions: readonly LiveSession[], connection: Connection = 'live'): FakeBoard {
  const filled = new FakeBoard(sessions);
  filled.connection = connection;
  return filled;
}

describe('statusBarState', () => {
  it('counts no session of an unreachable machine', () => {
    const machine = { id: 'm0123456789abcdef', name: 'gpu-box', away: '2026-01-01T00:00:00Z' };
    const { text, warning } = statusBarState(
      board([session('a', 'needs_permission', { machine })]),
      now,
    );
    assert.match(text, /0 Needs You$/);
    assert.equal(warning, false);
  });

  it('names the machines with their sessions and the faults of unreachable ones', () => {
    const shown = board([]);
    shown.machines = [...machineCards];
    const { tooltip } = statusBarState(shown, now);
    assert.match(tooltip, /\$\(server\) \*\*gpu.*box\*\* — 5 sessions/u);
    assert.match(tooltip, /\$\(debug-disconnect\) \*\*Ubuntu .*WSL.* — It has gone silent/u);
  });

  it('lists grants that have not ended', () => {
    const shown = board([]);
    assert.doesNotMatch(statusBarState(shown, now).tooltip, /llowed/);
    shown.grants = [aGrant(), projectGrant, aGrant({ id: 'x' }), aGrant({ id: 'y' }), endedGrant];
    const { tooltip } = statusBarState(shown, now);
    assert.match(
      tooltip,
      /\$\(watch\) Allowed for a while\S* npm test … · 12 min left · 3 uses left/u,
    );
    assert.match(tooltip, /src\/… · 1 h 5 min left/u);
    assert.match(tooltip, /and 1 more/);
    assert.doesNotMatch(tooltip, /build/);
  });

  it('shows how many phones may answer, and ignores phones that may only watch', () => {
    const phones = (...scopes: readonly ('watch' | 'answer')[]): string =>
      statusBarState(board([]), now, [], { devices: scopes.map((scope) => aPhone({ scope })) })
        .tooltip;
    assert.match(phones('answer', 'watch'), /\$\(device-mobile\) 1 phone may answer/);
    assert.match(phones('answer', 'answer'), /2 phones may answer/);
    assert.doesNotMatch(phones('watch'), /phone/);
  });

  it('states that this computer is kept awake, as long as it is', () => {
    const shown = board([]);
    const { sessions, connection } = shown;
    const inSection = shown.inSection.bind(shown);
    const tooltip = (keepsAwake?: boolean): string => {
      const summary = { ...shown.summary, ...(keepsAwake !== undefined && { keepsAwake }) };
      return statusBarState({ connection, sessions, inSection, summary }, now).tooltip;
    };
    assert.match(tooltip(true), /\$\(coffee\) Keeping this computer awake/);
    assert.doesNotMatch(tooltip(), /awake/);
  });

  const boards: readonly (readonly [
    name: string,
    states: readonly string[],
    text: string,
    warning: boolean,
  ])[] = [
    ['no session', [], '0 Needs You', false],
    ['only working and finished ones', ['acting', 'task_complete'], '0 Needs You', false],
    ['ten at rest', Array.from({ length: 10 }, () => 'idle'), '0 Needs You · 10 ready', false],
    ['one blocked', ['needs_permission'], '1 Needs You', true],
    [
      'one blocked among the resting',
      ['idle', 'awaiting_input', 'interrupted', 'acting'],
      '1 Needs You · 2 ready',
      true,
    ],
    ['an unknown state that needs somebody', ['budget_exceeded'], '1 Needs You', true],
  ];
  for (const [name, states, text, warning] of boards) {
    it(`shows the number of blocked sessions and of ready ones: ${name}`, () => {
      const sessions = states.map((state, index) => session(`s${index}`, state));
      const shown = statusBarState(board(sessions), now);
      assert.equal(shown.text.replace(/^\$\([a-z-]+\) /, ''), text);
      assert.equal(shown.warning, warning);
      assert.match(shown.accessibleLabel, /^Mission Control: /);
    });
  }

  it('does not count a pinned session at rest as blocked, and lists it before other sessions at rest', () => {
    const state = statusBarState(
      board([session('a', 'idle'), session('b', 'idle', { pinned: true }), session('c', 'acting')]),
      now,
    );
    assert.deepEqual([state.text, state.warning], ['$(bell) 0 Needs You · 2 ready', false]);
    assert.match(state.tooltip, /Title b[^]*Title a/u);
  });

  it('names each session with its request and its waiting time', () => {
    const waiting = session('a', 'needs_permission', {
      stateSince: secondsAgo(240),
      pendingRequest: aPendingRequest(),
    });
    const { tooltip } = statusBarState(board([waiting]), now);
    assert.match(tooltip, /\*\*1 Needs You\*\*/);
    assert.match(
      tooltip,
      /\$\(shield\) \*\*Title a\*\* — Label needs&#95;permission · npm test · 4m/,
    );
  });

  it('lists eight sessions and the number of the others', () => {
    const sessions = Array.from({ length: 12 }, (_, index) => session(`s${index}`, 'idle'));
    const { tooltip } = statusBarState(board(sessions), now);
    assert.equal(tooltip.match(/\*\*Title /g)?.length, 8);
    assert.match(tooltip, /and 4 more/);
  });

  it('escapes titles in the hover', () => {
    const hostile = aSession({
      title: '[x](command:evil) <b>\u001B[31m\u202E $(trash)',
      agentState: { group: 'needs_you', state: 'idle', label: '**l**' },
    });
    const { tooltip } = statusBarState(board([hostile]), now);
    for (const active of ['](', 'command:', '<b>', '\u001B', '\u202E', '$(trash)', '**l**']) {
      assert.ok(!tooltip.includes(active), active);
    }
  });

  it('shows that it is connecting before the first snapshot, without counts', () => {
    const shown = statusBarState(board([], 'connecting'), now);
    assert.doesNotMatch(shown.text, /\d/);
    assert.equal(shown.warning, false);
  });

  it('shows that it is switched off, without counts', () => {
    const shown = statusBarState(board([], 'off'), now);
    assert.doesNotMatch(shown.text, /\d/);
    assert.match(shown.tooltip, /everything .* was removed/);
    assert.match(shown.accessibleLabel, /turned off/);
  });

  it('shows the progress of adding up costs until it is complete', () => {
    const reading = board([session('a', 'idle')]);
    reading.scan = { doneBytes: 459, totalBytes: 1_000, todayIsKnown: true };
    assert.match(statusBarState(reading, now).tooltip, /Adding up the cost of past sessions… 45 %/);
    reading.scan = undefined;
    assert.doesNotMatch(statusBarState(reading, now).tooltip, /Adding up/);
  });

  it('shows the last counts while the connection is lost, and states that', () => {
    const shown = statusBarState(board([session('a', 'idle')], 'offline'), now);
    assert.match(shown.text, /\$\(debug-disconnect\) 0 Needs You · 1 ready$/);
    assert.match(shown.tooltip, /Connection lost/);
    assert.match(shown.accessibleLabel, /connection lost/);
  });

  it('shows that everything is muted, and until when', () => {
    const waiting = board([session('a', 'needs_permission')]);
    const shown = statusBarState(waiting, now, [{ scope: 'all' }]);
    assert.match(shown.text, /^\$\(bell-slash\) 1 Needs You$/);
    assert.match(shown.tooltip, /Notifications are muted until you unmute/);
    assert.match(shown.accessibleLabel, /notifications muted/);
    assert.ok(shown.warning);
    const some = statusBarState(waiting, now, [{ scope: 'project', path: '/home/dev' }]);
    assert.deepEqual(some, statusBarState(waiting, now));
  });
});
