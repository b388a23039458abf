import { Story } from '../../../support/hub/story';

const task = { id: '1', subject: 'Write the docs' };

/** A session whose task was created and completed before the hub listened. */
const missed = (updates: readonly string[]): Story => {
  const story = new Story().prompted().after(100).called('TaskCreate');
  story.after(100).line({
    kind: 'toolResults',
    results: [{ toolUseId: 'toolu_TaskCreate', isError: false, rejected: false, task }],
  });
  for (const status of updates) story.after(100).called('TaskUpdate', { taskId: '1', status });
  return story.after(5_000).answered('That was it.').registry('idle').hook('Stop').after(500);
};

describe('A turn whose tasks no hook reported', () => {
  it('is finished when the transcript shows the last one completed', () => {
    missed(['in_progress', 'completed']).is(
      'delivered',
      'task_complete',
      'Finished: Write the docs',
      'hook',
    );
  });

  it('waits for the next prompt while one is open', () => {
    missed(['in_progress']).is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
  });

  it('is not finished by a later task when an earlier one is open', () => {
    const later = { task_id: '2', task_subject: 'Add a test' };
    missed([])
      .hook('UserPromptSubmit', { prompt: 'And a test' })
      .after(100)
      .hook('TaskCreated', later)
      .after(100)
      .hook('TaskCompleted', later)
      .after(100)
      .hook('Stop')
      .after(500)
      .is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
  });
});
