import assert from 'node:assert/strict';
import type { Evidence } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import { aSession, type SessionOverrides } from '../../support/sessionBuilder';
import { chooseInMenu } from '../../support/page/chooseInMenu';

const permission: Evidence = {
  source: 'hook',
  signal: 'PermissionRequest Bash',
  at: '2026-03-02T09:59:30.000Z',
  state: 'needs_permission',
  confidence: 1,
  verdict: 'decides',
};
const registry: Evidence = {
  ...permission,
  source: 'registry',
  signal: 'waiting',
  verdict: 'agrees',
};
const transcript: Evidence = {
  ...permission,
  source: 'jsonl',
  signal: 'idle',
  at: '2026-03-01T22:00:00.000Z',
  state: 'idle',
  confidence: 0.7,
  verdict: 'overruled',
};

const blocked = (overrides: SessionOverrides = {}) =>
  aSession({
    sessionId: 'one',
    title: 'one',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    why: [permission, registry, transcript],
    ...overrides,
  });

const lines = [
  'Hook: PermissionRequest Bash · 9:59:30 AM · certain',
  'Registry: waiting (agrees) · 9:59:30 AM',
  'Transcript: end of turn (overruled) · Mar 1, 2026, 10:00:00 PM',
];

const list = (host: FakeHost) => host.page.getByRole('list', { name: 'Why this state' });
const shown = async (host: FakeHost) => list(host).getByRole('listitem').allInnerTexts();
const expectShown = (host: FakeHost, texts: readonly string[]) =>
  eventually(async () => assert.deepEqual(await shown(host), texts));

async function ask(host: FakeHost): Promise<void> {
  await host.page.getByRole('button', { name: 'More Actions' }).click();
  await chooseInMenu(host.page, 'Why This State?');
}

describe('why a card is in its state', () => {
  const open = wholeSuite();

  it('is told beneath it by its menu, the deciding signal first, and put away again', async () => {
    const host = await open({ sessions: [blocked()] });
    await ask(host);
    await expectShown(host, lines);
    const overruled = list(host).getByRole('listitem').nth(2);
    assert.equal(
      await overruled.getAttribute('title'),
      'On its own it would say idle. Confidence 0.70',
    );
    await ask(host);
    await expectShown(host, []);
    assert.deepEqual(host.received.slice(1), []);
  });

  it('follows the session through new signals, and into another group', async () => {
    const host = await open({ sessions: [blocked()] });
    await ask(host);
    const agentState = { group: 'autonomous', state: 'thinking', label: 'Generating…' } as const;
    const why = [{ ...permission, signal: 'PostToolUse Bash' }];
    await host.update([blocked({ agentState, why })]);
    await expectShown(host, ['Hook: PostToolUse Bash · 9:59:30 AM · certain']);
  });

  it('is told by a key, and said to a screen reader', async () => {
    const host = await open({ sessions: [blocked(), aSession({ sessionId: 'two' })] });
    await host.page.keyboard.press('w');
    await expectShown(host, lines);
    await host.page.clock.runFor(1000);
    await host.page.getByRole('status').getByText(`${lines[0]}.`).waitFor({ state: 'attached' });
    await host.page.keyboard.press('Alt+w');
    await expectShown(host, lines);
    await host.page.keyboard.press('w');
    await expectShown(host, lines); // Letters do nothing for a second after a chord.
    await host.page.clock.runFor(1100);
    await host.page.keyboard.press('w');
    await expectShown(host, []);
  });

  it('is told in the pane where that is opened', async () => {
    const host = await open({ sessions: [blocked()] });
    await host.page.getByRole('button', { name: 'Why this state?' }).click();
    await expectShown(host, lines);
  });

  it('is told when the host asks for it, with the focus in the pane', async () => {
    const host = await open({ sessions: [blocked(), aSession({ sessionId: 'two' })] });
    await host.reveal('one', 'explain');
    await expectShown(host, lines);
    await host.reveal('one');
    await expectShown(host, lines);
    assert.equal(await host.page.evaluate(() => document.activeElement?.textContent), 'one');
  });

  it('is honest where nothing told the state', async () => {
    const host = await open({ sessions: [blocked({ why: [] })] });
    await ask(host);
    await expectShown(host, ['No signal explains this state.']);
  });
});
