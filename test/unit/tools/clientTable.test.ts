import assert from 'node:assert/strict';
import { parseEntry } from '../../../src/extension/agents/claude/entry/parseEntry';
import { clientNames, isUsed, kindRows } from '../../support/client/kindTable';

describe('The table of what the client writes into transcripts', () => {
  const rows = kindRows();
  const named = (some: typeof rows): readonly string[] => some.map(({ kind }) => kind);

  it('says of each kind what is made of it, or why nothing is', () => {
    assert.deepEqual(named(rows.filter((row) => !isUsed(row) && row.reason === undefined)), []);
  });

  it('gives no reason to leave out what is used', () => {
    assert.deepEqual(named(rows.filter((row) => isUsed(row) && row.reason !== undefined)), []);
  });

  it('gives a reason only for kinds that the program or a sample has', () => {
    const { names } = clientNames();
    const unknown = rows.filter(({ kind, uses }) => uses === undefined && !names.includes(kind));
    assert.deepEqual(named(unknown), []);
  });

  it('has no kind of record that the log would call unknown', () => {
    const records = clientNames().names.filter((name) => !name.includes('/'));
    const unknown = records.filter((type) => {
      const entry = parseEntry({ type });
      return entry.kind === 'other' && entry.unknown !== undefined;
    });
    assert.deepEqual(unknown, []);
  });
});
