import assert from 'node:assert/strict';
import type { SessionCommand } from '../../../src/shared/actions/sessionActions';
import type { PromptCard, Prompting } from '../../../src/shared/protocol/prompts';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { wholeSuite } from '../../support/page/pageSuite';
import { aSession, secondsAgo, type SessionOverrides } from '../../support/sessionBuilder';
import { chooseInMenu } from '../../support/page/chooseInMenu';

const open = wholeSuite();

const idle = { group: 'needs_you', state: 'idle', label: 'Waiting for your next prompt' } as const;

function rests(prompting: Partial<Prompting> = {}, more: SessionOverrides = {}): LiveSession {
  return aSession({
    sessionId: 'a',
    title: 'Session a',
    agentState: idle,
    prompting: { way: 'terminal', prompts: [], ...prompting },
    ...more,
  });
}
function prompt(id: string, change: Partial<PromptCard> = {}): PromptCard {
  return { id, text: `Do ${id}`, whole: true, state: 'queued', at: secondsAgo(60), ...change };
}

const card = (host: FakeHost) => host.whole('a');
const box = (host: FakeHost) => card(host).getByRole('textbox', { name: 'Next prompt' });
const items = (host: FakeHost) =>
  card(host).getByRole('list', { name: 'Queued prompts' }).getByRole('listitem');
const changes = (host: FakeHost) =>
  host.received.flatMap((message) => (message.type === 'changePrompts' ? [message.change] : []));
const commands = (host: FakeHost) =>
  host.received.flatMap((message) => (message.type === 'sessionCommand' ? [message.command] : []));
const title = (host: FakeHost) => card(host).getByRole('heading', { name: 'Session a' });
const focus = (host: FakeHost) => title(host).focus();

describe('The next prompt on a card', () => {
  it('is written and sent with the keyboard alone', async () => {
    const host = await open({ sessions: [rests()] });
    await focus(host);
    await host.page.keyboard.press('Control+Enter');
    await eventually(async () =>
      assert.ok(await box(host).evaluate((element) => element === document.activeElement)),
    );
    await host.page.keyboard.type('Add x and d');
    await host.page.keyboard.press('Shift+Enter');
    await host.page.keyboard.type('then test');
    await host.page.keyboard.press('Enter');
    await eventually(() => {
      const [change, second] = changes(host);
      assert.equal(second, undefined);
      assert.ok(change?.kind === 'add');
      assert.equal(change.text, 'Add x and d\nthen test');
    });
    assert.equal(await box(host).inputValue(), '');
    await host.page.keyboard.press('Escape');
    assert.ok(await title(host).evaluate((element) => element === document.activeElement));
  });

  it('says which way it will take', async () => {
    for (const [session, words, button] of [
      [rests(), /Sent now\./, 'Send'],
      [rests({ way: 'hook' }), /Sent now\./, 'Send'],
      // A server runs it.
      [rests({ way: 'hook' }, { agent: 'codex', pid: undefined }), /Sent now\./, 'Send'],
      [rests({ way: undefined }), /Queued: this session can’t be reached from here yet/, 'Queue'],
      [
        aSession({
          sessionId: 'a',
          title: 'Session a',
          prompting: { way: 'terminal', prompts: [] },
        }),
        /after this turn/,
        'Queue',
      ],
      [
        rests(
          {},
          {
            pid: undefined,
            prompting: undefined,
            agentState: { group: 'delivered', state: 'session_ended', label: 'Session closed' },
          },
        ),
        /Resumes the session in a terminal/,
        'Resume and Send',
      ],
    ] as const) {
      const host = await open({ sessions: [session] });
      await focus(host);
      await host.page.keyboard.press('Control+Enter');
      await card(host).getByText(words).waitFor();
      await card(host).getByRole('button', { name: button, exact: true }).waitFor();
    }
  });

  it('is kept while it is written, whatever becomes of the card', async () => {
    const host = await open({ sessions: [rests()] });
    await focus(host);
    await host.page.keyboard.press('Control+Enter');
    await box(host).fill('Half a');
    await host.update([
      rests({}, { agentState: { group: 'autonomous', state: 'thinking', label: 'Thinking' } }),
    ]);
    await eventually(async () => assert.equal(await box(host).inputValue(), 'Half a'));
  });

  it('comes back with the reason where it is not taken', async () => {
    const host = await open({ sessions: [rests()] });
    await focus(host);
    await host.page.keyboard.press('Control+Enter');
    await box(host).fill('Again');
    await host.page.keyboard.press('Enter');
    await eventually(() => assert.equal(changes(host).length, 1));
    const [change] = changes(host);
    const id = change?.kind === 'add' ? change.id : '';
    await host.reply({ type: 'promptProblem', sessionId: 'a', id, problem: 'The disk is full.' });
    await card(host).getByRole('alert').getByText('The disk is full.').waitFor();
    assert.equal(await box(host).inputValue(), 'Again');
  });

  it('is not offered where control is off, untrusted, or off for the project', async () => {
    const states = [
      { status: 'off', disabledProjects: [] },
      { status: 'untrusted', disabledProjects: [] },
      { status: 'on', disabledProjects: ['/home/dev/api-server'] },
    ] as const;
    for (const control of states) {
      const host = await open({
        sessions: [rests({ prompts: [prompt('p')], waitsFor: 'control' })],
        control,
      });
      await focus(host);
      for (const key of ['i', 'b', 'q', 'y', 'e']) await host.page.keyboard.press(key);
      assert.equal(await box(host).count(), 0);
      assert.equal(await items(host).count(), 0);
      assert.deepEqual(commands(host), []);
    }
  });
});

