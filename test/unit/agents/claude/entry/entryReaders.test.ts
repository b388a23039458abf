import assert from 'node:assert/strict';
import { entryReaders } from '../../../../../src/extension/agents/claude/entry/entryReaders';
import { passedTypes } from '../../../../../src/extension/agents/claude/entry/knownTypes';
import { recordsIn } from '../../../../../src/extension/agents/claude/entry/records';
import {
  parsedEntry,
  parseEntry,
} from '../../../../../src/extension/agents/claude/entry/parseEntry';
import { newFold, withEntry } from '../../../../../src/extension/transcript/fold/fold';

const subject = { path: '/projects/-work-shop/s.jsonl', sessionId: 's' };

describe('The types of transcript entries', () => {
  it('are read or passed, never both', () => {
    assert.deepEqual(
      [...entryReaders.keys()].filter((type) => passedTypes.has(type)),
      [],
    );
  });

  it('are found behind the beginning of a record that was cut off', () => {
    for (const type of entryReaders.keys()) {
      const record = { type, text: 'whole' };
      const line = `{"type":"user","message":{"content":"cut${JSON.stringify(record)}`;
      assert.deepEqual(recordsIn(line), { records: [record], isDamaged: true }, String(type));
    }
  });

  it('are not found in the parts of a message that was cut off', () => {
    const part = { type: 'text', text: 'words' };
    const line = `{"type":"assistant","message":{"content":[${JSON.stringify(part)},{"type`;
    assert.deepEqual(recordsIn(line), { records: [], isDamaged: true });
  });

  it('keep their fields where they say nothing else', () => {
    const fields = { cwd: '/work/shop', gitBranch: 'topic', version: '2.1.332' };
    for (const type of ['attachment', 'queue-operation', 'of-a-newer-client']) {
      const { facts } = withEntry(newFold(subject), subject, parsedEntry({ type, ...fields }));
      const { cwd, gitBranch, version } = facts ?? {};
      assert.deepEqual({ cwd, gitBranch, version }, fields, type);
    }
  });

  it('give no name of a session to its teammate', () => {
    const record = { type: 'agent-name', agentName: 'Shop', teamName: 'session-00000001' };
    assert.equal(parseEntry(record).agentName, undefined);
    assert.equal(parseEntry({ ...record, type: 'user' }).agentName, 'Shop');
  });
});
