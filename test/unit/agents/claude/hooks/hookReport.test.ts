import assert from 'node:assert/strict';
import { hookPayloadSchema } from '../../../../../src/extension/agents/claude/hooks/hookPayload';
import { hookReport } from '../../../../../src/extension/agents/claude/hooks/hookReport';
import { hookEvents } from '../../../../../src/extension/agents/claude/names/hookEvents';

/** Unique values, each of its field's type. */
const payload: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.keys(hookPayloadSchema.shape).map((field) => [field, `a ${field}`])),
  hook_event_name: 'Notification',
  notification_type: 'idle_prompt',
  tool_input: { command: 'an input' },
  tool_response: { stdout: 'a response' },
  tool_calls: [{ tool_use_id: 'a call', tool_name: 'its name', tool_input: 'its input' }, 'text'],
  permission_suggestions: [{ type: 'a suggestion' }],
  mcp_server: { name: 'a server' },
  is_interrupt: true,
  error_details: { status: 529 },
  background_tasks: [{ id: 'a task' }],
  session_crons: [{ id: 'a job' }],
};

describe("The report of a hook's payload", () => {
  it('has each field of the payload that is read', () => {
    assert.deepEqual(hookReport(hookPayloadSchema.parse(payload)), {
      sessionId: 'a session_id',
      moment: 'notice',
      transcriptPath: 'a transcript_path',
      cwd: 'a cwd',
      promptId: 'a prompt_id',
      permissionMode: 'a permission_mode',
      agentId: 'a agent_id',
      agentType: 'a agent_type',
      source: 'a source',
      reason: 'a reason',
      model: 'a model',
      title: 'a session_title',
      prompt: 'a prompt',
      tool: 'a tool_name',
      input: { command: 'an input' },
      toolUseId: 'a tool_use_id',
      response: { stdout: 'a response' },
      calls: [
        { id: 'a call', name: 'its name', input: 'its input' },
        { id: undefined, name: undefined, input: undefined },
      ],
      suggestions: [{ type: 'a suggestion' }],
      server: 'a server',
      notice: 'idle',
      message: 'a message',
      error: 'a error',
      details: { status: 529 },
      isInterrupt: true,
      lastMessage: 'a last_assistant_message',
      background: [{ id: 'a task' }],
      crons: [{ id: 'a job' }],
      trigger: 'a trigger',
      taskId: 'a task_id',
      taskSubject: 'a task_subject',
      toModel: 'a to_model',
    });
  });

  it('has the moment of each hook that is read, and none of any other', () => {
    for (const [moment, name] of Object.entries(hookEvents))
      assert.equal(hookReport({ session_id: 'a', hook_event_name: name }).moment, moment);
    for (const name of ['CwdChanged', 'PreHologram', '', 'constructor', 'prompt'])
      assert.equal(hookReport({ session_id: 'a', hook_event_name: name }).moment, undefined);
  });

  it('tells which notices say something about the state', () => {
    const noticeOf = (type: string | undefined) =>
      hookReport({ session_id: 'a', hook_event_name: 'Notification', notification_type: type })
        .notice;
    assert.deepEqual(
      ['permission_prompt', 'agent_needs_input', 'elicitation_dialog', 'elicitation_response']
        .concat('quota_auto_resume_fired', 'quota_auto_resume_stale', 'quota_auto_resume_disabled')
        .map(noticeOf),
      ['permission', 'permission', 'form', 'formAnswer', 'continues', 'stays', 'stays'],
    );
    for (const type of [undefined, '', 'auth_success', 'toString'])
      assert.equal(noticeOf(type), undefined);
  });
});
