import assert from 'node:assert/strict';
import { usesAsCsv, usesAsJsonLines } from '../../../../src/extension/views/grants/usesText';
import type { GrantUse } from '../../../../src/shared/protocol/work/grants';

const use: GrantUse = {
  at: Date.parse('2026-03-02T10:00:00Z'),
  session: 's',
  call: 'c',
  grant: 'g',
  words: 'npm test …',
  tool: 'Bash',
  what: 'npm test "a, b"\nc',
  by: 'Desk',
  key: 'k',
};

describe('The export of allowed requests', () => {
  it('is a table with quoted cells', () => {
    assert.equal(
      usesAsCsv([use, { ...use, lost: true, agent: 'x' }]),
      [
        '"time","session","tool","what","allowed","by","key","subagent","delivered","call","grant"',
        '"2026-03-02T10:00:00.000Z","s","Bash","npm test ""a, b""\nc","npm test …","Desk","k","","yes","c","g"',
        '"2026-03-02T10:00:00.000Z","s","Bash","npm test ""a, b""\nc","npm test …","Desk","k","x","no","c","g"',
        '',
      ].join('\r\n'),
    );
  });

  it('contains no formula that a spreadsheet would run', () => {
    for (const what of ['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1'])
      assert.ok(usesAsCsv([{ ...use, what }]).includes(`"'${what.replaceAll('"', '""')}"`), what);
  });

  it('is one JSON object per line', () => {
    const lines = usesAsJsonLines([use, use]).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      [use, use],
    );
  });
});
