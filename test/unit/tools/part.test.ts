import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { readResults, runPart, testFilesIn } from '../../tools/part';
import { summarize } from '../../tools/summary';

/** Each run is a process of its own, as in `npm test`. */
describe('A part of a test run', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'part-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function ended(
    code: string,
    { grep, interrupted }: { grep?: string; interrupted?: AbortSignal } = {},
  ): Promise<string> {
    const file = path.join(folder, 'some.test.cjs');
    writeFileSync(file, code);
    const output = path.join(folder, 'results.json');
    const problem = await runPart(
      { suite: 'unit', title: 'some', files: [file], output },
      {
        grep,
        interrupted: interrupted ?? new AbortController().signal,
        env: {},
        file: path.join(folder, 'written.txt'),
      },
    ).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    const results = await readResults(output);
    const outcome = { suite: 'unit', results, ...(problem !== undefined && { problem }) } as const;
    const other = { title: 'other', outcome: 'passed', durationMs: 1 } as const;
    const { text, failed } = summarize([outcome, { suite: 'other', results: [other] }]);
    const counts = text.split('\n').at(-1) ?? '';
    assert.equal(failed, !counts.includes(' 0 failed'), text);
    return counts;
  }

  it('passes with its tests', async () => {
    assert.equal(await ended(`it('is', () => {});`), '2 passed, 0 failed');
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

  it('fails without a test, unless some were asked for that are elsewhere', async () => {
    assert.equal(await ended('// None.'), '1 passed, 1 failed');
    assert.equal(await ended(`it('is', () => {});`, { grep: 'elsewhere' }), '1 passed, 0 failed');
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
