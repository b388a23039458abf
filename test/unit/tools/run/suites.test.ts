import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { filesOf, longFiles, suiteNames, testFilesIn } from '../../../tools/run/suites';
import { readTimes, writeTimes } from '../../../tools/run/times';

describe('The files of a suite', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'suite-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are all test files below its folder; a folder without one is an error', () => {
    mkdirSync(path.join(folder, 'deep'));
    writeFileSync(path.join(folder, 'deep', 'helper.ts'), '');
    assert.throws(() => testFilesIn(folder), /There is no test in/);
    writeFileSync(path.join(folder, 'deep', 'some.test.ts'), '');
    assert.deepEqual(testFilesIn(folder), [path.posix.join(folder, 'deep/some.test.ts')]);
  });

  it('are expected to take what they took last, and by their size where they never ran', () => {
    const own = 'test/unit/tools/run/suites.test.ts';
    const expected = (times: ReadonlyMap<string, number>): number | undefined =>
      filesOf('unit', times).find(({ file }) => file === own)?.expectedMs;
    assert.ok((expected(new Map()) ?? 0) > 0);
    assert.equal(expected(new Map([[own, 1_234]])), 1_234);
  });

  it('are known to take long where they are small and do, as long as they exist', () => {
    const all = suiteNames.flatMap((suite) => filesOf(suite, new Map()));
    const found = all.filter(({ file, expectedMs }) => longFiles[file] === expectedMs);
    assert.equal(found.length, Object.keys(longFiles).length);
  });

  it('keep their durations from run to run, also those that a later run leaves out', () => {
    const file = path.join(folder, 'cache', 'times.json');
    assert.deepEqual(readTimes(file), new Map());
    const results = (wallMs: number): object => ({
      results: { tests: [], wallMs, processorMs: 0, starts: { bundle: 0 } },
    });
    const ran = (name: string, wallMs: number) =>
      ({ suite: 'unit', file: name, ...results(wallMs) }) as const;
    writeTimes([ran('a', 10), ran('b', 20.4)], file);
    writeTimes([ran('a', 30), { suite: 'unit', file: 'b', problem: 'broke off' }], file);
    assert.deepEqual(
      readTimes(file),
      new Map([
        ['a', 30],
        ['b', 20],
      ]),
    );
  });
});
