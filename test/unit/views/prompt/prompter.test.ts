import assert from 'node:assert/strict';
import { Prompter } from '../../../../src/extension/views/prompt/prompter';
import { continuationPrompt } from '../../../../src/shared/text/promptLimits';
import type { PromptChange } from '../../../../src/shared/protocol/prompts';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { aSession } from '../../../support/sessionBuilder';

describe('Prompts of a window', () => {
  let sent: PromptChange[];
  let resumed: string[];
  let resume: boolean;
  let against: string | undefined;
  let prompter: Prompter;
  beforeEach(() => {
    [sent, resumed, resume, against] = [[], [], false, undefined];
    prompter = new Prompter({
      board: new FakeBoard([aSession({ sessionId: 'a' })]),
      hub: fakeCalls<'changePrompts'>({
        changePrompts({ change }) {
          sent.push(change);
          return { resume };
        },
      }),
      control: { reasonAgainst: () => against },
      resumer: {
        resume(sessionId) {
          resumed.push(sessionId);
          return Promise.resolve();
        },
      },
    });
  });

  it('go to the hub, each under a name of its own', async () => {
    await prompter.send('a', 'One');
    await prompter.retry('a');
    const [one, two] = sent;
    assert.ok(one?.kind === 'add' && two?.kind === 'add');
    assert.deepEqual([one.text, two.text], ['One', continuationPrompt]);
    assert.notEqual(one.id, two.id);
    assert.deepEqual(resumed, []);
  });

  it('wait for the reset of the limit that stopped their session', async () => {
    const resetsAt = '2027-01-02T15:00:59.999Z';
    await prompter.continueAtReset(
      aSession({ sessionId: 'a', limit: { resetsAt, goesOn: false, asks: false } }),
    );
    const [one] = sent;
    assert.ok(one?.kind === 'add');
    assert.deepEqual([one.text, one.dueAt], [continuationPrompt, Date.parse(resetsAt)]);
    assert.throws(
      () =>
        prompter.continueAtReset(
          aSession({ sessionId: 'a', limit: { goesOn: false, asks: false } }),
        ),
      /isn’t known when/,
    );
  });

  it('bring back a session that nobody runs', async () => {
    resume = true;
    await prompter.send('a', 'One');
    assert.deepEqual(resumed, ['a']);
  });

  it('are sent as they are written, but for blanks around them, or not at all, with the reason', async () => {
    await prompter.send('a', 'a\u200B“b” ');
    await assert.rejects(prompter.send('a', 'say “b\u009D'), /character 7 of line 1 is U\+009D/);
    const edit = { kind: 'edit', id: 'x', text: '\u001B[201~' } as const;
    await assert.rejects(prompter.change('a', edit), /U\+001B/);
    assert.deepEqual(
      sent.map((change) => 'text' in change && change.text),
      ['a\u200B“b”'],
    );
  });

  it('are not sent where control is off, nor to a session that is not there', async () => {
    against = 'Switched off.';
    await assert.rejects(prompter.send('a', 'One'), /Switched off/);
    against = undefined;
    await assert.rejects(prompter.send('b', 'One'), /no longer on the board/);
    assert.deepEqual(sent, []);
  });
});
