import assert from 'node:assert/strict';
import type { UsageLimit } from '../../../../src/extension/hub/domain/facts/usageLimit';
import { start, Story } from '../../../support/hub/story';

const minute = 60_000;
const resetsAt = start + 90 * minute;
const resetText = '11:30am (UTC)';
const text = `You've hit your 5-hour limit · resets ${resetText}`;
const label = `Limit reached · resets ${resetText}`;
const limit = { resetsAt: new Date(resetsAt).toISOString(), goesOn: false, asks: false };

const working = (): Story => new Story().prompted().after(50).registry('busy').after(500);
const limited = (story: Story, known: Partial<UsageLimit> = {}): Story =>
  story.line({
    kind: 'apiError',
    error: 'rate_limit',
    text,
    limit: { resetsAt, said: resetText, ...known },
  });
const stopped = (): Story => limited(working()).after(20).registry('idle');
const waitsByItself = (): Story => stopped().line({ kind: 'continuing', byItself: true });

describe('A session that a usage limit stopped', () => {
  it('shows when the limit resets, and needs a person', () => {
    const story = stopped().is('needs_you', 'limit_reached', label, 'registry');
    assert.deepEqual(story.card.limit, limit);
    assert.deepEqual(story.state.label.values, [resetsAt]);
    assert.equal(story.meaning.rest?.broken, true);
  });

  it('shows it by its hook first, and then with the transcript’s details', () => {
    const story = working()
      .hook('UserPromptSubmit', { prompt: 'Go on' })
      .hook('StopFailure', { error: 'rate_limit', last_assistant_message: text })
      .registry('idle')
      .is('needs_you', 'limit_reached', label, 'hook');
    limited(story.after(30));
    assert.equal(story.card.limit?.resetsAt, limit.resetsAt);
  });

  it('shows that the limit has reset when that time comes', () => {
    const story = stopped();
    assert.equal(story.resolution.recheckAt, resetsAt);
    story.after(90 * minute).is('needs_you', 'limit_reached', 'The limit has reset', 'registry');
  });

  it('shows the reset in Claude Code’s words if these are not understood', () => {
    const story = limited(working(), { resetsAt: undefined }).registry('idle');
    story.is('needs_you', 'limit_reached', label, 'registry');
    assert.deepEqual(story.card.limit, { goesOn: false, asks: false });
    limited(working(), { resetsAt: undefined, said: undefined })
      .registry('idle')
      .is('needs_you', 'limit_reached', 'Limit reached · reset time unknown', 'registry');
  });

  it('is distinguished from a refused request without a limit', () => {
    const story = working().line({ kind: 'apiError', error: 'rate_limit', text: 'API Error: 429' });
    story.registry('idle').is('needs_you', 'error', 'Rate limit reached', 'registry');
    assert.equal(story.card.limit, undefined);
  });

  it('needs nobody while Claude Code continues on its own', () => {
    const story = waitsByItself().is(
      'autonomous',
      'waiting_for_limit',
      `Limit reached · continues after ${resetText}`,
      'registry',
    );
    assert.deepEqual(story.card.limit, { ...limit, goesOn: true });
  });

  it('needs a person once Claude Code no longer does so, or has not done so', () => {
    waitsByItself()
      .line({ kind: 'continuing', byItself: false })
      .is('needs_you', 'limit_reached', label, 'registry');
    const late = waitsByItself().after(95 * minute - 1_000);
    assert.equal(late.state.group, 'autonomous');
    late.after(1_000);
    late.is('needs_you', 'limit_reached', 'The limit has reset', 'registry');
  });

  for (const kind of ['stale', 'disabled']) {
    it(`needs a person once a notification says that its own wait is ${kind}`, () => {
      const story = waitsByItself()
        .after(minute)
        .hook('Notification', { notification_type: `quota_auto_resume_${kind}` });
      story.is('needs_you', 'limit_reached', label, 'registry');
      assert.deepEqual(story.card.limit, limit);
      // A person may let it wait again.
      story.after(minute).line({ kind: 'continuing', byItself: true });
      assert.deepEqual(story.card.limit, { ...limit, goesOn: true });
    });
  }

  it('is shown while Claude Code asks what to do, and accepts no prompt then', () => {
    const story = stopped().after(30).registry('waiting', { waitingFor: 'dialog open' });
    story.is('needs_you', 'limit_reached', label, 'registry');
    assert.deepEqual(story.card.limit, { ...limit, asks: true });
    assert.equal(story.meaning.rest, undefined);
    story.after(minute).registry('idle');
    assert.deepEqual(story.card.limit, limit);
    story.after(minute).registry('waiting', { waitingFor: 'dialog open' });
    story.is('needs_you', 'awaiting_input', 'A dialog is open', 'registry');
  });

  it('is working when it continues', () => {
    const story = stopped().after(minute).prompted('More').registry('busy');
    story.is('autonomous', 'thinking', 'Generating response...', 'registry');
    assert.equal(story.card.limit, undefined);
  });
});
