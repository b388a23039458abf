import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { runPart, type Part } from '../../tools/part';
import { trySecondTime } from '../../tools/secondTry';
import { summarize, type SuiteOutcome } from '../../tools/summary';

/** Each run is a process of its own, as in `npm test`. */
describe('The second try of a test run', () => {
  let folder: string;
  let runs: (readonly string[])[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'second-try-'));
    runs = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (part: Part): Promise<SuiteOutcome> => {
    runs.push(part.files.map((file) => path.basename(file)));
    // The results go into this test's own folder: the run that it is a part of has files of the same names.
    const output = path.join(folder, path.basename(part.output));
    return runPart(
      { ...part, output },
      {
        grep: undefined,
        interrupted: new AbortController().signal,
        env: {},
        print: () => undefined,
      },
    );
  };

  /** How a part with these files ends, by their names without `.test.cjs`. */
  async function ended(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const paths = Object.entries(files).map(([name, code]) => {
      const file = path.join(folder, `${name}.test.cjs`);
      writeFileSync(file, code);
      return file;
    });
    const output = path.join(folder, 'results.json');
    const part: Part = { suite: 'unit', title: 'unit 1/2', files: paths, output };
    const outcomes = await trySecondTime([{ part, outcome: await run(part) }], run);
    const lines = summarize(outcomes).text.split('\n');
    return lines.filter((line) => /^\S/.test(line));
  }

  /** Throws in the first process that gets there. */
  const once = (where: string): string =>
    `const mark = __filename + '.seen', fs = require('fs'); if (!fs.existsSync(mark)) { fs.writeFileSync(mark, ''); throw new Error('${where}'); }`;
  const passes = `it('is', () => {});`;

  it('runs the file of a failed test alone, and tells of a test that passes then', async () => {
    const lines = await ended({
      late: `${passes} it('is late', () => { ${once('Not yet')} });`,
      good: passes,
    });
    assert.deepEqual(lines, [
      'unsteady: unit: is late: Error: Not yet',
      '1 unsteady: passed only at the second try',
      '3 passed, 0 failed',
    ]);
    assert.deepEqual(runs, [['late.test.cjs', 'good.test.cjs'], ['late.test.cjs']]);
  });

  it('fails what fails again, by what it says then', async () => {
    const lines = await ended({
      bad: `it('is not', () => { throw new Error('No ' + process.argv.filter((one) => /test\\.cjs$/.test(one)).length); });`,
      good: passes,
    });
    assert.deepEqual(lines, ['failed: unit: is not: Error: No 1', '1 passed, 1 failed']);
  });

  it('counts the tests that a hook which failed had kept from running', async () => {
    const lines = await ended({
      hook: `describe('All', () => { before(() => { ${once('Not there')} }); ${passes} it('is too', () => {}); });`,
    });
    assert.equal(lines[0], 'unsteady: unit: All "before all" hook for "is": Error: Not there');
    assert.equal(lines.at(-1), '3 passed, 0 failed');
  });

  it('keeps what failed at first where the second run breaks off', async () => {
    const lines = await ended({
      ends: `it('is not', () => { ${once('No')} process.exit(0); });`,
    });
    assert.deepEqual(lines, ['failed: unit: is not: Error: No', '0 passed, 1 failed']);
  });

  it('keeps what failed at first where the second try leaves the test out', async () => {
    const lines = await ended({
      skips: `it('is not', function () { const mark = __filename + '.seen', fs = require('fs'); if (fs.existsSync(mark)) this.skip(); fs.writeFileSync(mark, ''); throw new Error('No'); });`,
      none: `const mark = __filename + '.seen', fs = require('fs'); if (fs.existsSync(mark)) it('is', () => {}); else it('is gone', () => { fs.writeFileSync(mark, ''); throw new Error('Gone'); });`,
    });
    assert.deepEqual(lines, [
      'failed: unit: is not: Error: No',
      'failed: unit: is gone: Error: Gone',
      '1 passed, 2 failed',
    ]);
  });

  it('is not given where many files fail', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `many${String(index)}`);
    const bad = `it('is not', () => { throw new Error('No'); });`;
    const lines = await ended(Object.fromEntries(names.map((name) => [name, bad])));
    assert.equal(lines.at(-1), '0 passed, 9 failed');
    assert.equal(runs.length, 1);
  });

  it('is not given to a part that broke off', async () => {
    const lines = await ended({ ends: `it('ends', () => process.exit(0));` });
    assert.equal(lines.at(-1), '0 passed, 1 failed');
    assert.equal(runs.length, 1);
  });
});