describe('Prompts in line on a card', () => {
  it('that were changed on the disk are sent only as somebody has looked at them', async () => {
    const long = prompt('b', { text: `Do b ${'well '.repeat(100)}`, isForeign: true });
    const prompts = [prompt('a', { isForeign: true }), long, prompt('c')];
    const host = await open({ sessions: [rests({ prompts, waitsFor: 'confirm' })] });
    await items(host)
      .first()
      .getByText(/not as you wrote it/)
      .waitFor();
    await card(host)
      .getByText(/review it before it is sent/)
      .waitFor();
    assert.equal(await card(host).getByRole('button', { name: 'Send Now' }).count(), 0);
    // A prompt that is shown only in part is opened first.
    assert.equal(await card(host).getByRole('button', { name: 'Send as It Is' }).count(), 1);
    await items(host).first().getByRole('button', { name: 'Send as It Is' }).click();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), {
        type: 'changePrompts',
        sessionId: 'a',
        change: { kind: 'edit', id: 'a', text: 'Do a' },
      }),
    );
  });

  it('are shown with what became of them', async () => {
    const host = await open({
      sessions: [
        rests({
          waitsFor: 'turn',
          prompts: [
            prompt('r', { state: 'read', way: 'terminal' }),
            prompt('h', { state: 'handedOver', way: 'hook' }),
            prompt('q'),
          ],
        }),
      ],
    });
    const texts = await items(host).allInnerTexts();
    assert.match(texts[0] ?? '', /Do r\s+Delivered \d?9:59\b.* \(via terminal\)/);
    assert.match(texts[1] ?? '', /Do h\s+Sent \(via hook\)/);
    assert.match(texts[2] ?? '', /Do q\s+Queued/);
    await card(host).getByText('The next one is sent after this turn.').waitFor();
  });

  it('are moved, edited and removed', async () => {
    const host = await open({
      sessions: [rests({ waitsFor: 'turn', prompts: [prompt('p'), prompt('q'), prompt('r')] })],
    });
    await items(host).nth(1).getByRole('button', { name: 'Move Up' }).click();
    await items(host).nth(1).getByRole('button', { name: 'Move Down' }).click();
    await items(host).nth(2).getByRole('button', { name: 'Remove Prompt' }).click();
    await items(host).nth(0).getByRole('button', { name: 'Edit Prompt' }).click();
    const edit = card(host).getByRole('textbox', { name: 'Prompt', exact: true });
    await edit.fill('Do it better');
    await host.page.keyboard.press('Enter');
    await eventually(() =>
      assert.deepEqual(changes(host), [
        { kind: 'move', id: 'q', by: -1 },
        { kind: 'move', id: 'q', by: 1 },
        { kind: 'remove', id: 'r' },
        { kind: 'edit', id: 'p', text: 'Do it better' },
      ]),
    );
    assert.equal(await items(host).nth(0).getByRole('button', { name: 'Move Up' }).count(), 0);
    assert.equal(await items(host).nth(2).getByRole('button', { name: 'Move Down' }).count(), 0);
  });

  it('are edited in full where the card shows a beginning', async () => {
    const host = await open({
      sessions: [rests({ waitsFor: 'turn', prompts: [prompt('p', { whole: false })] })],
      answers: { prompts: { a: [{ id: 'p', text: 'Do p, and all the rest' }] } },
    });
    await items(host).getByRole('button', { name: 'Edit Prompt' }).click();
    const edit = card(host).getByRole('textbox', { name: 'Prompt', exact: true });
    await eventually(async () => assert.equal(await edit.inputValue(), 'Do p, and all the rest'));
    await host.page.keyboard.press('Escape');
    await edit.waitFor({ state: 'detached' });
    assert.deepEqual(changes(host), []);
  });

  it('are sent into the running turn of a session that takes them there', async () => {
    const works = { group: 'autonomous', state: 'thinking', label: 'Thinking' } as const;
    const prompts = [
      prompt('q'),
      prompt('f', { when: { kind: 'finished' } }),
      prompt('x', { isForeign: true }),
    ];
    const named = { name: 'Send into This Turn' } as const;
    for (const [steers, agentState, offered] of [
      [true, idle, 0],
      [undefined, works, 0],
      [true, works, 1],
    ] as const) {
      const session = rests({ way: 'hook', waitsFor: 'turn', steers, prompts }, { agentState });
      const host = await open({ sessions: [session] });
      await items(host).nth(0).getByRole('button', { name: 'Edit Prompt' }).waitFor();
      assert.equal(await items(host).getByRole('button', named).count(), offered);
      if (offered === 0) continue;
      await items(host).nth(0).getByRole('button', named).click();
      await eventually(() => assert.deepEqual(changes(host), [{ kind: 'steer', id: 'q' }]));
    }
  });

  it('that are uncertain are sent again or removed by a person alone', async () => {
    const uncertain = prompt('p', { state: 'uncertain', way: 'terminal' });
    const host = await open({
      sessions: [rests({ waitsFor: 'person', prompts: [uncertain, prompt('q')] })],
    });
    await items(host)
      .nth(0)
      .getByText(/delivery unconfirmed/)
      .waitFor();
    assert.equal(await card(host).getByRole('button', { name: 'Send Now' }).count(), 0);
    await items(host).nth(0).getByRole('button', { name: 'Send Again' }).click();
    await items(host).nth(0).getByRole('button', { name: 'Remove Prompt' }).click();
    await eventually(() =>
      assert.deepEqual(changes(host), [
        { kind: 'again', id: 'p' },
        { kind: 'remove', id: 'p' },
      ]),
    );
  });

  it('go on when a person says so, after a turn that broke off and for a session that ended', async () => {
    for (const [waitsFor, name] of [
      ['person', 'Send Now'],
      ['session', 'Resume and Send'],
    ] as const) {
      const host = await open({ sessions: [rests({ waitsFor, prompts: [prompt('p')] })] });
      await card(host).getByRole('button', { name, exact: true }).click();
      await eventually(() => assert.deepEqual(changes(host), [{ kind: 'go' }]));
    }
  });
});

