import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { routes } from '../../../src/shared/protocol/protocol';
import type { Presence } from '../../../src/shared/protocol/windows';
import { openedPull, writeTurn } from '../../support/hub/deliveredWork';
import { aHook } from '../../support/hub/hooks';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TestWindow } from '../../support/hub/testWindow';
import { TranscriptFile } from '../../support/hub/transcriptFile';

const [one, other] = [1, 2].map((n) => `5e551011-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
];

describe('A hub that tracks which sessions were seen', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub;
  let windows: TestWindow[];

  beforeEach(async () => {
    home = await tempHome();
    hub = await TestHub.start(home);
    await hub.running.complete;
    windows = [];
  });
  afterEach(async () => {
    for (const window of windows) window.close();
    await hub.close();
    await removeHome(home);
  });

  async function open(id: string, presence: Partial<Presence>): Promise<TestWindow> {
    const window = await TestWindow.open(hub, id, presence);
    windows.push(window);
    return window;
  }

  /** Plays a turn of the session, from its prompt to its end. */
  async function turn(session_id: string): Promise<void> {
    await hub.hook(aHook('UserPromptSubmit', { session_id, prompt: 'Go' }));
    await hub.waitFor(session_id, ({ agentState }) => assert.equal(agentState.group, 'autonomous'));
    await hub.hook(aHook('Stop', { session_id }));
    await hub.waitFor(session_id, ({ agentState }) => assert.equal(agentState.state, 'idle'));
  }

  const isUnseen = (sessionId: string, unseen: true | undefined): Promise<unknown> =>
    hub.waitFor(sessionId, (session) => assert.equal(session.unseen, unseen));

  it('marks sessions that became idle, and clears the marks in all windows once they were seen', async () => {
    await open('first', {});
    const second = await open('second', {});
    await turn(one);
    await turn(other);
    await isUnseen(one, true);
    await hub.post(routes.looks, { of: 'sessions', sessionIds: [one] });
    await isUnseen(one, undefined);
    await isUnseen(other, true);
    await second.tell({ focused: true, active: true, front: { sessions: [other] } });
    await isUnseen(other, undefined);
  });

  it('marks no session that a person watches, and all of them once the window is unused', async () => {
    const front = { sessions: [], board: true };
    const window = await open('first', { focused: true, active: true, front });
    await turn(one);
    await isUnseen(one, undefined);
    await window.tell({ focused: true, active: false, front });
    await turn(other);
    await isUnseen(other, true);
    await window.tell({ focused: true, active: true, front });
    await isUnseen(other, true);
  });

  it('marks all sessions that became idle while no hub was running', async () => {
    await hub.close();
    const since = Date.now() - 10 * 60_000;
    const storedLooks = { allSeenAt: since, absence: { since, isTold: false }, sessions: {} };
    const looksFile = path.join(home, 'mission-control', 'looks.json');
    await writeFile(looksFile, JSON.stringify(storedLooks), { mode: 0o600 });
    const ids = Array.from(
      { length: 12 },
      (_, index) => `5e551011-0000-4000-8000-0000000001${10 + index}`,
    );
    for (const id of ids) await writeTurn(TranscriptFile.of(home, id), `Do ${id}`, openedPull(41));
    hub = await TestHub.start(home);
    await Promise.all(ids.map((id) => isUnseen(id, true)));
  });

  it('still has the marks after a restart', async () => {
    await open('first', {});
    await turn(one);
    await turn(other);
    await hub.post(routes.looks, { of: 'sessions', sessionIds: [one] });
    await hub.close();
    const stored = await readFile(path.join(home, 'mission-control', 'looks.json'), 'utf8');
    const { sessions } = JSON.parse(stored) as {
      readonly sessions: Readonly<
        Record<string, { readonly changedAt: number; readonly seenAt: number }>
      >;
    };
    assert.ok((sessions[one]?.seenAt ?? 0) >= (sessions[one]?.changedAt ?? Infinity));
    assert.equal(sessions[other]?.seenAt, 0);
    hub = await TestHub.start(home);
  });

  it('refuses a report with an invalid session id', async () => {
    const answer = await hub.post(routes.looks, { of: 'sessions', sessionIds: [''] });
    assert.equal(answer.status, 400);
  });
});
