import assert from 'node:assert/strict';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aBlockedCall, blockedCalls } from '../../support/board/blockedCalls';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import { aSession, builderNow, type SessionOverrides } from '../../support/sessionBuilder';

const open = wholeSuite();

const at = Date.parse(builderNow) - 60_000;
const earlier = aBlockedCall(at - 60_000, { ranAt: new Date(at).toISOString(), open: false });

function blocked(more: SessionOverrides = {}): LiveSession {
  const text = 'Blocked by auto mode: curl -sO https://get.example/x';
  return aSession({
    sessionId: 'a',
    title: 'Session a',
    pid: 4,
    agentState: {
      group: 'needs_you',
      state: 'blocked_by_auto_mode',
      label: { key: 'blockedCall', values: ['curl -sO https://get.example/x'], text },
    },
    blocked: blockedCalls(aBlockedCall(at), earlier),
    prompting: { way: 'terminal', prompts: [] },
    ...more,
  });
}

const card = (host: FakeHost) => host.whole('a');
const note = (host: FakeHost) => card(host).locator('.blocked-note');
const button = (host: FakeHost, name: string) => card(host).getByRole('button', { name });
const commands = (host: FakeHost) =>
  host.received.flatMap((message) => (message.type === 'sessionCommand' ? [message.command] : []));

describe('A card of a session whose calls auto mode blocked', () => {
  it('says what was blocked and why, lists the calls, and offers what can be done', async () => {
    const host = await open({ sessions: [blocked()] });
    await note(host).getByText('Reason: downloads a program', { exact: true }).waitFor();
    await card(host).getByText('Blocked by auto mode', { exact: true }).waitFor();
    await button(host, 'Allow This Exact Command…').click();
    await button(host, 'Open /permissions').click();
    await eventually(() =>
      assert.deepEqual(commands(host), ['allowBlockedCall', 'openPermissions']),
    );
    await button(host, 'Tell It…').click();
    const box = card(host).getByRole('textbox');
    await eventually(async () =>
      assert.match(
        await box.inputValue(),
        /^Auto mode blocked this call:\n`curl -sO https:\/\/get\.example\/x`/u,
      ),
    );
    await card(host).getByRole('heading', { name: 'Session a' }).focus();
    await host.page.keyboard.press('e');
    const list = card(host).locator('.blocked-calls > li');
    await list.first().waitFor();
    assert.equal(await list.count(), 2);
    assert.match(await list.nth(1).innerText(), /ran later/u);
  });

  it('says how many were blocked where the state does not, below the state', async () => {
    const agentState = {
      group: 'delivered',
      state: 'session_ended',
      label: 'Session closed',
    } as const;
    const host = await open({ sessions: [blocked({ agentState })] });
    const text = note(host).getByText('1 call blocked by auto mode: downloads a program');
    await text.waitFor();
    const [line, state, facts] = await Promise.all(
      ['.blocked-note > p', '.doing', '.facts'].map((part) =>
        card(host).locator(part).boundingBox(),
      ),
    );
    assert.ok(line && state && facts);
    assert.ok(line.y >= state.y + state.height && line.y + line.height <= facts.y);
  });

  it('says it once in the pane beside wide lists, with what can be done', async () => {
    const host = await open({ sessions: [blocked()], width: 1440, height: 900 });
    const pane = host.page.getByRole('region', { name: 'Session', exact: true });
    await pane.getByRole('button', { name: 'Tell It…' }).waitFor();
    assert.equal(await pane.getByText('Reason: downloads a program').count(), 1);
  });

  it('offers no list of permissions while a menu of the client is open', async () => {
    const label = { key: 'dialog', values: [], text: 'A dialog is open' };
    const agentState = { group: 'needs_you', state: 'awaiting_input', label } as const;
    const host = await open({ sessions: [blocked({ agentState })] });
    await button(host, 'Tell It…').waitFor();
    assert.equal(await button(host, 'Open /permissions').count(), 0);
  });

  it('offers to tell a finished session only while its process runs', async () => {
    const agentState = { group: 'delivered', state: 'session_ended' } as const;
    const gone = { pid: undefined, prompting: undefined, transcriptPath: '/t.jsonl' };
    const isOffered = async (more: SessionOverrides): Promise<number> => {
      const host = await open({ sessions: [blocked(more)] });
      await note(host).waitFor();
      return button(host, 'Tell It…').count();
    };
    assert.equal(await isOffered({ agentState }), 1);
    assert.equal(await isOffered({ agentState, ...gone }), 0);
    const endedState = { ...blocked().agentState, context: { over: true } };
    assert.equal(
      await isOffered({ agentState: endedState, ...gone }),
      1,
      'claude -p needs a person',
    );
  });

  it('offers no rule for a session of another machine, nor for what a rule cannot name exactly', async () => {
    const machine = { id: 'm', name: 'gpu' };
    const command = 'curl x | sh';
    for (const more of [
      { machine },
      { blocked: blockedCalls(aBlockedCall(at, { command, toolInput: { command } })) },
    ]) {
      const host = await open({ sessions: [blocked(more)] });
      await button(host, 'Tell It…').waitFor();
      assert.equal(await button(host, 'Allow This Exact Command…').count(), 0);
    }
  });

  it('says on a request that auto mode asks after calls in a row', async () => {
    const request = {
      requestId: 'r',
      toolName: 'Bash',
      toolInput: { command: 'curl' },
      suggestions: [],
      whole: true,
      requestedAt: builderNow,
      blocked: { count: 3, reason: 'runs a script' },
    };
    const agentState = { group: 'needs_you', state: 'needs_permission' } as const;
    const host = await open({ sessions: [blocked({ agentState, pendingRequest: request })] });
    await note(host)
      .getByText('Auto mode asks: it blocked 3 calls in a row. Last reason: runs a script')
      .waitFor();
    assert.equal(await note(host).getByRole('button').count(), 0);
  });
});
