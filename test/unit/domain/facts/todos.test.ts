import assert from 'node:assert/strict';
import { Story } from '../../../support/hub/story';

type Todo = readonly [content: string, status: 'pending' | 'in_progress' | 'completed'];

const write = (...todos: readonly Todo[]) => ({
  todos: todos.map(([content, status]) => ({ content, status, activeForm: `${content}…` })),
});
const first = write(['Read', 'in_progress'], ['Write', 'pending'], ['Check', 'pending']);
const second = write(['Read', 'completed'], ['Write', 'in_progress']);
const third = write(['Read', 'completed'], ['Write', 'completed']);

const hooked = (story: Story, input: unknown): Story =>
  story
    .after(100)
    .hook('PreToolUse', { tool_name: 'TodoWrite', tool_use_id: 't', tool_input: input })
    .hook('PostToolUse', { tool_name: 'TodoWrite', tool_use_id: 't', tool_input: input });
const started = () => new Story().registry('busy').hook('UserPromptSubmit', { prompt: 'Go' });
const progress = (story: Story) => story.card.tasks;

describe('To-dos of an agent without Task tools', () => {
  it('are counted from the hook of the call that writes the list', () => {
    const story = hooked(started(), first);
    assert.deepEqual(progress(story), { completed: 0, total: 3 });
  });

  it('equal the last list: omitted ones are removed', () => {
    const story = hooked(hooked(started(), first), second);
    assert.deepEqual(progress(story), { completed: 1, total: 2 });
  });

  it('are counted from the transcript alone', () => {
    const story = new Story().prompted().after(100).called('TodoWrite', first);
    assert.deepEqual(progress(story), { completed: 0, total: 3 });
    story.after(100).called('TodoWrite', second);
    assert.deepEqual(progress(story), { completed: 1, total: 2 });
  });

  it('come from the source with the later list', () => {
    const story = hooked(started(), first).after(5_000).called('TodoWrite', second);
    assert.deepEqual(progress(story), { completed: 1, total: 2 });
    hooked(story, third);
    assert.deepEqual(progress(story), { completed: 2, total: 2 });
  });

  it('are listed with tasks that were created individually', () => {
    const story = hooked(
      started().hook('TaskCreated', { task_id: '1', task_subject: 'Ship' }),
      first,
    );
    assert.deepEqual(progress(story), { completed: 0, total: 4 });
  });

  it('finish the turn that completed the last of them', () => {
    const story = hooked(hooked(started(), first), third).after(100);
    story.hook('Stop').registry('idle').after(500);
    story.is('delivered', 'task_complete', 'Finished: Write', 'hook');
  });

  it('finish no turn that completed none of them', () => {
    const story = hooked(started(), third).hook('Stop').after(60_000);
    hooked(story.hook('UserPromptSubmit', { prompt: 'More' }), third);
    story.hook('Stop').registry('idle').after(500);
    story.is('needs_you', 'idle', 'Waiting for your next prompt', 'hook');
  });

  it('of a subagent are not added to the session', () => {
    const story = started().hook('SubagentStart', { agent_id: 'a1', agent_type: 'Explore' });
    const tool = { tool_name: 'TodoWrite', tool_use_id: 't', tool_input: first, agent_id: 'a1' };
    story.after(100).hook('PreToolUse', tool);
    assert.equal(progress(story), undefined);
  });

  it('stay unchanged if the call has no list', () => {
    const story = hooked(started(), first);
    for (const input of [{}, { todos: 'none' }, null, { todos: null }]) hooked(story, input);
    assert.deepEqual(progress(story), { completed: 0, total: 3 });
  });
});
