import assert from 'node:assert/strict';
import { lastActivityAt } from '../../../../src/extension/hub/domain/card/live';
import { applyOverlay } from '../../../../src/extension/hub/domain/claims/overlay';
import { sessionId } from '../../../support/hub/hooks';
import { aTool, start, Story } from '../../../support/hub/story';

const iso = (at: number): string => new Date(at).toISOString();
const titled = (story: Story): string => story.card.title;

describe('The title of a card', () => {
  const named = (name: string, nameSource: string): Story =>
    new Story().registry('idle', { name, nameSource });

  it('is the person’s name or title, else the first prompt, else the client’s title', () => {
    const story = named('derived name', 'derived');
    assert.equal(titled(story), 'derived name');
    assert.equal(
      titled(story.hook('SessionStart', { session_title: 'By the client' })),
      'By the client',
    );
    story.line({ kind: 'title', source: 'ai', title: 'By a model' });
    assert.equal(titled(story), 'By a model');
    story.hook('UserPromptSubmit', { prompt: '\n  Add a cart  \nand more' });
    assert.equal(titled(story), 'Add a cart');
    story.prompted('As the transcript has it');
    assert.equal(titled(story), 'As the transcript has it');
    story.line({ kind: 'title', source: 'custom', title: 'Checkout' });
    assert.equal(titled(story), 'Checkout');
    story.registry('idle', { name: 'Named by hand', nameSource: 'user' });
    assert.equal(titled(story), 'Named by hand');
  });

  it('is the prompt that replaced the rewound first one, but no later prompt', () => {
    const story = new Story();
    const prompted = (text: string, parent?: string | null) =>
      titled(story.line({ kind: 'prompt', text, human: true, parent }));
    assert.equal(prompted('Paint it red', 'hook'), 'Paint it red');
    assert.equal(prompted('And the door', 'answer'), 'Paint it red');
    assert.equal(prompted('Paint it blue', 'hook'), 'Paint it blue');
    assert.equal(prompted('And the roof', 'other'), 'Paint it blue');
    assert.equal(prompted('As old clients write', undefined), 'Paint it blue');
    story.line({ kind: 'prompt', text: 'Wake up', human: false, parent: 'hook' });
    assert.equal(titled(story), 'Paint it blue');
  });

  it('is the first command that was run with ! if nothing else names the session', () => {
    const story = named('derived name', 'derived');
    story.line({ kind: 'other', shell: '!npm test' }).line({ kind: 'other', shell: '!ls' });
    assert.equal(titled(story), '!npm test');
    assert.equal(titled(story.line({ kind: 'title', source: 'ai', title: 'Model' })), 'Model');
    assert.equal(titled(story.prompted('Add a cart')), 'Add a cart');
  });

  it('is never empty or long', () => {
    assert.equal(titled(named('  ', 'user')), 'Session 5e551011');
    assert.equal(titled(new Story().prompted('x'.repeat(500))).length, 120);
  });
});

describe('The label of a card', () => {
  it('is truncated with its values if the client’s text is long', () => {
    const tool = 't'.repeat(100_000);
    const { label } = new Story().hook('PermissionRequest', aTool(tool)).card.agentState;
    assert.equal(label.key, 'permission');
    assert.equal(label.text, `Needs permission: ${'t'.repeat(281)}…`);
    assert.deepEqual(label.values, [`${'t'.repeat(299)}…`]);
  });

  it('uses the client’s text for unknown states', () => {
    const failed = (message: string) =>
      new Story().hook('StopFailure', { last_assistant_message: message }).state.label;
    const label = failed('Interrupted');
    assert.deepEqual(label, { key: 'asIs', values: ['Interrupted'], text: 'Interrupted' });
    const ended = new Story().hook('StopFailure', { error: 'rate_limit' }).hook('SessionEnd');
    assert.equal(ended.state.label.text, 'Failed: Rate limit reached');
  });

  it('is correct for an error or reason with the name of an object’s built-in property', () => {
    const story = new Story().hook('StopFailure', { error: 'constructor' });
    assert.equal(story.state.label.text, 'API error');
    assert.equal(story.hook('SessionEnd', { reason: 'toString' }).card.agentState.state, 'failed');
  });
});

describe('The tasks of a card', () => {
  const counts = (story: Story): unknown => story.card.tasks;
  const result = (id: string, subject: string): Parameters<Story['line']>[0] => ({
    kind: 'toolResults',
    results: [{ toolUseId: `t${id}`, isError: false, rejected: false, task: { id, subject } }],
  });

  it('are those of hooks, without duplicates', () => {
    const story = new Story().hook('TaskCreated', { task_id: '1', task_subject: 'the cart' });
    story.hook('TaskCreated', { task_id: '1' }).hook('TaskCreated', { task_id: '2' });
    story.hook('TaskCompleted', { task_id: '3', task_subject: 'missed' }).hook('TaskCreated');
    story.hook('TaskCompleted');
    assert.deepEqual(counts(story), { completed: 1, total: 3 });
    assert.equal(counts(new Story().hook('Stop')), undefined);
  });

  it('are those of the transcript if hooks reported none', () => {
    const story = new Story().prompted().line(result('1', 'the cart')).line(result('1', 'again'));
    story.line(result('2', 'the till')).called('TaskUpdate', { taskId: '1', status: 'completed' });
    story
      .called('TaskUpdate', { taskId: '9', status: 'completed' })
      .called('Bash', { taskId: '2' });
    assert.deepEqual(counts(story), { completed: 1, total: 2 });
    story.called('TaskUpdate', { taskId: '2', status: 'deleted' });
    assert.deepEqual(counts(story), { completed: 1, total: 1 });
  });

  it('are finished by the one that was completed last', () => {
    const story = new Story().hook('UserPromptSubmit', { prompt: 'Go' });
    for (const [id, task_subject] of [
      ['1', 'the cart'],
      ['2', 'the till'],
    ]) {
      story.hook('TaskCreated', { task_id: id, task_subject });
    }
    for (const id of ['2', '1']) story.after(100).hook('TaskCompleted', { task_id: id });
    assert.equal(story.hook('Stop').state.label.text, 'Finished: the cart');
  });
});

