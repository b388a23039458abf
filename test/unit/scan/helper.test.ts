import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Slices } from '../../../src/extension/hub/ingest/slices';
import { Scan } from '../../../src/extension/hub/scan/scan';
import type { ScanNews } from '../../../src/extension/hub/scan/scanNews';
import { PrivateFolder } from '../../../src/extension/util/privateFolder';
import { clientLine } from '../../support/clientLine';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { threadScripts } from '../../support/hub/threadScripts';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

const count = 60;

/** Lets a test have its say before a file is read, and between its portions. */
class HeldSlices extends Slices {
  between: (portion: number) => Promise<void> = () => Promise.resolve();
  private hold: (read: number) => Promise<void> = () => Promise.resolve();
  reads = 0;
  /** What a test's say ended with: the scan takes it for a file that cannot be read. */
  failure: unknown;

  holdFromNow(hold: (read: number) => Promise<void>): void {
    this.hold = hold;
    this.reads = 0;
  }

  override async run<Result>(job: Iterator<unknown, Result>): Promise<Result> {
    const { between } = this; // As it was set when this began.
    this.reads += 1;
    await this.orFail(this.hold(this.reads));
    for (let portion = 1; ; portion += 1) {
      const step = job.next();
      if (step.done === true) return step.value;
      await this.orFail(between(portion));
    }
  }

