import assert from 'node:assert/strict';
import { hookPayloadSchema } from '../../../../../src/extension/agents/claude/hooks/hookPayload';

describe('A hook payload', () => {
  const endless = 'x'.repeat(1_000_000);
  const parsed = (fields: object) =>
    hookPayloadSchema.parse({ session_id: 's', hook_event_name: 'Stop', ...fields });

  it('names things by the beginning of what names them', () => {
    const { agent_type, model, session_title, tool_name, task_subject, permission_mode } = parsed({
      agent_type: endless,
      model: endless,
      session_title: endless,
      tool_name: endless,
      task_subject: endless,
      permission_mode: endless,
    });
    for (const one of [agent_type, model, session_title, tool_name, task_subject, permission_mode])
      assert.match(one ?? '', /^x{999}…$/);
    assert.equal(parsed({ message: endless }).message?.length, 10_000);
  });

  it('names no path and no id by a part of it', () => {
    const { cwd, transcript_path, agent_id, tool_use_id } = parsed({
      cwd: endless,
      transcript_path: endless,
      agent_id: endless,
      tool_use_id: endless,
    });
    assert.deepEqual(
      [cwd, transcript_path, agent_id, tool_use_id],
      [undefined, undefined, undefined, undefined],
    );
    const longest = `/${'x'.repeat(4_095)}`;
    assert.equal(parsed({ cwd: longest }).cwd, longest);
  });

  it('has whole what is shown whole, and what an answer ends with', () => {
    const { tool_input, last_assistant_message, prompt } = parsed({
      tool_input: { command: endless },
      last_assistant_message: endless,
      prompt: endless,
    });
    assert.deepEqual(tool_input, { command: endless });
    assert.deepEqual([last_assistant_message, prompt], [endless, endless]);
  });

  it('lists some of endless background work', () => {
    const background_tasks = Array.from({ length: 50_000 }, () => ({ id: 'a', type: endless }));
    const { background_tasks: tasks = [] } = parsed({ background_tasks });
    assert.equal(tasks.length, 1_000);
    assert.equal(tasks[0]?.type?.length, 1_000);
    assert.equal(tasks[0]?.id, 'a');
  });
});
