import assert from 'node:assert/strict';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { pageSuite, wholeSuite } from '../../support/page/pageSuite';
import { aPendingRequest, aSession, secondsAgo } from '../../support/sessionBuilder';

const open = wholeSuite();
const openLists = pageSuite();
const cwd = '/home/dev/api-server';

/** A session that asks for permission, by a call that is held. */
function asks(name: string, change: Partial<PendingRequest> = {}): LiveSession {
  return aSession({
    sessionId: name,
    title: `Session ${name}`,
    stateSince: secondsAgo(name.charCodeAt(0) * -1 + 200),
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: `request-${name}`,
      cwd,
      call: { id: `call-${name}`, fate: 'open', answerable: true },
      ...change,
    }),
  });
}

const card = (host: FakeHost, name: string) => host.whole(name);
const decided = (host: FakeHost) => host.received.filter(({ type }) => type === 'decide');
const decision = (name: string, decision: object) => ({
  type: 'decide',
  sessionId: name,
  call: `call-${name}`,
  decision,
});
/** Advances the clock by the time that a request must be visible before it can be answered. */
const pass = async (host: FakeHost, ms = 600): Promise<void> => {
  await host.page.evaluate(
    () => new Promise((resolve) => queueMicrotask(() => resolve(undefined))),
  );
  await host.page.clock.runFor(ms);
};
/**
 * Waits until the page's own intersection observers were called: this one is created later, so the
 * browser calls it after them.
 */
const drawn = async (host: FakeHost): Promise<void> => {
  await eventually(async () =>
    assert.ok((await host.page.locator('.answer-buttons').count()) > 0, 'no buttons'),
  );
  await host.page
    .locator('.answer-buttons')
    .first()
    .evaluate(
      (buttons) =>
        new Promise<void>((resolve) => {
          new IntersectionObserver((_, observer) => {
            observer.disconnect();
            resolve();
          }).observe(buttons);
        }),
    );
};

