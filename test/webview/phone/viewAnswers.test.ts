import assert from 'node:assert/strict';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { controlOn } from '../../support/fakes/fakeControl';
import { eventually } from '../../support/page/eventually';
import type { FakeHost } from '../../support/page/fakeHost';
import { aDevice, phoneSuite, type PhoneViewOptions } from '../../support/page/phone/phoneView';
import { aPendingRequest, aSession, type SessionOverrides } from '../../support/sessionBuilder';

const open = phoneSuite();
const cwd = '/home/dev/api-server';

function asks(change: Partial<PendingRequest> = {}, rest: SessionOverrides = {}): LiveSession {
  return aSession({
    sessionId: 'a',
    title: 'Session a',
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission' },
    pendingRequest: aPendingRequest({
      requestId: 'request-a',
      cwd,
      call: { id: 'call-a', fate: 'open', answerable: true },
      ...change,
    }),
    ...rest,
  });
}

const decided = (host: FakeHost) =>
  host.received.flatMap((message) => (message.type === 'decide' ? [message.decision] : []));
const button = (host: FakeHost, name: string) =>
  host.page.getByRole('button', { name, exact: true });

/** Opens the session's screen and waits for the time that a request must have been visible. */
async function openCard(session: LiveSession, options: PhoneViewOptions = {}): Promise<FakeHost> {
  const host = await open({ sessions: [session], ...options });
  await host.page.evaluate((id) => {
    location.hash = `#session=${id}`;
  }, session.sessionId);
  await host.page.getByRole('main', { name: 'Session' }).waitFor();
  await waitUntilVisible(host);
  return host;
}

async function waitUntilVisible(host: FakeHost): Promise<void> {
  await host.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new IntersectionObserver((_, observer) => {
          observer.disconnect();
          resolve();
        }).observe(document.body);
      }),
  );
  await host.page.clock.runFor(700);
}

describe('A session at rest on a phone', () => {
  it('has all of its last message once, beneath its state', async () => {
    const message = `All of it is built.\n\n${'It is tested. '.repeat(40).trim()}\n\nShall I go on?`;
    const label = 'Waiting for your next prompt';
    const agentState = { group: 'needs_you', state: 'idle', label, context: { message } } as const;
    const host = await openCard(aSession({ sessionId: 'a', agentState }));
    const text = await host.page.getByRole('main').innerText();
    assert.equal(text.split('All of it is built.').length, 2, text);
    assert.equal(await host.page.locator('.whole-said').innerText(), message);
  });
});

describe('The transcript of a session that asks, on a phone', () => {
  it('says beneath it what is asked, and leads to the answer', async () => {
    const host = await openCard(asks());
    await host.page.evaluate(() => {
      location.hash = '#transcript=a';
    });
    await host.page.locator('[data-action="answer"]').tap();
    await button(host, 'Allow').waitFor();
    await host.page.evaluate(() => {
      location.hash = '#transcript=a';
    });
    const bar = host.page.getByRole('button', { name: 'Needs permission' });
    await bar.waitFor();
    await host.update([aSession({ sessionId: 'a', title: 'Session a' })]);
    await bar.waitFor({ state: 'detached' });
  });
});