  private async orFail(said: Promise<void>): Promise<void> {
    try {
      await said;
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

describe('A scan with a helper', function () {
  this.timeout(60_000);
  let home: string;
  let news: ScanNews[];
  let models: readonly string[];
  let scan: Scan | undefined;
  let slices: HeldSlices;

  beforeEach(async () => {
    home = await tempHome();
    news = [];
  });
  afterEach(async () => {
    await scan?.close();
    scan = undefined;
    await removeHome(home);
    if (slices.failure !== undefined) throw slices.failure;
  });

  /** Session n has n messages of n tokens each, and the copy of one of its neighbour's. */
  async function sessions(): Promise<void> {
    const modified = Date.now() / 1000 + 3_600; // Of today, just after midnight too.
    for (let n = 1; n <= count; n += 1) {
      const transcript = TranscriptFile.of(home, `session-${n}`);
      const messages = Array.from({ length: n }, (_, index) =>
        transcript.answer('Done.', `msg_${n}_${index}`, { output: n }),
      );
      const copy = transcript.answer(
        'Done.',
        `msg_${n - 1}_0`,
        { output: n - 1 },
        {
          session_id: `session-${n - 1}`,
        },
      );
      await transcript.write(...messages, ...(n > 1 ? [copy] : []));
      fs.utimesSync(transcript.file, modified - n, modified - n);
    }
  }

  const fileOf = (n: number): string => TranscriptFile.of(home, `session-${n}`).file;

  /** Before each file that is read here, and of which it is told how many were before, `hold` settles. */
  function start(
    script?: string,
    hold: (read: number) => Promise<void> = () => Promise.resolve(),
    cores = 3,
  ): Scan {
    slices = new HeldSlices();
    scan = new Scan({
      projects: path.join(home, 'projects'),
      cacheFolder: new PrivateFolder(path.join(home, 'cache')),
      slices,
      tell: (one) => {
        if (one.type === 'split') models = one.cost.models.map(({ model }) => model);
        else news.push(one);
      },
      ...(script === undefined
        ? {}
        : { helper: { script, fromBytes: 1, taskBytes: 5_000, cores } }),
    });
    slices.holdFromNow(hold);
    return scan;
  }

  const usage = () => news.filter((one) => one.type === 'usage');

  function outputs(): Record<string, number> {
    const all = usage().flatMap(({ totals }) =>
      totals.map(({ sessionId, total }) => [sessionId, total.output] as const),
    );
    return Object.fromEntries(all);
  }

  const expected = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`session-${index + 1}`, (index + 1) ** 2]),
  );

  interface TestedHelper {
    readonly script: string;
    /** Settles when it was given so many tasks, has read them, or has told of them. */
    asked(count: number): Promise<void>;
    read(count: number): Promise<void>;
    told(count: number): Promise<void>;
    log(): string;
  }

  /** A helper that runs this code before each of its tasks, and this before each report. */
  function helperThat(before = '', beforeReport = ''): TestedHelper {
    const [script, log] = [path.join(home, 'helper.js'), path.join(home, 'helper.log')];
    fs.writeFileSync(log, '');
    const note = (word: string): string =>
      `fs.appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(`${word}\n`)});`;
    fs.writeFileSync(
      script,
      `const fs = require('node:fs');
      const { parentPort } = require('node:worker_threads');
      const post = parentPort.postMessage.bind(parentPort);
      parentPort.on('message', () => { ${note('task')} ${before} });
      parentPort.postMessage = (...said) => {
        ${note('read')}
        ${beforeReport}
        post(...said);
        ${note('report')}
      };
      require(${JSON.stringify(path.join(threadScripts(), 'scan.js'))});`,
    );
    const said = (): string => fs.readFileSync(log, 'utf8');
    const noted = (word: string, wanted: number): Promise<void> =>
      until(
        () => said().split(word).length - 1,
        (times) => assert.ok(times >= wanted, `${word}: ${times} of ${wanted}`),
      ).then(() => undefined);
    return {
      script,
      asked: (times) => noted('task', times),
      read: (times) => noted('read', times),
      log: said,
      told: async (times) => {
        await noted('report', times);
        await delay(20); // What was posted has to arrive.
      },
    };
  }

  const busyFor = (ms: number): string =>
    `for (const until = Date.now() + ${ms}; Date.now() < until;);`;

  it('counts each message once, whoever reads it', async () => {
    await sessions();
    const helper = helperThat();
    await start(helper.script, (read) => (read === 1 ? helper.told(5) : Promise.resolve())).begin(
      [],
    );
    assert.deepEqual(outputs(), expected);
    assert.ok(slices.reads < count, 'nothing was taken from the helper');
    assert.equal(usage().at(-1)?.progress, undefined);
    assert.equal(usage().filter(({ progress }) => progress === undefined).length, 1);
  });

  it('tells names apart in a file that it is reading while a report comes', async () => {
    const [own, other] = [TranscriptFile.of(home, 'own'), TranscriptFile.of(home, 'other')];
    const ids = Array.from({ length: 600 }, (_, n) => `msg_${n}`);
    await own.write(...ids.map((id) => clientLine(id, 'claude-opus-4-1', 'x'.repeat(2_000))));
    // As much as a helper is given at once.
    for (const [seconds, one] of [other, TranscriptFile.of(home, 'third')].entries()) {
      await one.write(clientLine(`msg_${one.sessionId}`, 'claude-haiku-4-5', 'x'.repeat(6_000)));
      fs.utimesSync(one.file, 1_000 + seconds, 1_000 + seconds);
    }
    const helper = helperThat();
    const running = start(helper.script);
    slices.between = (portion) => (portion === 1 ? helper.told(1) : Promise.resolve());
    await running.begin([]);
    await running.split(1, 'own');
    assert.deepEqual(models, ['claude-opus-4-1']);
  });

  it('knows of today when the helper has read its part of it', async () => {
    await sessions();
    const helper = helperThat();
    await start(helper.script, (read) => (read === 1 ? helper.told(5) : Promise.resolve())).begin(
      [],
    );
    const known = usage().findIndex(
      ({ progress }) => progress === undefined || progress.todayIsKnown,
    );
    news = usage().slice(0, known + 1);
    assert.deepEqual(outputs(), expected);
  });

  it('reads by itself what a helper that fails has not read', async () => {
    await sessions();
    const helper = helperThat('throw new Error("out of luck");');
    await start(helper.script, (read) => (read === 1 ? helper.asked(1) : Promise.resolve())).begin(
      [],
    );
    assert.deepEqual(outputs(), expected);
  });

  it('waits for no helper that takes long, or never begins', async () => {
    await sessions();
    const helper = helperThat(busyFor(60_000));
    await start(helper.script, (read) => (read === 1 ? helper.asked(1) : Promise.resolve())).begin(
      [],
    );
    assert.deepEqual(outputs(), expected);
    await scan?.close();
    news = [];
    fs.rmSync(path.join(home, 'cache'), { recursive: true });
    await start(path.join(home, 'missing.js')).begin([]);
    assert.deepEqual(outputs(), expected);
  });

  /** The oldest file becomes another when the helper has read it and not yet told so. */
  async function replaceMeanwhile(lines: readonly string[]): Promise<void> {
    await sessions();
    const held = path.join(home, 'held');
    const helper = helperThat('', `while (!fs.existsSync(${JSON.stringify(held)}));`);
    const oldest = fileOf(count);
    const running = start(helper.script, async (read) => {
      if (read !== 1) return;
      await helper.read(1);
      fs.writeFileSync(path.join(home, 'other.jsonl'), lines.map((line) => `${line}\n`).join(''));
      fs.renameSync(path.join(home, 'other.jsonl'), oldest);
      running.look(oldest);
    });
    slices.between = async () => {
      // The first that is read here is the one that was planned, the next is the one to look at.
      if (slices.reads < 2 || fs.existsSync(held)) return;
      fs.writeFileSync(held, '');
      await helper.told(1);
    };
    await running.begin([]);
    assert.deepEqual(outputs(), { ...expected, [`session-${count}`]: lines.length });
  }

  it('takes no report of a file that it has read itself meanwhile', () =>
    replaceMeanwhile([clientLine('msg_other', 'claude-opus-4-1', 'Done.')]));

  it('takes no report of a file in the middle of reading it', () =>
    replaceMeanwhile(
      Array.from({ length: 600 }, (_, n) =>
        clientLine(`msg_other_${n}`, 'claude-opus-4-1', 'x'.repeat(2_000)),
      ),
    ));

  it('is over at once when it is closed in the middle, and keeps what was told', async () => {
    await sessions();
    const helper = helperThat(
      `globalThis.tasks = (globalThis.tasks ?? 0) + 1; if (tasks > 3) ${busyFor(60_000)}`,
    );
    let closed: Promise<void> | undefined;
    const running = start(helper.script, async (read) => {
      if (read > 1) return;
      await helper.told(3);
      await helper.asked(4);
      closed = running.close();
    });
    await running.begin([]);
    assert.ok(closed);
    await closed;
    news = [];
    await start().begin([]);
    assert.deepEqual(outputs(), expected);
    assert.ok(slices.reads <= count - 3, 'nothing was kept');
  });

  it('asks nobody where no core is to spare', async () => {
    await sessions();
    const helper = helperThat();
    const wait = (read: number): Promise<void> => (read === 2 ? delay(500) : Promise.resolve());
    await start(helper.script, wait, 2).begin([]);
    assert.equal(helper.log(), '');
    assert.deepEqual(outputs(), expected);
  });
});
