import assert from 'node:assert/strict';
import type { SessionLimit } from '../../../src/shared/protocol/session/limit';
import type { PromptCard, Prompting } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import {
  aSession,
  builderNow,
  secondsAgo,
  type SessionOverrides,
} from '../../support/sessionBuilder';

const open = wholeSuite();

const hour = 3_600;
const inTwoHours = secondsAgo(-2 * hour);
const clockOf = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

function limited(
  limit: Partial<SessionLimit> = {},
  prompting: Partial<Prompting> = {},
  more: SessionOverrides = {},
): LiveSession {
  const { resetsAt = inTwoHours } = limit;
  return aSession({
    sessionId: 'a',
    title: 'Session a',
    agentState: {
      group: 'needs_you',
      state: 'limit_reached',
      label: { key: 'limitResets', values: [Date.parse(resetsAt)], text: 'Limit reached' },
    },
    limit: { resetsAt, goesOn: false, asks: false, ...limit },
    prompting: { way: 'terminal', prompts: [], ...prompting },
    ...more,
  });
}
const queued: PromptCard = {
  id: 'later',
  text: 'Continue where you left off.',
  whole: true,
  state: 'queued',
  at: builderNow,
  dueAt: inTwoHours,
};
const waiting = (): LiveSession =>
  limited(
    {},
    { prompts: [queued], waitsFor: 'limit' },
    {
      agentState: {
        group: 'autonomous',
        state: 'waiting_for_limit',
        label: { key: 'limitQueued', values: [Date.parse(inTwoHours)], text: 'Limit reached' },
      },
    },
  );

const card = (host: FakeHost) => host.whole('a');
const button = (host: FakeHost, name: string | RegExp) => card(host).getByRole('button', { name });
const changes = (host: FakeHost) =>
  host.received.flatMap((message) => (message.type === 'changePrompts' ? [message.change] : []));
const time = clockOf(inTwoHours);

describe('A card of a session that a usage limit stopped', () => {
  it('says when it resets and leaves a prompt for then, by button and in the menu', async () => {
    const host = await open({ sessions: [limited()] });
    await card(host).getByText(`Limit reached · resets ${time}`).waitFor();
    await button(host, `Continue at ${time}`).click();
    await card(host).getByRole('heading', { name: 'Session a' }).focus();
    await host.page.keyboard.press('Shift+F10');
    await host.page.getByRole('menuitem', { name: `Continue at ${time}` }).click();
    await eventually(() => {
      const added = changes(host).map((change) => (change.kind === 'add' ? change : undefined));
      assert.deepEqual(
        added.map((change) => [change?.dueAt, change?.text]),
        [1, 2].map(() => [Date.parse(inTwoHours), 'Continue where you left off.']),
      );
    });
  });

  it('shows what waits with its time, and cancels it', async () => {
    const host = await open({ sessions: [waiting()] });
    await card(host).getByText(`Limit reached · continues at ${time}`).waitFor();
    await card(host).getByText(`Sent at ${time}, when the limit has reset`).waitFor();
    assert.equal(await button(host, /^Continue at/).count(), 0);
    assert.equal(await button(host, 'Edit prompt').count(), 0);
    await button(host, 'Cancel').click();
    await eventually(() => assert.deepEqual(changes(host), [{ kind: 'remove', id: 'later' }]));
  });

  it('names the day of a reset that is not today', async () => {
    const later = secondsAgo(-3 * 24 * hour);
    const host = await open({ sessions: [limited({ resetsAt: later })] });
    const day = new Date(later).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' });
    await button(host, new RegExp(`^Continue at ${day},? ${clockOf(later)}$`)).waitFor();
  });

  it('offers only to retry where nobody knows the time, or it has come', async () => {
    const unknown = limited({}, {}, { limit: { goesOn: false, asks: false } });
    for (const session of [unknown, limited({ resetsAt: secondsAgo(60) })]) {
      const host = await open({ sessions: [session] });
      await button(host, 'Retry').click();
      assert.equal(await button(host, /^Continue/).count(), 0);
      await eventually(() =>
        assert.ok(
          host.received.some(
            (message) => message.type === 'sessionCommand' && message.command === 'retrySession',
          ),
        ),
      );
    }
  });

  it('offers nothing where Claude Code continues by itself, or from a window without control', async () => {
    const byItself = limited({ goesOn: true });
    for (const options of [
      { sessions: [byItself] },
      { sessions: [limited()], control: { status: 'off' } as const },
    ]) {
      const host = await open(options as Parameters<typeof open>[0]);
      await card(host).waitFor();
      assert.equal(await button(host, /^(?:Continue|Retry)/).count(), 0);
    }
  });

  it('offers to retry a turn that failed, in the pane and among the tools of its card', async () => {
    const failed = aSession({
      sessionId: 'a',
      title: 'Session a',
      pid: 4,
      agentState: { group: 'needs_you', state: 'error', label: 'API error' },
      prompting: { way: 'terminal', prompts: [] },
    });
    for (const isOnCard of [false, true]) {
      const host = await open({ sessions: [failed] });
      assert.equal(await button(host, 'Retry').count(), 1);
      if (isOnCard) await host.page.keyboard.press('Escape');
      await host.page.getByRole('button', { name: 'Retry' }).click();
      await eventually(() =>
        assert.deepEqual(host.received.at(-1), {
          type: 'sessionCommand',
          command: 'retrySession',
          sessionId: 'a',
        }),
      );
    }
    const healthy = { ...failed, agentState: { ...failed.agentState, state: 'idle' } };
    const host = await open({ sessions: [healthy] });
    assert.equal(await button(host, 'Retry').count(), 0);
  });

  it('says that a dialog in its terminal is in the way', async () => {
    const inTheWay = limited({ asks: true }, { prompts: [queued], waitsFor: 'dialog' });
    const host = await open({ sessions: [inTheWay] });
    await card(host)
      .getByText(/asks in the terminal what to do about the limit/)
      .waitFor();
  });
});