describe('A request on a phone', () => {
  it('shows the command, its folder, its machine and who asks, and is allowed', async () => {
    const command = 'npm run migrate -- --env staging';
    const host = await openCard(asks({ toolInput: { command }, agentType: 'Explore' }));
    const text = await host.page.getByRole('main').innerText();
    for (const part of [command, 'in ~/api-server', 'On studio', 'Explore subagent asks'])
      assert.ok(text.includes(part), text);
    await button(host, 'Allow').tap();
    await eventually(() => assert.deepEqual(decided(host), [{ kind: 'allow' }]));
    await host.page.getByText('Answered. The session continues…').waitFor();
  });

  it('stands beneath all that the agent said before it', async () => {
    const saidText = `Two builds are old.\n\n${'They go. '.repeat(30).trim()}\n\nThen I publish.`;
    const host = await openCard(asks({ said: saidText }), { width: 320 });
    const message = host.page.locator('.whole-said');
    assert.equal(await message.innerText(), saidText);
    const above = await message.boundingBox();
    const request = await host.page.locator('.request-parts').boundingBox();
    assert.ok(above && request && above.y + above.height <= request.y);
  });

  it('is shown without answers where only its terminal takes one', async () => {
    const plan = { toolName: 'ExitPlanMode', toolInput: { plan: '# Plan\n1. Do a' } };
    const host = await openCard(asks({ ...plan, call: undefined }));
    await host.page.getByText('This one can be answered only in its terminal.').waitFor();
    assert.equal(await host.page.locator('.part-plan').innerText(), 'Plan\n\n1.\nDo a');
    assert.equal(await button(host, 'Approve').count(), 0);
  });

  it('keeps the dashes of an option with its name', async () => {
    const options = Array.from({ length: 40 }, (_, at) => `--${'abcdefgh'.slice(0, (at % 8) + 1)}`);
    const host = await openCard(asks({ toolInput: { command: options.join(' ') } }));
    const split = await host.page.locator('pre.part-code').evaluate((code) => {
      const topOf = (node: Text, at: number): number => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().top;
      };
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      const tops: [string, number][] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node instanceof Text)
          for (let at = 0; at < node.length; at++)
            tops.push([node.data.charAt(at), topOf(node, at)]);
      return tops.filter(([letter, top], at) => letter === '-' && tops[at + 1]?.[1] !== top).length;
    });
    assert.equal(split, 0);
  });

  it('is allowed only once all of it was in sight, however often Allow is tapped before', async () => {
    const lines = Array.from({ length: 14 }, (_, line) => `echo step ${line} of a long way`);
    const toolInput = { command: lines.join('\n') };
    const host = await openCard(asks({ toolInput }), { width: 320 });
    const allow = button(host, 'Allow');
    assert.equal(await allow.getAttribute('aria-disabled'), 'true');
    const hint = host.page.getByText('Read to the end first. “Allow” takes you there.');
    await hint.waitFor();
    await allow.tap({ force: true });
    await waitUntilVisible(host);
    assert.deepEqual(decided(host), []);
    let furthest = 0;
    await eventually(async () => {
      const box = host.page.locator('.whole-scroll');
      furthest = Math.max(furthest, await box.evaluate(({ scrollTop }) => scrollTop));
      if (decided(host).length === 0) await allow.tap({ force: true });
      await waitUntilVisible(host);
      assert.equal(decided(host).length, 1);
    });
    assert.deepEqual(decided(host), [{ kind: 'allow' }]);
    assert.ok(furthest > 0, 'the rest of the request was never shown');
  });

  it('is denied, and denied with a message', async () => {
    const host = await openCard(asks());
    await button(host, 'Deny with Message…').tap();
    const words = host.page.getByRole('textbox', { name: 'What the agent should do instead' });
    await words.fill('Use the staging copy.');
    assert.equal(await button(host, 'Allow').count(), 0);
    await button(host, 'Deny').tap();
    const message = { kind: 'deny', message: 'Use the staging copy.', interrupt: false };
    await eventually(() => assert.deepEqual(decided(host), [message]));
  });

  it('has its two answers far apart, within reach of a thumb', async () => {
    for (const width of [320, 390, 768]) {
      const host = await openCard(asks(), { width });
      const deny = await button(host, 'Deny').boundingBox();
      const allow = await button(host, 'Allow').boundingBox();
      assert.ok(deny && allow);
      assert.ok(allow.x - (deny.x + deny.width) >= 24, `${width}: too close`);
      assert.ok(allow.height >= 48 && deny.height >= 48, `${width}: too small`);
      assert.ok(allow.y > (host.page.viewportSize()?.height ?? 0) * 0.7, `${width}: too high`);
    }
  });

  it('shows an edit as the lines that go and come', async () => {
    const toolInput = {
      file_path: `${cwd}/src/round.ts`,
      old_string: 'const a = 1;\nreturn Math.round(a);',
      new_string: 'const a = 1;\nreturn halfEven(a);',
    };
    const host = await openCard(asks({ toolName: 'Edit', toolInput }));
    const signs = await host.page
      .locator('.edit-line')
      .evaluateAll((all) => all.map((one) => (one.textContent ?? '').trim()));
    assert.deepEqual(signs, ['const a = 1;', '−return Math.round(a);', '+return halfEven(a);']);
    assert.equal(await host.page.getByText('Removed', { exact: true }).count(), 0);
    await button(host, 'Allow').tap();
    await eventually(() => assert.deepEqual(decided(host), [{ kind: 'allow' }]));
  });

  it('shows an edit within its file, with the numbers of its lines', async () => {
    const surroundings = { line: 98, before: 'x\n', after: ';\nz' };
    const call = { id: 'call-one', fate: 'open', answerable: true, surroundings } as const;
    const toolInput = { file_path: `${cwd}/a.ts`, old_string: 'two', new_string: 'three' };
    const host = await openCard(asks({ toolName: 'Edit', toolInput, call }));
    const lines = await host.page
      .locator('.edit-line')
      .evaluateAll((all) => all.map((line) => line.textContent));
    assert.deepEqual(lines, ['98 x', '99−two;', '99+three;', '100 z']);
  });

  it('shows the unchanged lines between two changes as well, as they are part of what is allowed', async () => {
    const between = Array.from({ length: 12 }, (_, line) => `line ${line}`);
    const [before, after] = ['old', 'new'].map((word) => [word, ...between, word].join('\n'));
    const toolInput = { file_path: `${cwd}/a.txt`, old_string: before, new_string: after };
    const host = await openCard(asks({ toolName: 'Edit', toolInput }));
    assert.equal(await host.page.locator('.edit-line').count(), between.length + 4);
  });

  it('hides nothing of an edit that differs in its last line break alone', async () => {
    const toolInput = { file_path: `${cwd}/a.txt`, old_string: 'one\n', new_string: 'one' };
    const host = await openCard(asks({ toolName: 'Edit', toolInput }));
    const lines = host.page.locator('.edit-line[data-sign="-"]');
    assert.equal(await lines.count(), 2);
  });

  it('is only shown where this phone may watch, and where it is answered elsewhere', async () => {
    const watching = { device: { ...aDevice, scope: 'watch' as const } };
    const off = { ...controlOn, status: 'off' as const };
    for (const options of [{ phone: watching }, { control: off }]) {
      const host = await openCard(asks(), options);
      await host.page.locator('.part-code').getByText('npm test').waitFor();
      assert.equal(await button(host, 'Allow').count(), 0);
      assert.equal(await button(host, 'Deny').count(), 0);
    }
  });
});

