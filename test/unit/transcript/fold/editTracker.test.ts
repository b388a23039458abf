import assert from 'node:assert/strict';
import { EditTracker } from '../../../../src/extension/transcript/fold/editTracker';
import { newFold, withEntry } from '../../../../src/extension/transcript/fold/fold';

const moment = { turn: 2, at: 5 };
const fresh = () => new EditTracker(newFold({ path: '/t.jsonl', sessionId: 's' }));
const head = (id: string, input: object, name = 'Edit') =>
  `{"message":{"role":"assistant","content":[${JSON.stringify({ type: 'tool_use', id, name, input })}`;

describe('EditScan', () => {
  it('knows a file from the beginning of the line', () => {
    const scan = fresh();
    assert.equal(scan.takeHead(head('t1', { replace_all: false, file_path: '/a "b".ts' })), true);
    scan.ends('t1', () => false, moment);
    scan.ends('t1', () => false, moment);
    assert.deepEqual(scan.changes.files, [['/a "b".ts', 1, 1, 2]]);
  });

  it('does not count what failed, nor other tools', () => {
    const scan = fresh();
    scan.takeHead(head('t1', { file_path: '/a' }));
    scan.takeHead(head('t2', { file_path: '/a' }, 'Read'));
    scan.takeHead('{"message":{"role":"assistant","content":[{"type":"text","text":"Edit"}');
    scan.ends('t1', () => true, moment);
    scan.ends('t2', () => false, moment);
    assert.equal(scan.changes.edits, 0);
  });

  it('goes on with the calls that were open before', () => {
    const input = { file_path: '/open' };
    const results = [{ toolUseId: 't1', isError: false, rejected: false }];
    for (const agentId of [undefined, 'a1']) {
      const of = { path: '/t.jsonl', sessionId: 's', agentId };
      const before = withEntry(newFold(of), of, {
        line: { kind: 'assistant', toolUses: [{ id: 't1', name: 'Write', input }] },
        at: 1,
        usage: undefined,
        isSidechain: false,
      });
      const scan = new EditTracker(before);
      scan.take({ kind: 'toolResults', results }, moment);
      assert.deepEqual(scan.changes.files, [['/open', 1, 1, 2]], agentId ?? 'session');
    }
  });

  it('counts no edit of a file without a name', () => {
    const scan = fresh();
    assert.equal(scan.takeHead(head('t1', { file_path: '' })), true);
    scan.take({ kind: 'assistant', toolUses: [{ id: 't2', name: 'Write', input: {} }] }, moment);
    for (const id of ['t1', 't2']) scan.ends(id, () => false, moment);
    assert.equal(scan.changes.edits, 0);
  });

  it('asks for the whole line where the beginning does not say enough', () => {
    const scan = fresh();
    const far = head('t1', { old_string: 'x'.repeat(900), file_path: '/a' }).slice(0, 600);
    assert.equal(scan.takeHead(far), false);
    assert.equal(scan.takeHead(`${head('t1', { file_path: '/a' })},{"type":"tool_use"`), false);
    assert.equal(scan.takeHead(head('t1', { file_path: '/\u00c3\u00a9' })), false);
    const toolUses = [{ id: 't1', name: 'Edit', input: { file_path: '/é' } }];
    scan.take({ kind: 'assistant', toolUses }, moment);
    const results = [{ toolUseId: 't1', isError: false, rejected: false }];
    scan.take({ kind: 'toolResults', results }, moment);
    assert.deepEqual(scan.changes.files, [['/é', 1, 1, 2]]);
  });
});
