import assert from 'node:assert/strict';
import { entryReaders } from '../../../../../src/extension/agents/claude/entry/entryReaders';
import { ignoredTypes } from '../../../../../src/extension/agents/claude/entry/knownTypes';
import { maxNameLength, nameAt } from '../../../../../src/extension/util/json';
import { recordsIn } from '../../../../../src/extension/agents/claude/entry/records';
import {
  parsedEntry,
  parseEntry,
} from '../../../../../src/extension/agents/claude/entry/parseEntry';
import {
  fieldPaths,
  latestFields,
} from '../../../../../src/extension/hub/domain/facts/transcriptEntry';
import { newFold, withEntry } from '../../../../../src/extension/transcript/fold/fold';

const subject = { path: '/projects/-work-shop/s.jsonl', sessionId: 's' };

describe('The types of transcript entries', () => {
  it('are read or passed, never both', () => {
    assert.deepEqual(
      [...entryReaders.keys()].filter((type) => ignoredTypes.has(type)),
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

  it('keep every field of the table, each from its path in the record', () => {
    const record: Record<string, unknown> = { type: 'of-a-newer-client' };
    for (const [field, path] of Object.entries(fieldPaths)) {
      let holder = record;
      for (const key of path.slice(0, -1)) holder = (holder[key] ??= {}) as Record<string, unknown>;
      holder[path.at(-1) ?? ''] = `the ${field}`;
    }
    const facts = { ...withEntry(newFold(subject), subject, parsedEntry(record)).facts };
    const values = latestFields.map((field) => [field, facts[field]]);
    assert.deepEqual(
      values,
      latestFields.map((field) => [field, `the ${field}`]),
    );
  });

  it('have a name that is nested in other objects, if all of these are objects', () => {
    const nested = (usage: unknown) => nameAt({ message: { usage } }, ['message', 'usage', 'tier']);
    assert.equal(nested({ tier: 'priority' }), 'priority');
    assert.equal(nested({ tier: 'x'.repeat(5_000) })?.length, maxNameLength);
    for (const usage of [undefined, null, 'tier', [], {}, { tier: 7 }, { tier: '' }])
      assert.equal(nested(usage), undefined);
    assert.equal(nameAt({ tier: 'priority' }, ['message', 'usage', 'tier']), undefined);
  });

  it('give no name of a session to its teammate', () => {
    const record = { type: 'agent-name', agentName: 'Shop', teamName: 'session-00000001' };
    assert.equal(parseEntry(record).agentName, undefined);
    assert.equal(parseEntry({ ...record, type: 'user' }).agentName, 'Shop');
  });
});