describe('A request on its card', () => {
  it('counts down until its client ends it, and says where only here it is answered', async () => {
    const deadline = { dueAt: secondsAgo(-116), outcome: 'blocked' };
    const toolInput = { command: 'rm -rf /boot' };
    const sessions = [asks('a', { toolInput, deadline }), asks('b', { onlyHere: true })];
    const host = await open({ sessions });
    await host.choose('b');
    await card(host, 'b').getByText('Only here: its terminal cannot ask').waitFor();
    await host.choose('a');
    await card(host, 'a').getByText('Deletes a folder of the system').waitFor();
    const timer = card(host, 'a').getByRole('timer');
    assert.equal(await timer.textContent(), 'Blocked in 1:56 unless you allow it');
    await host.page.clock.runFor(16_000);
    assert.equal(await timer.textContent(), 'Blocked in 1:40 unless you allow it');
    await host.page.clock.runFor(100_000);
    await eventually(async () => assert.equal(await timer.count(), 0));
  });

  it('shows the whole command, its folder and who asks, before it is answered', async () => {
    const command = `psql -c "${'select 1; '.repeat(60)}"`;
    const change = { toolInput: { command, description: 'Ask' }, agentType: 'Explore' };
    const host = await open({ sessions: [asks('a', change)] });
    const text = await card(host, 'a').innerText();
    assert.ok(text.includes(command) && text.includes('in ~/api-server'), text);
    assert.match(text, /Explore subagent asks/);
  });

  it('names the server of an MCP tool, where the client does', async () => {
    const tool = { toolName: 'mcp__linear__close', toolInput: { id: 7 }, mcpServer: 'linear' };
    const host = await open({ sessions: [asks('a', tool)] });
    assert.match(await card(host, 'a').innerText(), /Tool of the MCP server linear/);
  });

  it('is allowed and denied by pointer', async () => {
    const host = await open({ sessions: [asks('a'), asks('b')] });
    await drawn(host);
    await pass(host);
    await card(host, 'a').getByRole('button', { name: 'Allow', exact: true }).click();
    await drawn(host);
    await pass(host);
    await card(host, 'b').getByRole('button', { name: 'Deny', exact: true }).click();
    await eventually(() =>
      assert.deepEqual(decided(host), [
        decision('a', { kind: 'allow' }),
        decision('b', { kind: 'deny' }),
      ]),
    );
    await host.choose('a');
    await card(host, 'a').getByText('Answered. The session continues…').waitFor();
    assert.equal(await card(host, 'a').getByRole('button', { name: 'Allow' }).count(), 0);
  });

  it('is allowed from now on only by what the client offers, in plain words', async () => {
    const suggestions = [
      { type: 'unheardOf' },
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    ];
    const host = await open({ sessions: [asks('a', { suggestions }), asks('b')] });
    await drawn(host);
    await pass(host);
    await host.choose('b');
    await card(host, 'b').getByRole('button', { name: 'Allow', exact: true }).waitFor();
    assert.equal(
      await card(host, 'b')
        .getByRole('button', { name: /Always/ })
        .count(),
      0,
    );
    await host.choose('a');
    await drawn(host);
    await pass(host);
    await card(host, 'a').getByRole('button', { name: 'Allow Always…' }).click();
    const list = card(host, 'a').getByRole('list', { name: 'Allow, and from now on' });
    assert.deepEqual(await list.getByRole('button').allInnerTexts(), [
      'Accept all edits for this session',
    ]);
    await list.getByRole('button').click();
    await eventually(() =>
      assert.deepEqual(decided(host), [decision('a', { kind: 'allow', suggestions: [1] })]),
    );
  });

  it('is denied with a message, and keys in it are words', async () => {
    const host = await open({ sessions: [asks('a')] });
    await drawn(host);
    await pass(host);
    await card(host, 'a').getByRole('button', { name: 'Deny with Message…' }).press('Enter');
    const words = card(host, 'a').getByRole('textbox');
    await eventually(async () =>
      assert.equal(await words.evaluate((box) => box === document.activeElement), true),
    );
    await host.page.keyboard.type('add a test');
    assert.deepEqual(decided(host), []);
    await host.page.keyboard.press('Control+Enter');
    await eventually(() =>
      assert.deepEqual(decided(host), [
        decision('a', { kind: 'deny', message: 'add a test', interrupt: false }),
      ]),
    );
  });

  it('is answered one after the other with the keyboard alone, and none unseen', async () => {
    const host = await openLists({ sessions: [asks('a'), asks('b'), asks('c')] });
    await host.page.keyboard.press('Control+Enter'); // The focus is on no card.
    await host.choose('a');
    await host.page.keyboard.press('Control+Enter'); // The request has only just arrived.
    await pass(host, 400);
    await host.page.keyboard.press('Control+Enter');
    assert.deepEqual(decided(host), []);
    await pass(host, 200);
    await host.page.keyboard.press('Control+Enter');
    await eventually(() => assert.deepEqual(decided(host), [decision('a', { kind: 'allow' })]));
    // Pressed twice: the next one was not seen yet.
    await host.page.keyboard.press('Control+Enter');
    await pass(host);
    assert.equal(decided(host).length, 1);
    await host.page.keyboard.press('Control+Backspace');
    await eventually(() =>
      assert.deepEqual(decided(host).slice(1), [decision('b', { kind: 'deny' })]),
    );
    await pass(host);
    await host.page.keyboard.down('Shift');
    await host.page.keyboard.up('Shift');
    await host.page.keyboard.press('Control+Enter');
    await eventually(() =>
      assert.deepEqual(decided(host).slice(2), [decision('c', { kind: 'allow' })]),
    );
  });

  it('is not answered by a key that is held down', async () => {
    const host = await open({ sessions: [asks('a')] });
    await drawn(host);
    await host.page.keyboard.down('Control');
    await host.page.keyboard.down('Enter');
    await pass(host);
    await host.page.keyboard.down('Enter'); // Again without `up`: the key repeats.
    assert.deepEqual(decided(host), []);
    await host.page.keyboard.up('Enter');
    await host.page.keyboard.up('Control');
    await host.page.keyboard.press('Control+Enter');
    await eventually(() => assert.equal(decided(host).length, 1));
  });

  it('that takes another one’s place under the pointer is not answered before it can be seen', async () => {
    const host = await open({ sessions: [asks('a')] });
    await drawn(host);
    await pass(host);
    const next = asks('a', { call: { id: 'later', fate: 'open', answerable: true } });
    await host.update([next]);
    await card(host, 'a').getByRole('button', { name: 'Allow', exact: true }).click();
    await pass(host, 50);
    assert.deepEqual(decided(host), []);
  });

  it('that is not whole has no buttons before all of it is there', async () => {
    const host = await open({ sessions: [asks('a', { whole: false })] });
    await card(host, 'a').getByText('Loading the whole request…').waitFor();
    assert.equal(await card(host, 'a').getByRole('button', { name: 'Allow' }).count(), 0);
    await eventually(() =>
      assert.deepEqual(host.asked, [{ type: 'ask', name: 'request', request: { sessionId: 'a' } }]),
    );
    const toolInput = { command: 'the whole of it' };
    const answer = aPendingRequest({ requestId: 'request-a', toolInput });
    await host.reply({ type: 'answer', name: 'request', request: { sessionId: 'a' }, answer });
    await card(host, 'a').getByText('the whole of it').first().waitFor();
    await card(host, 'a').getByRole('button', { name: 'Allow', exact: true }).waitFor();
  });

  it('says why a decision was not taken, and can be answered again', async () => {
    const host = await open({ sessions: [asks('a')] });
    await drawn(host);
    await pass(host);
    await card(host, 'a').getByRole('button', { name: 'Allow', exact: true }).click();
    await host.choose('a');
    const problem = 'It was answered first in the window “api”.';
    await host.reply({ type: 'undecided', call: 'call-a', problem });
    assert.equal(await card(host, 'a').getByRole('alert').innerText(), problem);
    await card(host, 'a').getByRole('button', { name: 'Allow', exact: true }).waitFor();
  });

  for (const [fate, text] of [
    ['undelivered', 'The answer did not reach the session. Answer in its terminal.'],
    ['handedBack', 'Answer in its terminal.'],
    ['answered', 'Answered. The session continues…'],
  ] as const) {
    it(`that is ${fate} says so and cannot be answered here`, async () => {
      const call = { id: 'call-a', fate, answerable: false };
      const host = await open({ sessions: [asks('a', { call })] });
      await card(host, 'a').getByText(text).waitFor();
      assert.equal(await card(host, 'a').getByRole('button', { name: 'Allow' }).count(), 0);
    });
  }

  for (const fate of ['undelivered', 'handedBack'] as const) {
    it(`of a subagent that is ${fate} leads to the terminal and to the subagent’s transcript`, async () => {
      const call = { id: 'call-a', fate, answerable: false };
      const asked = { call, agentId: 'agent-1', agentType: 'Explore' };
      const host = await open({ sessions: [asks('a', asked), asks('b', { call })] });
      const press = (name: string, way: string) =>
        card(host, name).getByRole('group', { name: 'Continue where?' }).getByText(way).click();
      await press('a', 'Go to Terminal');
      await press('a', 'Open Transcript');
      await host.choose('b');
      await press('b', 'Open Transcript');
      await eventually(() =>
        assert.deepEqual(host.received.slice(-3), [
          { type: 'sessionCommand', command: 'goToTerminal', sessionId: 'a' },
          { type: 'openSubagentTranscript', sessionId: 'a', agentId: 'agent-1' },
          { type: 'openTranscript', sessionId: 'b' },
        ]),
      );
    });
  }

  it('of a session without a terminal that asks again leads nowhere', async () => {
    const call = { id: 'call-a', fate: 'handedBack', answerable: false } as const;
    const session = { ...asks('a', { call }), entrypoint: 'sdk-cli' };
    const prompting = { way: 'runner', state: 'ready', prompts: [] };
    const host = await open({ sessions: [{ ...session, prompting } as unknown as LiveSession] });
    await card(host, 'a').getByText('It will ask again in a moment…').waitFor();
    assert.equal(await card(host, 'a').getByText('Go to Terminal').count(), 0);
  });

  for (const [control, text] of [
    [{ status: 'untrusted', disabledProjects: [] }, /workspace isn’t trusted/],
    [{ status: 'off', disabledProjects: [] }, /turned off in the settings/],
    [{ status: 'on', disabledProjects: ['/home/dev'] }, /turned off for this project/],
    [{ status: 'stranger', disabledProjects: [] }, /This editor can’t answer yet/],
  ] as const) {
    it(`says so where it is not answered here: ${control.status}`, async () => {
      const host = await open({ sessions: [asks('a')], control });
      await card(host, 'a').getByText(text).waitFor();
      assert.equal(await card(host, 'a').getByRole('button', { name: 'Allow' }).count(), 0);
      await pass(host);
      await host.page.keyboard.press('Control+Enter');
      assert.deepEqual(decided(host), []);
      await host.setControl({ status: 'on', disabledProjects: [] });
      await card(host, 'a').getByRole('button', { name: 'Allow', exact: true }).waitFor();
    });
  }

  it('is told to be in sight, once', async () => {
    const host = await open({ sessions: [asks('a')] });
    await eventually(() => assert.deepEqual(host.shown, ['call-a']));
    await host.update([{ ...asks('a'), lastPrompt: 'Something else' }]);
    await pass(host);
    assert.deepEqual(host.shown, ['call-a']);
  });

  it('shows its diff and goes to its terminal', async () => {
    const toolInput = { file_path: '/home/dev/a.txt', old_string: 'a', new_string: 'b' };
    const host = await open({ sessions: [asks('a', { toolName: 'Edit', toolInput })] });
    await card(host, 'a').getByRole('button', { name: 'Show Diff' }).click();
    await card(host, 'a').locator('[data-action="title"]').focus();
    await host.page.keyboard.press('v');
    await card(host, 'a').getByRole('button', { name: 'Go to Terminal' }).click();
    await eventually(() =>
      assert.deepEqual(host.received.slice(-3), [
        { type: 'showRequestDiff', sessionId: 'a' },
        { type: 'showRequestDiff', sessionId: 'a' },
        { type: 'sessionCommand', command: 'goToTerminal', sessionId: 'a' },
      ]),
    );
  });

  it('is given back to its terminal from the menu, and kept by Undo', async () => {
    const host = await open({ sessions: [asks('a')] });
    await host.page.keyboard.press('Shift+F10');
    await host.page.getByRole('menuitem', { name: 'Answer in Its Terminal' }).click();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), { type: 'handBack', sessionId: 'a', call: 'call-a' }),
    );
    const call = { id: 'call-a', fate: 'open', answerable: true, handsBackAt: 1 } as const;
    await host.update([asks('a', { call })]);
    await card(host, 'a')
      .getByText('Goes back to its terminal in a few seconds: process 4711, folder ~/api-server')
      .waitFor();
    await card(host, 'a').getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await card(host, 'a').getByRole('button', { name: 'Undo' }).click();
    const undo = { type: 'handBack', sessionId: 'a', call: 'call-a', undo: true };
    await eventually(() => assert.deepEqual(host.received.at(-1), undo));
  });

  it('of a subagent, whose terminal shows no dialog, is given back by a button', async () => {
    const host = await open({ sessions: [asks('a', { agentId: 'agent-1' }), asks('b')] });
    await host.choose('b');
    await drawn(host);
    assert.equal(
      await card(host, 'b')
        .getByRole('button', { name: /Answer in Its/ })
        .count(),
      0,
    );
    await host.choose('a');
    await card(host, 'a').getByRole('button', { name: 'Answer in Its Terminal' }).click();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), { type: 'handBack', sessionId: 'a', call: 'call-a' }),
    );
  });

  it('that is a plan opens in the editor by its button', async () => {
    const change = { toolName: 'ExitPlanMode', toolInput: { plan: '# A plan' } };
    const host = await open({ sessions: [asks('a', change)] });
    await card(host, 'a').getByRole('button', { name: 'Review in Editor' }).click();
    const opened = () => host.received.filter(({ type }) => type === 'reviewPlan');
    const intent = { type: 'reviewPlan', sessionId: 'a' };
    await eventually(() => assert.deepEqual(opened(), [intent]));
    assert.deepEqual(decided(host), []);
  });

  it('is text, whatever is in it', async () => {
    const command = '<img src=x onerror="document.title=1"> **bold** \u202Egnp.exe';
    const host = await open({ sessions: [asks('a', { toolInput: { command } })] });
    await drawn(host);
    assert.equal(await card(host, 'a').locator('img, strong, a').count(), 0);
    assert.ok(!(await card(host, 'a').innerText()).includes('\u202E'));
  });

  it('is looked at before it is answered where cards are rows', async () => {
    const host = await openLists({ sessions: [asks('a')], kept: { layout: 'list' } });
    assert.equal(await host.page.locator('.answer').count(), 0);
    await host.page.getByRole('button', { name: 'Session a' }).focus();
    await pass(host);
    await host.page.keyboard.press('Control+Enter');
    await drawn(host);
    assert.deepEqual(decided(host), []);
    await pass(host);
    await host.page.keyboard.press('Control+Enter');
    await eventually(() => assert.deepEqual(decided(host), [decision('a', { kind: 'allow' })]));
  });
});