describe('A question on a phone', () => {
  it('is a form that is answered by taps', async () => {
    const questions = [
      {
        question: 'Which colour?',
        header: 'Colour',
        multiSelect: false,
        options: [
          { label: 'Red', description: 'A red one' },
          { label: 'Blue', description: 'A blue one' },
        ],
      },
    ];
    const host = await openCard(asks({ toolName: 'AskUserQuestion', toolInput: { questions } }));
    await host.page.getByText('A blue one').tap();
    await button(host, 'Send Answer').tap();
    await eventually(() =>
      assert.deepEqual(decided(host), [{ kind: 'answer', answers: [['Blue']] }]),
    );
  });
});

describe('A plan on a phone', () => {
  const plan = '# Plan\n\n1. Add the flag.\n2. Remove the old code.';
  const planned = () => asks({ toolName: 'ExitPlanMode', toolInput: { plan } });

  it('is sent back with a comment on one of its lines', async () => {
    const host = await openCard(planned());
    await button(host, 'Comment on Line 4').tap();
    await host.page
      .getByRole('textbox', { name: 'Comment on line 4' })
      .fill('Keep it for a release.');
    await host.page.getByText('Your comment goes with').waitFor();
    await host.page.getByRole('textbox', { name: 'Comment on line 4' }).blur();
    assert.equal(await host.page.getByRole('textbox', { name: 'Unsent text' }).count(), 0);
    await button(host, 'Request Changes…').tap();
    await button(host, 'Request Changes').tap();
    const message =
      'My comments on the plan, by its lines:\n\nLine 4:\n> 2. Remove the old code.\n\nKeep it for a release.';
    await eventually(() =>
      assert.deepEqual(decided(host), [{ kind: 'deny', message, interrupt: false }]),
    );
  });

  it('keeps a comment while its screen is left', async () => {
    const host = await openCard(planned());
    await button(host, 'Comment on Line 3').tap();
    await host.page.getByRole('textbox', { name: 'Comment on line 3' }).fill('Why a flag?');
    await button(host, 'Back to the Board').tap();
    await host.page.getByRole('button', { name: 'Session a', exact: true }).tap();
    const field = host.page.getByRole('textbox', { name: 'Comment on line 3' });
    assert.equal(await field.inputValue(), 'Why a flag?');
  });

  it('is approved once it was read', async () => {
    const host = await openCard(planned());
    await button(host, 'Approve').tap();
    await eventually(() =>
      assert.deepEqual(decided(host), [{ kind: 'approve', acceptEdits: false }]),
    );
  });
});

