import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { trySecondTime } from '../../../tools/run/secondTry';
import type { SuiteName } from '../../../tools/run/suites';
import { summarize, type FileRun } from '../../../tools/run/summary';
import { TestProcess } from '../../../tools/run/testProcess';

/** Real child processes, as in `npm test`. */
describe('The second try of a test run', () => {
  let folder: string;
  let runs: string[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'second-try-'));
    runs = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (suite: SuiteName, file: string): Promise<FileRun> => {
    runs.push(path.basename(file, '.test.cjs'));
    const tests = new TestProcess({
      grep: undefined,
      interrupted: new AbortController().signal,
      env: () => ({}),
      print: () => undefined,
    });
    const ran = await tests.run(suite, file);
    await tests.end();
    return ran;
  };

  /** How a run with these files ends, by their names without `.test.cjs`. */
  async function ended(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const ran: FileRun[] = [];
    for (const [name, code] of Object.entries(files)) {
      const file = path.join(folder, `${name}.test.cjs`);
      writeFileSync(file, code);
      ran.push(await run('unit', file));
    }
    runs = [];
    const lines = summarize(await trySecondTime(ran, run)).text.split('\n');
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
    assert.deepEqual(runs, ['late']);
  });

  it('fails what fails again, by what it says then', async () => {
    const lines = await ended({
      bad: `it('is not', () => { const mark = __filename + '.runs', fs = require('fs'); fs.appendFileSync(mark, '.'); throw new Error('No ' + fs.readFileSync(mark, 'utf8').length); });`,
      good: passes,
    });
    assert.deepEqual(lines, ['failed: unit: is not: Error: No 2', '1 passed, 1 failed']);
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
    assert.deepEqual(runs, []);
  });

  it('is not given to a file that broke off', async () => {
    const lines = await ended({ ends: `it('ends', () => process.exit(0));` });
    assert.equal(lines.at(-1), '0 passed, 1 failed');
    assert.deepEqual(runs, []);
  });
});
