import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { runPart, testFilesIn } from '../../tools/part';
import { summarize } from '../../tools/summary';
import type { PartResults } from '../../support/results';

/** Each run is a process of its own, as in `npm test`. */
describe('A part of a test run', () => {
  let folder: string;
  let written: string[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'part-'));
    written = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function ended(
    code: string,
    { grep, interrupted }: { grep?: string; interrupted?: AbortSignal } = {},
  ): Promise<string> {
    const file = path.join(folder, 'some.test.cjs');
    writeFileSync(file, code);
    const outcome = await runPart(
      { suite: 'unit', title: 'some', files: [file], output: path.join(folder, 'results.json') },
      {
        grep,
        interrupted: interrupted ?? new AbortController().signal,
        env: {},
        print: (line) => written.push(line),
      },
    );
    const other = { title: 'other', file: '', outcome: 'passed', durationMs: 1 } as const;
    const { text, failed } = summarize([outcome, { suite: 'other', results: [other] }]);
    const counts = text.split('\n').at(-1) ?? '';
    assert.equal(failed, !counts.includes(' 0 failed'), text);
    return counts;
  }

  it('passes with its tests, and hands on what they write', async () => {
    assert.equal(await ended(`it('is', () => console.log('A line'));`), '2 passed, 0 failed');
    assert.ok(written.includes('A line'), written.join('\n'));
  });

  it('fails with one of its tests, by its count', async () => {
    const code = `it('is', () => {}); it('is not', () => { throw new Error('No'); });`;
    assert.equal(await ended(code), '2 passed, 1 failed');
  });

  it('fails where it ends by itself before its tests have, however well', async () => {
    const code = `it('is', () => {}); it('ends', () => process.exit(0));`;
    assert.equal(await ended(code), '1 passed, 1 failed');
  });

  it('fails where something breaks when its tests have passed', async () => {
    const code = `it('is', () => {}); after(() => { process.once('exit', () => process.kill(process.pid, 'SIGKILL')); });`;
    assert.equal(await ended(code), '2 passed, 1 failed');
  });

  it('fails for itself where it breaks down beside a test that failed', async () => {
    const code = `it('is', () => {}); it('is not', () => { throw new Error('No'); }); after(() => { process.once('exit', () => process.reallyExit(134)); });`;
    assert.equal(await ended(code), '2 passed, 2 failed');
  });

  it('fails without a test, unless some were asked for that are elsewhere', async () => {
    assert.equal(await ended('// None.'), '1 passed, 1 failed');
    assert.equal(await ended(`it('is', () => {});`, { grep: 'elsewhere' }), '1 passed, 0 failed');
  });

  it('says of a test that took too long what was still open', async () => {
    const code = `it('stays', (done) => { setTimeout(done, 300); }).timeout(100);`;
    assert.equal(await ended(code), '1 passed, 1 failed');
    const results = readFileSync(path.join(folder, 'results.json'), 'utf8');
    const [only] = (JSON.parse(results) as PartResults).tests;
    assert.match(only?.reason ?? '', /^Timeout of 100ms exceeded.*\nOpen: .*\bTimeout \d/);
  });

  it('ends when the run is interrupted', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 1_500);
    const code = `it('stays', (done) => { setTimeout(done, 50_000); });`;
    assert.equal(await ended(code, { interrupted: controller.signal }), '1 passed, 1 failed');
  });

  it('has files: a folder without a test is told', () => {
    mkdirSync(path.join(folder, 'deep'));
    writeFileSync(path.join(folder, 'deep', 'helper.ts'), '');
    assert.throws(() => testFilesIn(folder), /There is no test in/);
    writeFileSync(path.join(folder, 'deep', 'some.test.ts'), '');
    assert.deepEqual(testFilesIn(folder), [path.join(folder, 'deep', 'some.test.ts')]);
  });
});