describe('A session on a phone', () => {
  const runs: SessionOverrides = { prompting: { way: 'terminal', prompts: [] } };
  const sent = (host: FakeHost) =>
    host.received.flatMap((message) => (message.type === 'changePrompts' ? [message.change] : []));

  it('takes a prompt by its button, and a line break by Enter', async () => {
    const host = await openCard(aSession({ sessionId: 'a', title: 'Session a', ...runs }));
    const box = host.page.getByRole('textbox', { name: 'Next prompt' });
    await box.fill('One');
    await box.press('Enter');
    await box.pressSequentially('Two');
    assert.deepEqual(sent(host), []);
    await button(host, 'Queue').tap();
    await eventually(() => {
      const [change] = sent(host);
      assert.equal(change?.kind === 'add' && change.text, 'One\nTwo');
    });
  });

  it('is interrupted by two taps', async () => {
    const host = await openCard(aSession({ sessionId: 'a', title: 'Session a', ...runs }));
    await button(host, 'Interrupt').tap();
    assert.equal(host.received.filter(({ type }) => type === 'sessionCommand').length, 0);
    await host.page.clock.runFor(600);
    await button(host, 'Tap Again: Interrupt').tap();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), {
        type: 'sessionCommand',
        command: 'interruptSession',
        sessionId: 'a',
      }),
    );
  });

  it('is asked to go on where its turn failed', async () => {
    const failed = { group: 'delivered', state: 'error', label: 'Failed' } as const;
    const host = await openCard(
      aSession({ sessionId: 'a', title: 'Session a', agentState: failed, ...runs }),
    );
    await button(host, 'Retry').tap();
    await host.page.clock.runFor(600);
    await button(host, 'Tap Again: Retry').tap();
    await eventually(() => {
      const [change] = sent(host);
      assert.equal(change?.kind === 'add' && change.text, 'Continue where you left off.');
    });
  });

  it('offers no way that leads to a terminal once it has ended', async () => {
    const { pid: _pid, ...ended } = aSession({
      sessionId: 'a',
      title: 'Session a',
      agentState: { group: 'delivered', state: 'session_ended', label: 'Ended' },
    });
    const host = await open({ sessions: [ended] });
    await host.page.getByRole('button', { name: /^Done/ }).tap();
    await host.page.getByRole('button', { name: 'Session a', exact: true }).tap();
    await host.page.getByRole('main', { name: 'Session' }).waitFor();
    assert.equal(await host.page.getByRole('textbox').count(), 0);
    assert.equal(await button(host, 'Retry').count(), 0);
  });
});
