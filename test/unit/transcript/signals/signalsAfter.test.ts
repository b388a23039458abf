import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseTranscriptEntry } from '../../../../src/extension/agents/claude/entry/parseEntry';
import { newFold, signalsOf, withEntry } from '../../../../src/extension/transcript/fold/fold';
import { heapGrowth } from '../../../support/processes/heapGrowth';

type Fields = Readonly<Record<string, unknown>>;

const of = { path: '/t.jsonl', sessionId: 's' };
let seconds = 0;
const line = (fields: Fields): string => {
  seconds += 1;
  const timestamp = new Date(Date.UTC(2026, 5, 10) + 1_000 * seconds).toISOString();
  return JSON.stringify({ timestamp, ...fields });
};
const prompt = (content: string): string => line({ type: 'user', message: { content } });
const call = (id: string, input: Fields, name = 'Bash'): string =>
  line({ type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } });
const result = (id: string, block: Fields = {}, more: Fields = {}): string =>
  line({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, content: '', ...block }] },
    ...more,
  });
const notification = (id: string, status: string): string =>
  prompt(`<task-notification>\n<task-id>${id}</task-id>\n<status>${status}</status>`);

function after(...lines: readonly string[]): ReturnType<typeof signalsOf> {
  let fold = newFold(of);
  for (const text of lines) {
    const parsed = parseTranscriptEntry(text);
    if (parsed !== undefined) fold = withEntry(fold, of, parsed);
  }
  return signalsOf(fold);
}
const signalsIn = (...lines: readonly string[]): readonly string[] =>
  after(...lines).signals.map(({ turn, kind, ok }) => `${turn} ${kind} ${ok ?? 'unknown'}`);

const push = { command: 'git push -q' };
const failed = 'Exit code 1\nfatal: no';
const behind = [
  prompt('Go'),
  call('t1', { ...push, run_in_background: true }),
  result('t1', {}, { toolUseResult: { backgroundTaskId: 'b1' } }),
];

