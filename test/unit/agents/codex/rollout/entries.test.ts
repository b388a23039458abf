import assert from 'node:assert/strict';
import { rolloutEntries } from '../../../../../src/extension/agents/codex/rollout/rolloutEntries';
import { codexFormat } from '../../../../../src/extension/agents/codex/transcripts';
import type { Entry } from '../../../../../src/extension/agents/transcripts/entry';
import { questionsIn, todosIn } from '../../../../../src/shared/agents/inputs';

const line = (type: string, payload: object): string =>
  JSON.stringify({ timestamp: '2026-11-26T18:00:00.000Z', ordinal: 1, type, payload });
const call = (name: string, args: object): string =>
  line('response_item', {
    type: 'function_call',
    name,
    arguments: JSON.stringify(args),
    call_id: 'c1',
  });
const patch = (...lines: readonly string[]): string => {
  const input = ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
  const payload = { type: 'custom_tool_call', name: 'apply_patch', input, call_id: 'c1' };
  return line('response_item', payload);
};
const item = (fields: object): string =>
  line('event_msg', { type: 'item_completed', item: fields });
const output = (text: string): string =>
  line('response_item', { type: 'function_call_output', call_id: 'c1', output: text });

const entriesOf = (text: string): readonly Entry[] =>
  rolloutEntries(text).map((parsed) => parsed.line);
/** The calls that a reader shows of a line, and the only one that gets a result. */
function callsOf(text: string): readonly unknown[] {
  const [entry] = entriesOf(text);
  assert.equal(entry?.kind, 'assistant');
  assert.deepEqual(
    entry.toolUses.map(({ id }) => id),
    ['c1'],
  );
  return entry.blocks.map((block) => ('input' in block ? [block.id, block.name, block.input] : []));
}

