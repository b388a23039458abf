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

  it('keeps all fields of what a person decides on', () => {
    const patch = '*** Begin Patch\n*** Add File: a\n+b\n*** End Patch';
    for (const [tool, input] of [
      ['exec_command', { cmd: 'ls', shell: '/tmp/sh', workdir: '/etc' }],
      ['view_image', { path: '/etc/shadow', upload: true }],
      ['collaborationwait_agent', { timeout_ms: 7 }],
      ['apply_patch', { command: patch, root: '/' }],
      ['apply_patch', { command: [patch] }],
    ] as const) {
      const report = reportOf('PermissionRequest', { tool_name: tool, tool_input: input });
      assert.deepEqual([report.tool, report.input], [tool, input]);
    }
  });

  it('names its call as pages know it', () => {
    const callOf = (tool_name: string, tool_input: object = {}): readonly unknown[] => {
      const { tool, input } = reportOf('PreToolUse', { tool_name, tool_input });
      return [tool, input];
    };
    assert.equal(callOf('request_user_input')[0], toolName('question'));
    assert.equal(callOf('collaborationwait_agent')[0], toolName('subagent'));
    assert.deepEqual(callOf('mcp__a__b', { c: 1 }), ['mcp__a__b', { c: 1 }]);
    assert.deepEqual(callOf('Bash', { command: 'ls' }), ['Bash', { command: 'ls' }]);
  });
});

describe('A patch in a hook of Codex', () => {
  const callOf = (...lines: readonly string[]): readonly unknown[] => {
    const command = ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
    const fields = { tool_name: 'apply_patch', tool_input: { command } };
    const { tool, input } = reportOf('PermissionRequest', fields);
    const ended = reportOf('PostToolUse', {
      ...fields,
      tool_input: { command: `${command}\n` },
    });
    assert.deepEqual([ended.tool, ended.input], [tool, input]);
    return [tool, input];
  };

  it('is the call that makes the same change, if it changes one part of one file', () => {
    const file_path = '/home/dev/a.txt';
    assert.deepEqual(callOf(`*** Add File: ${file_path}`, '+one', '+two'), [
      toolName('write'),
      { file_path, content: 'one\ntwo' },
    ]);
    const change = [' a', '-b', '+c'];
    for (const lines of [change, ['@@', ...change]]) {
      assert.deepEqual(callOf(`*** Update File: ${file_path}`, ...lines), [
        toolName('edit'),
        { file_path, old_string: 'a\nb', new_string: 'a\nc' },
      ]);
    }
  });

  const wholes: readonly (readonly string[])[] = [
    ['*** Update File: a', '@@', '-b', '+c', '*** Update File: d', '@@', '-e', '+f'],
    ['*** Update File: a', '@@', '-b', '+c', '@@', '-d', '+e'],
    ['*** Update File: a', '@@ def f():', '-b', '+c'],
    ['*** Update File: a', '*** Move to: b', '@@', '-b', '+c'],
    ['*** Delete File: a'],
    ['*** Add File: a', '+b', ' *** Add File: c', '+d'],
    ['*** Update File: a'],
    [],
  ];
  for (const lines of wholes) {
    it(`is shown as it is: ${lines.join(' ') || 'nothing'}`, () => {
      const patch = ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
      assert.deepEqual(callOf(...lines), ['apply_patch', { patch }]);
    });
  }
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