describe('What is done to a session from its card', () => {
  const choose = async (session: LiveSession, name: string): Promise<FakeHost> => {
    const host = await open({ sessions: [session] });
    await focus(host);
    await host.page.keyboard.press('Shift+F10');
    await chooseInMenu(host.page, name);
    return host;
  };
  const posts = (host: FakeHost, command: SessionCommand) =>
    eventually(() => assert.deepEqual(commands(host), [command]));

  it('is to retry, interrupt and end', async () => {
    const failed = { group: 'needs_you', state: 'error', label: 'Rate limited' } as const;
    const works = { group: 'autonomous', state: 'thinking', label: 'Thinking' } as const;
    await posts(await choose(rests({}, { agentState: failed }), 'Retry'), 'retrySession');
    await posts(await choose(rests({}, { agentState: works }), 'Interrupt'), 'interruptSession');
    await posts(await choose(rests(), 'End Session…'), 'endSession');
  });

  it('is not to interrupt where the terminal is not here, nor to retry what did not fail', async () => {
    const works = { group: 'autonomous', state: 'thinking', label: 'Thinking' } as const;
    const host = await open({ sessions: [rests({ way: 'hook' }, { agentState: works })] });
    await focus(host);
    await host.page.keyboard.press('Shift+F10');
    const names = await host.page.getByRole('menuitem').allInnerTexts();
    assert.ok(!names.some((name) => /Interrupt|Retry/.test(name)), names.join());
    assert.deepEqual(commands(host), []);
  });
});