describe('Lines of Codex’s transcripts', () => {
  it('say a command as the call of a shell', () => {
    assert.deepEqual(
      callsOf(call('exec_command', { cmd: 'npm test', justification: 'Is it green?' })),
      [['c1', 'Bash', { command: 'npm test', description: 'Is it green?' }]],
    );
    assert.deepEqual(callsOf(call('shell', { command: ['bash', '-lc', 'ls | wc'] })), [
      ['c1', 'Bash', { command: 'ls | wc' }],
    ]);
    assert.deepEqual(callsOf(call('write_stdin', { session_id: 82817, chars: '' })), [
      ['c1', 'TaskOutput', { task_id: '82817' }],
    ]);
  });

  it('say a patch as the edit of each of its files, of which the first gets the result', () => {
    const lines = [
      '*** Add File: new.txt',
      '+one',
      '+two',
      '*** Update File: src/a.ts',
      '@@ function a() {',
      ' const x = 1;',
      '-return x;',
      '+return x + 1;',
      '*** Delete File: old.txt',
    ];
    assert.deepEqual(callsOf(patch(...lines)), [
      ['c1', 'Write', { file_path: 'new.txt', content: 'one\ntwo' }],
      [
        'c1#1',
        'Edit',
        {
          file_path: 'src/a.ts',
          old_string: 'const x = 1;\nreturn x;',
          new_string: 'const x = 1;\nreturn x + 1;',
        },
      ],
      ['c1#2', 'Edit', { file_path: 'old.txt', old_string: '', new_string: '' }],
    ]);
    assert.equal(callsOf(patch('nothing')).length, 1);
  });

  it('say which files a patch changed, also one inside a script', () => {
    const changes = { '/p/a.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n' } };
    const [done, ...others] = entriesOf(
      item({ type: 'FileChange', id: 'c1', changes, status: 'completed' }),
    );
    assert.equal(done?.kind, 'toolResults');
    assert.deepEqual([done.results[0]?.edited, others.length], [['/p/a.ts'], 0]);
    const inScript = item({ type: 'FileChange', id: 'exec-1', changes, status: 'failed' });
    const [made, ended] = entriesOf(inScript);
    assert.equal(made?.kind, 'assistant');
    assert.deepEqual(made.toolUses[0]?.input, {
      file_path: '/p/a.ts',
      old_string: 'a',
      new_string: 'b',
    });
    assert.equal(ended?.kind === 'toolResults' && ended.results[0]?.isError, true);
  });

  it('say a plan as a list of to-dos, and a question with its options', () => {
    const plan = [
      { step: 'Read', status: 'completed' },
      { step: 'Write', status: 'in_progress' },
    ];
    const [todos] = entriesOf(call('update_plan', { plan }));
    assert.equal(todos?.kind, 'assistant');
    assert.deepEqual(
      todosIn(todos.toolUses[0]?.input)?.map(({ text, status }) => [text, status]),
      plan.map(({ step, status }) => [step, status]),
    );
    const options = [{ label: 'Red', description: 'A red one' }];
    const [asked] = entriesOf(
      call('request_user_input', { questions: [{ id: 'q', question: 'Which?', options }] }),
    );
    assert.equal(asked?.kind, 'assistant');
    const [question] = questionsIn(asked.toolUses[0]?.input);
    assert.deepEqual([question?.text, question?.options[0]?.label], ['Which?', 'Red']);
  });

  it('keep what a command printed apart from what the program says about it', () => {
    const head = 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\n';
    const [parsed] = rolloutEntries(output(`${head}not found\nOutput:\nof it`));
    assert.deepEqual(parsed?.shellResults?.(), [
      {
        toolUseId: 'c1',
        output: 'not found\nOutput:\nof it',
        succeeded: false,
        background: undefined,
        exitCode: 2,
        acts: [],
      },
    ]);
    const [part] = codexFormat.shown(output(`${head}not found`)).parts;
    assert.equal(part?.part.kind === 'toolResult' && part.part.text, 'not found');
    const running = 'Wall time: 0.5 seconds\nProcess running with session ID 7\nOutput:\ntick';
    const [background] = rolloutEntries(output(running));
    assert.equal(background?.shellResults?.()[0]?.background, '7');
  });

  it('say who refused a call', () => {
    const denialOf = (text: string): readonly unknown[] => {
      const [entry] = entriesOf(output(text));
      assert.equal(entry?.kind, 'toolResults');
      const [result] = entry.results;
      return [result?.isError, result?.rejected, result?.denial, result?.content];
    };
    const refusal = (reason: string): string =>
      `exec_command failed: CreateProcess { message: "Rejected(\\"${reason}\\")" }`;
    assert.deepEqual(denialOf(refusal('rejected by user')), [
      true,
      true,
      'refused',
      'rejected by user',
    ]);
    assert.deepEqual(denialOf(refusal('Use another file')), [
      true,
      false,
      'refused',
      'Use another file',
    ]);
    const ran = 'Chunk ID: 1\nProcess exited with code 1\nOutput:\n';
    for (const printed of [`${ran}Rejected("rejected by user")`, `${ran}aborted by user`])
      assert.deepEqual(denialOf(printed), [true, false, undefined, printed.slice(ran.length)]);
    const [isError, rejected, denial] = denialOf('Wall time: 2.8 seconds\naborted by user');
    assert.deepEqual([isError, rejected, denial], [true, true, 'stopped']);
  });

  it('are searched for a refusal once, however often they begin one', () => {
    const text = output(`exec_command failed: ${'Rejected("'.repeat(100_000)}`);
    const from = process.cpuUsage();
    rolloutEntries(text);
    const { user } = process.cpuUsage(from);
    assert.ok(user < 1_000_000, `${user} µs`);
  });

  it('that are damaged have no entries, and unknown ones are named', () => {
    assert.deepEqual(rolloutEntries('{"type":"event_msg","payl'), []);
    assert.equal(codexFormat.shown('{"type":"event_msg","payl').isDamaged, true);
    assert.deepEqual(entriesOf(line('event_msg', { type: 'new_thing' })), [
      { kind: 'other', unknown: 'new_thing' },
    ]);
    for (const text of ['null', '[]', '{"type":"response_item","payload":7}', line('x', {})])
      assert.doesNotThrow(() => codexFormat.shown(text));
  });
});
