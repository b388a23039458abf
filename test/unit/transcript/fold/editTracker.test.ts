import assert from 'node:assert/strict';
import { EditTracker } from '../../../../src/extension/transcript/fold/editTracker';
import { newFold, withEntry } from '../../../../src/extension/transcript/fold/fold';

const turn = 2;
const day = Date.UTC(2026, 2, 2);
const moment = { turn, at: day + 5 };
const fresh = () => new EditTracker(newFold({ path: '/t.jsonl', sessionId: 's' }));
const head = (id: string, input: object, name = 'Edit') =>
  `{"message":{"role":"assistant","content":[${JSON.stringify({ type: 'tool_use', id, name, input })}`;
/** A line of which the bytes tell this much, within others. */
const line = (text = '', at: number | 'none' = 5) => {
  const time = at === 'none' ? '' : `"timestamp":"${new Date(day + at).toISOString()}"`;
  const bytes = Buffer.from(`"timestamp":"x"\n${time},${text}\n"bashEditDiff":{`);
  return { bytes, start: 16, end: bytes.lastIndexOf('\n') };
};
const result = (toolUseId: string, edited?: readonly string[]) => ({
  toolUseId,
  isError: false,
  rejected: false,
  ...(edited && { edited }),
});

describe('EditTracker', () => {
  it('knows a file from the beginning of the line, and the time from the result', () => {
    const edits = fresh();
    const input = { replace_all: false, file_path: '/a "b".ts' };
    assert.equal(edits.takeHead(head('t1', input), line()), true);
    for (let times = 0; times < 2; times += 1)
      assert.equal(edits.takeResult('t1', line('', 7), turn), true);
    assert.deepEqual([...edits.changes.files], [['/a "b".ts', 1, 1, 2, day + 7]]);
    assert.equal(edits.changes.lastAt, day + 7);
  });

  it('does not count what failed, nor other tools', () => {
    const edits = fresh();
    edits.takeHead(head('t1', { file_path: '/a' }), line());
    edits.takeHead(head('t2', { file_path: '/a' }, 'Read'), line());
    edits.takeHead('{"message":{"role":"assistant","content":[{"type":"text","text":"E"}', line());
    edits.takeResult('t1', line('"is_error":true'), turn);
    edits.takeResult('t2', line(), turn);
    assert.equal(edits.changes.edits, 0);
  });

  it('goes on with the calls that were open before', () => {
    const input = { file_path: '/open' };
    for (const agentId of [undefined, 'a1']) {
      const of = { path: '/t.jsonl', sessionId: 's', agentId };
      const toolUses = [
        { id: 't1', name: 'Write', input },
        { id: 't2', name: 'Bash', input: { command: 'make' } },
      ];
      const entry = { line: { kind: 'assistant', toolUses }, at: 1 } as const;
      const before = withEntry(newFold(of), of, { ...entry, usage: undefined, isSidechain: false });
      const edits = new EditTracker(before);
      const results = [result('t1'), result('t2', ['/made'])];
      edits.take({ kind: 'toolResults', results }, moment);
      assert.deepEqual(
        [...edits.changes.files],
        [
          ['/open', 1, 1, 2, day + 5],
          ['/made', 1, 1, 2, day + 5, 1],
        ],
        agentId ?? 'session',
      );
    }
  });

  it('counts no edit of a file without a name', () => {
    const edits = fresh();
    assert.equal(edits.takeHead(head('t1', { file_path: '' }), line()), true);
    edits.take({ kind: 'assistant', toolUses: [{ id: 't2', name: 'Write', input: {} }] }, moment);
    for (const id of ['t1', 't2']) edits.takeResult(id, line(), turn);
    assert.equal(edits.changes.edits, 0);
  });

  it('asks for the whole line where the beginning does not say enough', () => {
    const edits = fresh();
    const far = head('t1', { old_string: 'x'.repeat(900), file_path: '/a' }).slice(0, 600);
    assert.equal(edits.takeHead(far, line()), false);
    const two = `${head('t1', { file_path: '/a' })},{"type":"tool_use"`;
    assert.equal(edits.takeHead(two, line()), false);
    assert.equal(edits.takeHead(head('t1', { file_path: '/a' }).slice(0, 80), line()), false);
    assert.equal(edits.takeHead(head('t1', { file_path: '/\u00c3\u00a9' }), line()), false);
    const toolUses = [{ id: 't1', name: 'Edit', input: { file_path: '/é' } }];
    edits.take({ kind: 'assistant', toolUses }, moment);
    edits.take({ kind: 'toolResults', results: [result('t1')] }, moment);
    assert.deepEqual([...edits.changes.files], [['/é', 1, 1, 2, day + 5]]);
  });

  it('asks for the whole line of a result where only that tells the folder or the time', () => {
    const edits = fresh();
    edits.takeHead(head('t1', { file_path: 'src/a.ts' }), line());
    assert.equal(edits.takeResult('t1', line(), turn), false);
    const results = [result('t1')];
    edits.take({ kind: 'toolResults', results }, { ...moment, cwd: '/w' });
    edits.takeHead(head('t2', { file_path: '/w/b.ts' }), line());
    assert.equal(edits.takeResult('t2', line('', 'none'), turn), false);
    assert.deepEqual(edits.changes.files.at(0), ['/w/src/a.ts', 1, 1, 2, day + 5]);
  });

  it('takes the files that a command changed, with the time at which it began', () => {
    const edits = fresh();
    for (const [id, name] of [
      ['t1', 'Bash'],
      ['t2', 'PowerShell'],
      ['t3', 'Bash'],
    ] as const)
      assert.equal(edits.takeHead(head(id, { command: 'make' }, name), line('', 3)), true);
    assert.equal(edits.takeResult('t1', line('"bashEditDiff":{"files":[]'), turn), false);
    edits.take({ kind: 'toolResults', results: [result('t1', ['/a', '/b'])] }, moment);
    edits.take(
      { kind: 'toolResults', results: [result('t2', ['/b'])] },
      { ...moment, at: day + 6 },
    );
    assert.equal(edits.takeResult('t3', line(), turn), true);
    assert.deepEqual(
      [...edits.changes.files],
      [
        ['/a', 1, 1, 2, day + 5, day + 3],
        ['/b', 2, 1, 2, day + 6, day + 3],
      ],
    );
  });
});
