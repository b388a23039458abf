import assert from 'node:assert/strict';
import { type NotifiedSession, noticeOf } from '../../../../src/extension/views/attention/notice';
import type { Reach } from '../../../../src/shared/protocol/windows';
import { askedCollision, collisions } from '../../../support/board/collisionBuilder';
import { aPendingRequest, aSession, type SessionOverrides } from '../../../support/sessionBuilder';

const caller = (overrides: SessionOverrides = {}, reach: Reach = 'none'): NotifiedSession => ({
  session: aSession({
    title: 'Fix the login',
    projectName: 'shop',
    pendingRequest: aPendingRequest(),
    ...overrides,
    agentState: {
      group: 'needs_you',
      state: 'needs_permission',
      label: 'Needs permission: Bash',
      ...overrides.agentState,
    },
  }),
  reach,
});

describe('A notification', () => {
  it('says who needs a person, for what, and where', () => {
    const { severity, message } = noticeOf([caller()]);
    assert.equal(message, 'shop · Needs permission: Bash · npm test — Fix the login');
    assert.equal(severity, 'warning');
  });

  it('says of a request that another session changed its file, and allows nothing at once', () => {
    const call = 'c1';
    const asking = { ...caller({ collisions: collisions(askedCollision()) }), call };
    const { message, buttons } = noticeOf([asking]);
    assert.equal(
      message,
      'shop · Needs permission: Bash · npm test — Fix the login. ⚠ “Rename the client” changed src/a.ts since this session last did',
    );
    assert.equal(buttons[0]?.action, 'look');
    assert.equal(noticeOf([{ ...caller(), call }]).buttons[0]?.action, 'allow');
  });

  it('is quieter for what is no danger', () => {
    const question = caller({
      agentState: { state: 'awaiting_input', label: 'Asked you a question' },
    });
    assert.equal(noticeOf([question]).severity, 'information');
    assert.equal(noticeOf([question, caller()]).severity, 'warning');
  });

  for (const [reach, labels] of [
    ['terminal', ['Go to Terminal', 'Open Transcript', 'Mute…']],
    ['editor', ['Go to Session', 'Open Transcript', 'Mute…']],
    ['none', ['Open Transcript', 'Show Board', 'Mute…']],
  ] as const)
    it(`offers what fits a session that is to be had in: ${reach}`, () => {
      const { buttons } = noticeOf([caller({}, reach)]);
      assert.deepEqual(
        buttons.map(({ label }) => label),
        labels,
      );
    });

  it('says a limit once for all sessions that it stopped', () => {
    const stopped = (title: string) =>
      caller({
        title,
        pendingRequest: undefined,
        agentState: { state: 'limit_reached', label: 'Limit reached · resets 3:00 PM' },
        limit: { goesOn: false, asks: false },
      });
    const three = [stopped('a'), stopped('b'), stopped('c')] as const;
    assert.equal(
      noticeOf(three).message,
      'Limit reached · resets 3:00 PM: 3 sessions have stopped',
    );
    assert.match(noticeOf([...three, caller()]).message, /^4 sessions now need you/);
  });

  it('offers no transcript where there is none', () => {
    const { buttons } = noticeOf([caller({ transcriptPath: '' })]);
    assert.deepEqual(
      buttons.map(({ action }) => action),
      ['showBoard', 'mute'],
    );
  });

  describe('of a request that is answered here', () => {
    const labelsOf = (overrides: SessionOverrides, reach: Reach = 'none') => {
      const { buttons } = noticeOf([{ ...caller(overrides, reach), call: 'c1' }]);
      return buttons.map(({ label }) => label);
    };
    const bash = (toolInput: unknown, more: object = {}) => ({
      projectPath: '/home/dev/shop',
      pendingRequest: aPendingRequest({ toolName: 'Bash', toolInput, whole: true, ...more }),
    });

    it('offers to allow what it says in full', () => {
      const input = { command: 'npm test -- --grep "a b"', description: 'Test', timeout: 5 };
      for (const more of [{}, { cwd: '/home/dev/shop' }])
        assert.deepEqual(labelsOf(bash(input, more)), ['Allow', 'Deny', 'Show', 'Mute…']);
      assert.deepEqual(labelsOf(bash(input), 'terminal'), [
        'Allow',
        'Deny',
        'Show',
        'Go to Terminal',
        'Mute…',
      ]);
    });

    for (const [what, overrides] of [
      ['is long', bash({ command: `echo ${'x'.repeat(300)}; rm -rf .` })],
      ['has several lines', bash({ command: 'ls\nrm -rf .' })],
      ['hides something', bash({ command: 'ls \u202Egpj.exe' })],
      ['is cut', bash({ command: 'ls' }, { whole: false })],
      ['runs elsewhere', bash({ command: 'rm -rf .' }, { cwd: '/home/dev' })],
      ['says more', bash({ command: 'ls', dangerouslyDisableSandbox: true })],
      ['would be another text there', bash({ command: 'echo [a](b)' })],
      ['is no command', { pendingRequest: aPendingRequest({ toolName: 'Edit', whole: true }) }],
    ] as const)
      it(`offers a closer look at what ${what}`, () => {
        assert.deepEqual(labelsOf(overrides), ['Allow…', 'Deny', 'Show', 'Mute…']);
      });

    it('says the question that is asked', () => {
      const toolInput = {
        questions: [{ question: 'Which colour does the door get?', options: [] }],
      };
      const pendingRequest = aPendingRequest({
        toolName: 'AskUserQuestion',
        toolInput,
        whole: true,
      });
      const { message } = noticeOf([{ ...caller({ pendingRequest }), call: 'c1' }]);
      assert.match(message, /Which colour does the door get\?/);
    });

    it('offers the form of a question and the document of a plan', () => {
      const request = (toolName: string) => ({ pendingRequest: aPendingRequest({ toolName }) });
      assert.deepEqual(labelsOf(request('AskUserQuestion')), ['Answer…', 'Mute…']);
      assert.deepEqual(labelsOf(request('ExitPlanMode'), 'editor'), [
        'Review Plan…',
        'Go to Session',
        'Mute…',
      ]);
    });
  });

  it('is one for several, and names the first', () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    const [first, ...others] = titles.map((title) => caller({ title }));
    assert.ok(first);
    const { message, buttons } = noticeOf([first, ...others]);
    const need = '(Needs permission: Bash)';
    assert.equal(
      message,
      `5 sessions now need you: shop · One ${need}, shop · Two ${need}, shop · Three ${need}, and 2 more`,
    );
    assert.deepEqual(
      buttons.map(({ label }) => label),
      ['Show', 'Mute…'],
    );
  });

  it('shows foreign text on one line, of a length that can be read, and no link', () => {
    const link = '[ok](command:workbench.action.quit) [x](https://x.example "t")\n[y](file:///z)';
    const hostile: SessionOverrides = {
      title: `${link}${'long '.repeat(100)}`,
      projectName: link,
      agentState: { label: link },
      pendingRequest: aPendingRequest({ toolName: link, toolInput: { command: link } }),
    };
    for (const callers of [[caller(hostile)], [caller(hostile), caller(hostile)]] as const) {
      const [first, ...others] = callers;
      const { message } = noticeOf([first, ...others]);
      assert.doesNotMatch(message, /\]\(|\n/);
      assert.ok(message.length < 600, String(message.length));
    }
  });
});
