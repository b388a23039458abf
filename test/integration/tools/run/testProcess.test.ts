import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { needs } from '../../../support/skip';
import { projectRoot } from '../../../support/editor/paths';
import { until } from '../../../support/until';
import { summarize, type FileRun } from '../../../tools/run/summary';
import { TestProcess, type TestProcessOptions } from '../../../tools/run/testProcess';

/** Real child processes, as in `npm test`. */
describe('A test process', () => {
  let folder: string;
  let written: string[];
  let pids: number[];
  let tests: TestProcess;
  /** A process for tests that do not depend on what it ran before. */
  let shared: TestProcess | undefined;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'test-process-'));
    written = [];
    pids = [];
    tests = make();
  });
  after(() => shared?.end());
  afterEach(async () => {
    if (tests !== shared) await tests.end();
    rmSync(folder, { recursive: true, force: true });
  });

  function make(options: Partial<TestProcessOptions> = {}): TestProcess {
    return new TestProcess({
      grep: undefined,
      interrupted: new AbortController().signal,
      env: () => ({}),
      print: (line) => written.push(line),
      started: (pid) => pids.push(pid ?? 0),
      ...options,
    });
  }

  function share(): void {
    tests = shared ??= make();
  }

  function run(code: string, name = 'some'): Promise<FileRun> {
    const file = path.join(folder, `${name}.test.cjs`);
    writeFileSync(file, code);
    return tests.run('unit', file);
  }

  /** Waits for the first line that a test writes. */
  function firstLine(): Promise<string> {
    return until(
      () => written[0] ?? '',
      (line) => assert.notEqual(line, ''),
      50_000,
    );
  }

  async function counts(code: string): Promise<string> {
    const { text, failed } = summarize([await run(code)]);
    const line = text.split('\n').at(-1) ?? '';
    assert.equal(failed, !line.endsWith(' 0 failed'), text);
    return line;
  }

  it('runs a file, and prints what its tests write under the title of the file', async () => {
    share();
    assert.equal(await counts(`it('is', () => console.log('A line'));`), '1 passed, 0 failed');
    assert.match(written.join('\n'), /^unit \S*some\S* \| A line$/m);
  });

  it('counts the tests that fail', async () => {
    share();
    const code = `it('is', () => {}); it('is not', () => { throw new Error('No'); });`;
    assert.equal(await counts(code), '1 passed, 1 failed');
  });

  it('runs its files in one process, whose modules keep their state', async () => {
    writeFileSync(path.join(folder, 'shared.cjs'), 'exports.runs = 0;');
    const code = (runs: number): string =>
      `const shared = require('./shared.cjs'); it('counts', () => require('assert').equal(++shared.runs, ${runs}));`;
    assert.deepEqual((await run(code(1), 'one')).results?.tests.length, 1);
    assert.deepEqual(summarize([await run(code(2), 'two')]).failed, false);
    assert.equal(pids.length, 1);
  });

  it('fails the test during which an error is not caught, in each of its files', async () => {
    const throws = `it('throws', (done) => { setTimeout(() => { throw new Error('Late'); }); setTimeout(done, 5_000); });`;
    for (const name of ['one', 'two']) {
      const { results, problem } = await run(throws, name);
      assert.deepEqual(
        results?.tests.map(({ outcome, reason = '' }) => [outcome, reason.split('\n')[0]]),
        [['failed', 'Error: Late']],
        problem,
      );
    }
    assert.equal(pids.length, 1);
  });

  it('gives a file what its suite needs, and counts only its own starts', async () => {
    tests = make({ env: (suite) => ({ TEST_PROCESS_SUITE: suite }) });
    const support = JSON.stringify(path.join(projectRoot, 'test/support/startCounts.ts'));
    const code = `it('is', () => { require(${support}).countStart('bundle'); require('assert').equal(process.env.TEST_PROCESS_SUITE, 'unit'); });`;
    for (const name of ['one', 'two']) {
      const { results } = await run(code, name);
      assert.deepEqual(
        results?.tests.map(({ outcome }) => outcome),
        ['passed'],
      );
      assert.deepEqual(results?.starts, { bundle: 1, 'hub in the test process': 0 });
    }
  });

  it('fails a file without a test, unless some were asked for that are elsewhere', async () => {
    assert.equal(await counts('// None.'), '0 passed, 1 failed');
    await tests.end();
    tests = make({ grep: 'elsewhere' });
    assert.equal((await run(`it('is', () => {});`)).problem, undefined);
  });

  it('fails a file that cannot be loaded, by its name', async () => {
    share();
    const { problem } = await run(`throw new Error('No such part');`);
    assert.match(problem ?? '', /^unit \S*some\S*: Error: No such part/);
  });

  it('names file and test where the process ends early, and goes on in another', async () => {
    const { problem } = await run(`it('is', () => {}); it('ends', () => process.exit(0));`);
    assert.match(problem ?? '', /^unit \S*some\S* broke off \(exit code 0\) during "ends"$/);
    assert.equal(await counts(`it('is', () => {});`), '1 passed, 0 failed');
    assert.equal(pids.length, 2);
  });

  it('ends a file that hangs, and all that it started', async function () {
    needs(this, 'signals');
    const limit = new AbortController();
    tests = make({ fileLimit: () => limit.signal });
    const child = `process.on('SIGINT', () => undefined); setInterval(() => undefined, 1_000);`;
    const hangs = run(
      `it('hangs', () => { console.log(require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' }).pid); return new Promise(() => undefined); }).timeout(0);`,
    );
    const pid = Number((await firstLine()).split(' | ').at(-1));
    assert.ok(isRunning(pid));
    limit.abort();
    const { problem } = await hangs;
    assert.match(problem ?? '', /^unit \S*some\S* hangs: it took longer than .* during "hangs"$/);
    await until(
      () => isRunning(pid),
      (running) => assert.equal(running, false),
    );
  });

  it('closes what its files share when it ends, and not before', async () => {
    const support = JSON.stringify(path.join(projectRoot, 'test/support/endOfRun.ts'));
    const code = `it('is', () => require(${support}).atEndOfRun(async () => console.log('closed')));`;
    await run(code, 'one');
    await run(code, 'two');
    assert.deepEqual(written, []);
    assert.equal(await tests.end(), undefined);
    await until(
      () => written.length,
      (lines) => assert.equal(lines, 2),
    );
  });

  it('tells what broke after the last test had passed', async () => {
    await run(
      `it('is', () => {}); after(() => { process.once('exit', () => process.reallyExit(134)); });`,
    );
    assert.match((await tests.end()) ?? '', /^unit \S*some\S* was followed by exit code 134$/);
  });

  it('tells that something keeps it from ending', async () => {
    tests = make({ endLimitMs: 1_000 });
    await run(`it('is', () => { setInterval(() => undefined, 1_000); });`);
    assert.match((await tests.end()) ?? '', /some\S* did not end by itself$/);
  });

  it('kills and names a program that outlives it in a process group of its own', async function () {
    needs(this, 'signals');
    tests = make({ leftLimitMs: 200 });
    const child = `setInterval(() => 'left by a test', 1_000)`;
    await run(
      `it('leaves', () => { const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { detached: true, stdio: 'ignore' }); child.unref(); console.log(child.pid); });`,
    );
    const pid = Number((await firstLine()).split(' | ').at(-1));
    assert.match(
      (await tests.end()) ?? '',
      /some\S* was followed by a program that it left: .*left by a test/,
    );
    await until(
      () => isRunning(pid),
      (running) => assert.equal(running, false),
    );
  });

  it('says of a test that took too long what was still open', async () => {
    share();
    const { results } = await run(
      `it('stays', (done) => { setTimeout(done, 300); }).timeout(100);`,
    );
    const [only] = results?.tests ?? [];
    assert.match(only?.reason ?? '', /^Timeout of 100ms exceeded.*\nOpen: .*\bTimeout \d/);
  });

  it('stretches the limits of suites and tests on a slow machine', async () => {
    tests = make({ slowness: 500.5 });
    const late = `(done) => { setTimeout(done, 300); }`;
    assert.equal(
      await counts(
        `it('late', ${late}).timeout(100); describe('slow', function () { this.timeout(100); before(${late}); it('late, too', ${late}); });`,
      ),
      '2 passed, 0 failed',
    );
  });

  it('ends when the run is interrupted, and starts no file then', async () => {
    const controller = new AbortController();
    tests = make({ interrupted: controller.signal });
    const ended = run(
      `it('stays', (done) => { console.log('begun'); setTimeout(done, 50_000); });`,
    );
    await firstLine();
    controller.abort();
    assert.match((await ended).problem ?? '', /was interrupted during "stays"$/);
    assert.equal((await run(`it('is', () => {});`)).problem, 'interrupted');
    assert.equal(pids.length, 1);
  });

  it('does not outlive the run, however that ends', async function () {
    needs(this, 'signals');
    const file = path.join(folder, 'stays.test.cjs');
    writeFileSync(
      file,
      `it('stays', (done) => { console.log(process.pid); setTimeout(done, 50_000); });`,
    );
    const module = JSON.stringify(path.join(projectRoot, 'test/tools/run/testProcess.ts'));
    const code = `const { TestProcess } = require(${module});
      const interrupted = new AbortController().signal;
      void new TestProcess({ grep: undefined, interrupted, env: () => ({}), print: (line) => console.log(line) }).run('unit', ${JSON.stringify(file)});`;
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    const pid = await new Promise<number>((resolve) =>
      lines.once('line', (line) => resolve(Number(line.split(' | ').at(-1)))),
    );
    assert.ok(isRunning(pid));
    child.kill('SIGKILL');
    await until(
      () => isRunning(pid),
      (running) => assert.equal(running, false),
    );
  });
});

function isRunning(pid: number): boolean {
  assert.ok(pid > 0); // Every process has a group 0.
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
