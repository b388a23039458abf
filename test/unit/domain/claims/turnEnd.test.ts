import assert from 'node:assert/strict';
import { claimsOf } from '../../../../src/extension/hub/domain/claims/claims';
import { turnEndOf, type TurnEnd } from '../../../../src/extension/hub/domain/claims/turnEnd';
import { start, aTool, pid, Story } from '../../../support/hub/story';

const turnEnd = (story: Story): TurnEnd =>
  turnEndOf(claimsOf(story.facts, story.now), story.resolution);
const reason = (story: Story): string | undefined => {
  assert.equal(turnEnd(story).finishedAt, undefined);
  return turnEnd(story).waitsFor;
};

/** A session that works on a prompt. */
const working = (): Story =>
  new Story()
    .registry('idle')
    .hook('SessionStart')
    .after(1_000)
    .prompted()
    .registry('busy')
    .after(500);
const finished = (text = 'Done.'): Story => working().answered(text).after(10).registry('idle');

describe('The end of a turn', () => {
  it('is proven by the registry and the transcript together', () => {
    assert.deepEqual(turnEnd(finished()), { finishedAt: start + 1_500, idleSince: start + 1_510 });
    assert.deepEqual(turnEnd(working()), {});
    assert.deepEqual(turnEnd(working().answered('Done.')), {});
    assert.deepEqual(turnEnd(working().registry('idle')), {});
  });

  it('is not proven by an earlier turn, or by one of an earlier process', () => {
    assert.deepEqual(turnEnd(finished().after(500).hook('UserPromptSubmit')), {});
    const resumed = finished().after(500).gone('exited').after(500);
    assert.equal(reason(resumed), 'sourceEnded');
    resumed.registry('idle', { pid: pid + 1, startedAt: resumed.now });
    assert.deepEqual(turnEnd(resumed), {});
  });

  it('is not proven by a registry or a transcript that is older than the other', () => {
    const prompted = finished().after(500).hook('UserPromptSubmit').after(5_000);
    prompted.is('needs_you', 'idle', 'Waiting for your next prompt', 'registry');
    assert.deepEqual(turnEnd(prompted), {});
    const written = finished().after(5_000).prompted().after(100).answered('More.').after(5_000);
    assert.deepEqual(turnEnd(written), {});
    const busy = working().answered('Done.').hook('Stop').after(2_000);
    assert.deepEqual(turnEnd(busy.hook('Notification', { notification_type: 'idle_prompt' })), {});
  });

  it('is not proven for a client without a status', () => {
    const story = new Story().registry(undefined).hook('UserPromptSubmit').prompted();
    assert.equal(reason(story.after(500).answered('Done.').hook('Stop')), 'unproven');
  });

  it('is not proven for work that failed, was interrupted, denied or ends with a question', () => {
    assert.equal(reason(working().line({ kind: 'interrupted' }).registry('idle')), 'turnFailed');
    const question = 'Shall I delete the old files?';
    assert.equal(reason(finished(question)), 'question');
    assert.equal(reason(working().answered(question).hook('Stop').registry('idle')), 'question');
    const asking = working().hook('PermissionRequest', aTool('Bash', { command: 'ls' }));
    assert.equal(reason(asking.registry('waiting')), 'question');
    const denied = working().called('Bash', { command: 'ls' }).result('Bash', true);
    assert.equal(reason(denied.answered('Then not.').registry('idle')), 'denied');
    const allowed = working().called('Bash', { command: 'ls' }).result('Bash');
    assert.notEqual(turnEnd(allowed.answered('Done.').registry('idle')).finishedAt, undefined);
  });

  it('is not proven while background work runs or the session continues on its own', () => {
    const shell = working().answered('Done.').registry('shell');
    assert.equal(reason(shell), 'background');
    assert.equal(reason(shell.after(60 * 60_000)), 'background');
    const launched = { id: 'a1', type: 'subagent' } as const;
    const started = working()
      .called('Agent')
      .line({
        kind: 'toolResults',
        results: [{ toolUseId: 'toolu_Agent', isError: false, rejected: false, launched }],
      });
    assert.equal(reason(started.answered('Started.').registry('idle')), 'background');
    const agents = [{ id: 'a1', type: 'subagent', status: 'running', agent_type: 'Explore' }];
    const left = working().answered('Done.').hook('Stop', { background_tasks: agents });
    assert.equal(reason(left.registry('idle')), 'background');
    const story = working().answered('Done.').registry('idle');
    const wakeup = { id: 'a8b9cde0', schedule: '2 10 * * *', recurring: false, prompt: '/loop' };
    assert.equal(reason(story.hook('Stop', { session_crons: [wakeup] })), 'scheduled');
  });
});