describe('The state by the registry', () => {
  it('counts a tool’s time since registry and transcript agree that it runs', () => {
    const story = new Story().prompted().after(100).called('Bash').after(5_000);
    // It has waited for its permission meanwhile.
    story.registry('waiting').after(100).registry('busy');
    const asked = story.now;
    assert.deepEqual([story.state.state, story.resolution.since], ['acting', asked]);
    const later = new Story().prompted().registry('busy').after(5_000).called('Bash');
    assert.equal(later.resolution.since, start + 5_000);
  });

  it('has its status and the transcript’s details as evidence', () => {
    const failed = new Story().prompted().registry('busy').line({
      kind: 'apiError',
      error: 'rate_limit',
      text: 'API Error: 429',
    });
    const { context } = failed.registry('idle').state;
    assert.deepEqual(context, { event: 'idle', error: 'rate_limit', message: 'API Error: 429' });
    const asked = new Story().prompted().answered('Shall I?').registry('shell');
    assert.equal(asked.state.state, 'waiting_for_agent');
    asked.after(10 * 60_000);
    assert.deepEqual(
      [asked.state.confidence, asked.state.context],
      [0.6, { event: 'shell', message: 'Shall I?' }],
    );
    const served = new Story().registry('shell').after(10 * 60_000);
    assert.deepEqual(served.state.context, { event: 'shell', backgroundShell: true });
    assert.deepEqual(new Story().registry('busy').state.context, { event: 'busy' });
    assert.deepEqual(new Story().registry(undefined).state.context, { event: 'started' });
  });

  it('is idle at once if no turn has ended in it or nothing continued', () => {
    const idle = ['needs_you', 'idle', 'Waiting for your next prompt', 'registry'] as const;
    new Story()
      .prompted()
      .registry('busy')
      .subagentWrote()
      .after(10)
      .registry('idle')
      .is(...idle);
    new Story()
      .prompted()
      .registry('waiting')
      .answered('Done.')
      .after(10)
      .subagentWrote()
      .registry('idle')
      .is(...idle);
  });

  it('uses the question of a new turn, not the text of an earlier process', () => {
    const story = new Story().prompted().answered('Shall I?').after(1_000);
    story.registry('idle', { startedAt: story.now });
    assert.equal(story.state.state, 'idle');
  });
});

describe('The state by the transcript alone', () => {
  const old = { kind: 'prompt', text: 'Go', human: true, version: '2.1.27' } as const;

  it('has less confidence a minute after the last entry', () => {
    const story = new Story().line(old);
    assert.equal(story.state.confidence, 0.6);
    assert.equal(story.after(60_000).state.confidence, 0.3);
  });

  it('has the error and the last answer', () => {
    const failed = new Story().line(old).line({ kind: 'apiError', error: 'x', text: 'No' });
    assert.deepEqual(failed.state.context, { error: 'x', message: 'No' });
    const answered = new Story().line(old).answered('Done.');
    assert.deepEqual(answered.state.context, { message: 'Done.' });
    assert.deepEqual(new Story().line(old).answered('Eh?').state.context, { message: 'Eh?' });
  });
});

describe('An overlay of a state', () => {
  const calm = { budget: {}, todayUsd: 0 };

  it('starts when it was applied, and names the replaced state', () => {
    const story = new Story().hook('Stop').after(5_000);
    story.apply({ type: 'archive', sessionId, at: story.now, archived: true }).after(1_000);
    const { facts, resolution } = story;
    const overlaid = applyOverlay(facts, resolution, calm, lastActivityAt(facts));
    assert.equal(overlaid.since, start + 5_000);
    assert.equal(overlaid.claim.state, overlaid.state);
    assert.equal(overlaid.state.context?.['behind'], 'idle');
  });

  it('keeps the start of the replaced state if that continues', () => {
    const story = new Story().hook('UserPromptSubmit', { prompt: 'Go' }).after(5_000);
    const total = { input: 1, output: 1, cacheRead: 0, cacheCreation: 0, usd: 9, estimated: false };
    story
      .hook('PostToolUse', aTool('Read'))
      .apply({ type: 'usage', sessionId, at: story.now, total });
    const { facts, resolution } = story;
    const spent = { budget: { perSessionUsd: 5 }, todayUsd: 0 };
    const applied = applyOverlay(facts, resolution, spent, lastActivityAt(facts));
    assert.deepEqual([applied.since, applied.state.context?.['behind']], [start, 'thinking']);
    const conflict = new Story().hook('Stop').after(5_000);
    conflict.apply({ type: 'workTree', sessionId, at: conflict.now, conflicts: 1 });
    const shown = applyOverlay(
      conflict.facts,
      conflict.resolution,
      calm,
      lastActivityAt(conflict.facts),
    );
    assert.deepEqual(
      [shown.state.label.text, shown.state.context?.['conflicts'], iso(shown.since)],
      ['Merge conflicts in 1 file', 1, iso(start)],
    );
  });
});
