import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { Scan } from '../../../../src/extension/hub/reading/usage/scan';
import { Catalogue } from '../../../../src/extension/hub/reading/catalogue';
import type { ReadingNews } from '../../../../src/extension/hub/reading/messages';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TranscriptFile } from '../../../support/hub/transcriptFile';
import { needs } from '../../../support/skip';
import { until } from '../../../support/until';
import { claudeHomes } from '../../../support/agents/claudeHomes';

type UsageNews = Extract<ReadingNews, { type: 'usage' }>;

const day = 24 * 60 * 60_000;

describe('A scan', () => {
  let home: string;
  let news: ReadingNews[];
  let scan: Scan | undefined;
  let folder: string;

  beforeEach(async () => {
    home = await tempHome();
    news = [];
    folder = 'projects';
  });
  afterEach(async () => {
    await scan?.close();
    await removeHome(home);
  });

  /** A transcript with one message, last changed this many days ago. */
  async function session(sessionId: string, daysAgo: number): Promise<string> {
    const at = Date.now() - daysAgo * day;
    const file = path.join(home, 'projects', '-w', `${sessionId}.jsonl`);
    const transcript = new TranscriptFile(sessionId, file, at);
    await transcript.write(transcript.answer('Done.', `msg_${sessionId}`, { output: 1 }));
    fs.utimesSync(file, at / 1000, at / 1000);
    return file;
  }

  function start(onTold?: (one: ReadingNews) => void): Scan {
    const emit = (one: ReadingNews): void => {
      news.push(one);
      onTold?.(one);
    };
    const parts = { homes: claudeHomes(path.join(home, folder)), slices: new Slices(), emit };
    scan = new Scan({
      ...parts,
      cacheFolder: new PrivateFolder(path.join(home, 'cache')),
      catalogue: new Catalogue(parts),
    });
    return scan;
  }

  const usage = (): UsageNews[] => news.filter((one) => one.type === 'usage');
  const sessionsIn = (some: readonly UsageNews[]): string[] =>
    some.flatMap(({ totals }) => totals.map(({ sessionId }) => sessionId));

  it('counts agents of old clients to their session, over a restart and once their files are gone', async () => {
    const own = await session('s1', 0);
    const file = path.join(path.dirname(own), 'agent-5c0ffee0.jsonl');
    const agent = new TranscriptFile('s1', file);
    await agent.write(agent.answer('Found.', 'msg_agent', { output: 90 }));
    const outputs = async (): Promise<unknown> => {
      news = [];
      await start().begin([]);
      await scan?.close();
      const totals = usage().flatMap((one) => one.totals);
      return ['5c0ffee0', undefined].map(
        (agentId) => totals.findLast((one) => one.agentId === agentId)?.total.output,
      );
    };
    assert.deepEqual(await outputs(), [90, 91]);
    assert.deepEqual(await outputs(), [90, 91]);
    fs.rmSync(file);
    folder = 'moved'; // No file at this path is cached in memory.
    fs.renameSync(path.join(home, 'projects'), path.join(home, folder));
    assert.deepEqual(await outputs(), [0, 1]);
  });

  it('tells of the sessions asked for, then of today, then of all', async () => {
    for (const [name, daysAgo] of Object.entries({ old: 40, living: 20, today: 0 })) {
      await session(name, daysAgo);
    }
    await start().begin(['living']);
    const first = usage().findIndex(({ firstAreKnown }) => firstAreKnown);
    const today = usage().findIndex(({ progress }) => progress?.todayIsKnown === true);
    const end = usage().findIndex(({ progress }) => progress === undefined);
    assert.deepEqual(sessionsIn(usage().slice(0, first + 1)), ['living']);
    assert.deepEqual(sessionsIn(usage().slice(first + 1, today + 1)), ['today']);
    assert.deepEqual(sessionsIn(usage().slice(today + 1, end + 1)), ['old']);
    assert.equal(end, usage().length - 1);
    const bytes = fs.statSync(path.join(home, 'projects', '-w', 'old.jsonl')).size;
    const { doneBytes = 0, totalBytes = 0 } = usage()[today]?.progress ?? {};
    assert.equal(totalBytes - doneBytes, bytes);
  });

  it('keeps nothing for the next start before all is counted: the first sessions do not wait for the disk', async () => {
    await session('first', 0);
    await session('older', 3);
    const stored: boolean[] = [];
    const file = path.join(home, 'cache', 'usage.bin');
    await start(() => stored.push(fs.existsSync(file))).begin(['first']);
    assert.deepEqual(new Set(stored), new Set([false]));
    assert.ok(fs.existsSync(file));
  });

  it('tells once which sessions were active last, and again when these are others', async () => {
    const recent = (): string[][] =>
      news.flatMap((one) =>
        one.type === 'recent' ? [one.files.map(({ kind }) => kind.sessionId)] : [],
      );
    await session('a', 1);
    const running = start();
    await running.begin([]);
    await running.recount();
    assert.deepEqual(recent(), [['a']]);
    await session('b', 0);
    await running.recount();
    assert.deepEqual(recent(), [['a'], ['b', 'a']]);
  });

  it('sees what nobody told of: files that grew, came and went', async () => {
    const [grown, gone] = [await session('grown', 1), await session('gone', 1)];
    const running = start();
    await running.begin([]);
    news = [];
    fs.appendFileSync(grown, fs.readFileSync(grown, 'utf8').replaceAll('msg_grown', 'msg_more'));
    fs.rmSync(gone);
    await session('new', 0);
    await running.recount();
    const outputs = usage().flatMap(({ totals }) =>
      totals.map(({ sessionId, total }) => [sessionId, total.output] as const),
    );
    assert.deepEqual(Object.fromEntries(outputs), { grown: 2, gone: 0, new: 1 });
  });

  it('keeps what it counts of a file that comes after the first look at the folders', async () => {
    await session('kept', 1);
    await start().begin([]);
    await scan?.close();
    news = [];
    const running = start();
    await until(
      () => usage(),
      (some) => assert.deepEqual(sessionsIn(some), ['kept']),
    );
    running.countSoon(await session('new', 0));
    await until(
      () => usage(),
      (some) => assert.deepEqual(sessionsIn(some), ['kept', 'new']),
    );
    await running.begin([]);
    assert.deepEqual(sessionsIn(usage()), ['kept', 'new']);
  });

  it('is over at once when it is closed in the middle, and keeps what was told', async () => {
    for (let n = 0; n < 20; n += 1) await session(`s${n}`, n);
    let closed: Promise<void> | undefined;
    const running = start((one) => {
      if (one.type === 'usage' && one.progress?.todayIsKnown) closed ??= running.close();
    });
    await running.begin([]);
    await closed;
    assert.ok(usage().at(-1)?.progress, 'it went on to the end');
    news = [];
    await start().begin([]);
    assert.deepEqual(sessionsIn(usage().slice(0, 1)), ['s0']);
    assert.equal(new Set(sessionsIn(usage())).size, 20);
  });

  it('passes over a path that is none of its transcripts', async function () {
    needs(this, 'links');
    const outside = path.join(home, 'outside.jsonl');
    fs.copyFileSync(await session('a', 0), outside);
    fs.rmSync(path.join(home, 'projects', '-w', 'a.jsonl'));
    fs.symlinkSync(outside, path.join(home, 'projects', '-w', 'link.jsonl'));
    const running = start();
    await running.begin([]);
    for (const file of [outside, path.join(home, 'projects', '-w', 'link.jsonl')])
      running.countSoon(file);
    await running.close();
    assert.deepEqual(sessionsIn(usage()), []);
  });
});