describe('The signals after an entry', () => {
  it('come with the result of a call, in the turn of its prompt', () => {
    assert.deepEqual(signalsIn(prompt('Go'), call('t1', push)), []);
    assert.deepEqual(signalsIn(prompt('A'), prompt('B'), call('t1', push), result('t1')), [
      '2 push true',
    ]);
    assert.deepEqual(signalsIn(result('t1'), call('t1', push)), []);
  });

  it('tell of a failure only where the command ran', () => {
    const error = { is_error: true, content: failed };
    assert.deepEqual(signalsIn(call('t1', push), result('t1', error)), ['0 push false']);
    const errorResult = { toolUseResult: `Error: ${failed}` };
    assert.deepEqual(signalsIn(call('t1', push), result('t1', error, errorResult)), [
      '0 push false',
    ]);
    for (const [block, more] of [
      [error, { toolDenialKind: 'user-rejected' }],
      [{ is_error: true, content: 'No such tool available' }, {}],
      [{}, { toolUseResult: { interrupted: true, stdout: '' } }],
    ] as const) {
      const reading = after(call('t1', push), result('t1', block, more));
      assert.deepEqual(reading, { signals: [], awaited: { calls: [], shells: [] } });
    }
  });

  it('of a command in the background come at its end, whoever is told of it', () => {
    assert.deepEqual(signalsIn(...behind), []);
    assert.deepEqual(signalsIn(...behind, notification('b1', 'completed')), ['1 push true']);
    assert.deepEqual(signalsIn(...behind, prompt('On'), notification('b1', 'failed')), [
      '2 push false',
    ]);
    assert.deepEqual(signalsIn(...behind, notification('b2', 'failed')), []);
    const queued = {
      type: 'queued_command',
      prompt: '<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>',
    };
    const attached = line({ type: 'attachment', attachment: queued });
    assert.deepEqual(signalsIn(...behind, attached, notification('b1', 'completed')), [
      '1 push false',
    ]);
  });

  it('of a sweep have the folder and the time of its call, also in the background', () => {
    const sweep = { command: 'git stash && cd sub && git reset --hard' };
    const place = (id: string, input: Fields) => {
      const [text, time] = [call(id, input), new Date(Date.UTC(2026, 5, 10) + 1_000 * seconds)];
      return [
        JSON.stringify({ ...(JSON.parse(text) as Fields), cwd: '/w' }),
        Number(time),
      ] as const;
    };
    const [own, at] = place('t1', sweep);
    const elsewhere = { cwd: '/w/sub' };
    const { signals } = after(prompt('Go'), own, result('t1', {}, elsewhere));
    assert.deepEqual(
      signals.map(({ data }) => data),
      [
        { act: 'stash', command: 'git stash', since: at, folder: '/w' },
        { act: 'reset', command: 'git reset --hard', since: at, folder: '/w/sub' },
      ],
    );
    const [shell, from] = place('t1', { ...sweep, run_in_background: true });
    const begun = result('t1', {}, { toolUseResult: { backgroundTaskId: 'b1' }, ...elsewhere });
    const lines = [prompt('Go'), shell, begun, prompt('On'), notification('b1', 'completed')];
    assert.deepEqual(
      after(...lines).signals.map(({ turn, data }) => [
        turn,
        data['act'],
        data['since'],
        data['folder'],
      ]),
      [
        [2, 'stash', from, '/w'],
        [2, 'reset', from, '/w/sub'],
      ],
    );
  });

  it('of sweeps are all kept, and push no others out', () => {
    const lines = [prompt('Go'), call('t1', push), result('t1')];
    for (let count = 0; count < 50; count += 1)
      lines.push(call('t', { command: 'git stash' }), result('t'));
    const { signals } = after(...lines);
    assert.deepEqual(
      [signals.length, signals[0]?.kind, signals.at(-1)?.kind],
      [32, 'push', 'sweep'],
    );
  });

  it('of a command in the background that somebody stopped are none, and nothing waits for it', () => {
    const reading = after(...behind, notification('b1', 'killed'));
    assert.deepEqual(reading, { signals: [], awaited: { calls: [], shells: [] } });
  });

  it('are not told twice where the agent reads what was printed in the background', () => {
    const read = [
      call('t2', { file_path: '/tmp/tasks/b1.output' }, 'Read'),
      result('t2', {}, { toolUseResult: { file: { content: 'fatal: no' } } }),
    ];
    assert.deepEqual(signalsIn(...behind, notification('b1', 'completed'), ...read), [
      '1 push true',
    ]);
  });

  it('wait for few things at a time', () => {
    const calls = Array.from({ length: 100 }, (_, index) => call(`t${index}`, push));
    assert.equal(after(...calls).awaited.calls.length, 16);
    assert.equal(after(...calls, prompt('On'), call('new', push)).awaited.calls.length, 1);
    const long = { command: `git push ${'x'.repeat(1_000_000)}` };
    assert.ok(JSON.stringify(after(call('t1', long)).awaited).length < 10_000);
  });

  it('are none of an entry without a time, nor of a subagent in the session’s transcript', () => {
    assert.deepEqual(signalsIn(call('t1', push), result('t1', {}, { timestamp: undefined })), []);
    const sidechainLines = [call('t1', push), result('t1')].map((text) =>
      text.replace('{', '{"isSidechain":true,'),
    );
    assert.deepEqual(signalsIn(...sidechainLines), []);
  });

  it('never throw, whatever the entries are', () => {
    const unprintable = { toString: null };
    const value = fc.oneof(fc.jsonValue(), fc.constant(unprintable));
    const block = fc.record({
      type: fc.constantFrom('tool_use', 'tool_result', 7),
      id: value,
      tool_use_id: fc.constant('t1'),
      name: fc.constantFrom('Bash', 'Read'),
      input: value,
      content: value,
      is_error: value,
    });
    const entry = fc.record({
      type: fc.constantFrom('user', 'assistant', 'pr-link', 'attachment'),
      message: fc.record({ content: fc.oneof(value, fc.array(block)) }),
      toolUseResult: value,
      prNumber: value,
      prUrl: value,
      attachment: value,
    });
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        after(...behind, call('t1', push), ...entries.map(line));
      }),
      { numRuns: 300 },
    );
  });

  it('do not hold on to what the commands printed', () => {
    const longest = 'feature/with-a-name-of-some-length';
    const grown = heapGrowth(() =>
      Array.from({ length: 40 }, (_, index) => {
        const sha = `1a2b3c4d5e6f7${index}`;
        const stdout = `${'x'.repeat(1_000_000)}\n[${longest}-${index} ${sha}] Done`;
        const commit = { command: `git commit -m ${index}` };
        return after(call('t1', commit), result('t1', {}, { toolUseResult: { stdout } })).signals;
      }),
    );
    assert.ok(grown < 10_000_000, `${grown} bytes`);
  });

  it('wait for a command without holding on to the rest of it', () => {
    const grown = heapGrowth(() =>
      Array.from({ length: 40 }, (_, index) =>
        after(call('t1', { command: `git push ${index}${'x'.repeat(1_000_000)}` })),
      ),
    );
    assert.ok(grown < 10_000_000, `${grown} bytes`);
  });
});
