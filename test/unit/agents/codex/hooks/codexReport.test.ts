import assert from 'node:assert/strict';
import { codexHooks } from '../../../../../src/extension/agents/codex/hooks/codexHooks';
import type { HookReport } from '../../../../../src/extension/hub/domain/facts/event';
import { reduceHook } from '../../../../../src/extension/hub/domain/facts/reduce/reduceHook';
import type { HookFacts } from '../../../../../src/extension/hub/domain/facts/session';
import { toolName } from '../../../../../src/shared/agents/tools';
import { codexHooksOf, codexScenarios } from '../../../../support/agents/codexRecordings';

const session = {
  session_id: '01a21906-046e-7a81-96b8-d5f8f1aefb4e',
  turn_id: '01a21906-1b7a-7980-b150-9fd6c89af3c1',
  transcript_path:
    '/home/dev/.codex/sessions/2026/11/26/rollout-2026-11-26T18-02-34-01a21906-046e-7a81-96b8-d5f8f1aefb4e.jsonl',
  cwd: '/home/dev/proj',
};

function read(payload: object): { report: HookReport; newNames: readonly string[] } {
  const reading = codexHooks.read(payload, undefined);
  assert.ok(reading !== undefined && 'report' in reading);
  return reading;
}

const reportOf = (event: string, fields: object = {}): HookReport =>
  read({ ...session, hook_event_name: event, ...fields }).report;

describe('A hook of Codex', () => {
  it('is known with all its fields', () => {
    for (const { payload } of codexScenarios.flatMap(codexHooksOf)) {
      assert.deepEqual(read(payload).newNames, []);
      assert.notEqual(read(payload).report.moment, undefined);
    }
    const { newNames, report } = read({ ...session, hook_event_name: 'Rested', mood: 'good' });
    assert.deepEqual([newNames, report.moment], [['hook Rested'], undefined]);
    const stop = { ...session, hook_event_name: 'Stop', mood: 'good' };
    assert.deepEqual(read(stop).newNames, ['field mood of Stop']);
  });

  it('loses fields of a wrong type, and is none without a session or an event', () => {
    const { cwd, tool } = reportOf('PreToolUse', { cwd: 7, tool_name: ['Bash'] });
    assert.deepEqual([cwd, tool], [undefined, undefined]);
    for (const payload of [
      undefined,
      null,
      [],
      'Stop',
      { ...session },
      { hook_event_name: 'Stop' },
    ])
      assert.equal(codexHooks.read(payload, undefined), undefined);
  });

  it('asks its question by the name that pages know', () => {
    const { tool } = reportOf('PreToolUse', { tool_name: 'request_user_input', tool_input: {} });
    assert.equal(tool, toolName('question'));
    assert.equal(reportOf('PreToolUse', { tool_name: 'mcp__a__b' }).tool, 'mcp__a__b');
  });
});

describe('A request of an agent that makes one call after the other', () => {
  let facts: HookFacts | undefined;
  let at = 0;
  beforeEach(() => {
    facts = undefined;
    at = 1_000_000;
  });

  function run(event: string, fields: object = {}): HookFacts {
    at += 1_000;
    const report = reportOf(event, fields);
    return (facts = reduceHook(facts, { type: 'hook', sessionId: report.sessionId, at, report }));
  }
  const bash = (id: string, command: string): object => ({
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: id,
  });
  const ask = (command: string, fields: object = {}): HookFacts =>
    run('PermissionRequest', {
      tool_name: 'Bash',
      tool_input: { command, description: 'May I?' },
      ...fields,
    });

  it('belongs to the call that it has other words about, and ends with it', () => {
    run('PreToolUse', bash('a', 'ls'));
    assert.equal(ask('ls').pending[0]?.toolUseId, 'a');
    assert.deepEqual(run('PostToolUse', bash('a', 'ls')).pending, []);
  });

  it('is over, with its call, once the agent makes the next call', () => {
    run('PreToolUse', bash('a', 'ls'));
    ask('ls');
    const { pending, openTools } = run('PreToolUse', bash('b', 'pwd'));
    assert.deepEqual([pending, openTools.map(({ id }) => id)], [[], ['b']]);
  });

  it('stays when a call that was made together with it starts', () => {
    run('PreToolUse', bash('a', 'ls'));
    ask('ls');
    at -= 900;
    assert.equal(run('PreToolUse', bash('b', 'pwd')).pending.length, 1);
  });

  it('stays when another agent of the session makes a call', () => {
    const agent_id = '01a21914-86e7-7ee2-9811-57eafbdc1496';
    ask('ls', { agent_id });
    assert.equal(run('PreToolUse', bash('b', 'pwd')).pending.length, 1);
    assert.equal(run('PreToolUse', { ...bash('c', 'pwd'), agent_id }).pending.length, 0);
  });

  it('is over when the person interrupts the turn', () => {
    run('PreToolUse', bash('a', 'ls'));
    ask('ls');
    const { pending, openTools, main } = run('Interrupt');
    assert.deepEqual([pending, openTools, main?.state], [[], [], 'interrupted']);
  });
});
