import type { FoundFile } from '../../../../src/extension/agents/transcripts/files';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { deliveredView } from '../../../../src/extension/hub/domain/outcome/delivered';
import { outcomeOf } from '../../../../src/extension/hub/domain/outcome/outcome';
import type { History } from '../../../../src/extension/hub/reading/past/history';
import { PastOutcomes, workFile } from '../../../../src/extension/hub/reading/past/pastOutcomes';
import { findTranscripts } from '../../../../src/extension/agents/claude/catalogue/transcriptFolders';
import { FileCache } from '../../../../src/extension/util/files/fileCache';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { Slices } from '../../../../src/extension/util/thread/slices';
import type { HistoryEntry, HistoryPage, TextEvent } from '../../../../src/shared/protocol/history';
import { folded } from '../../../support/transcript/foldedTranscript';
import { OpenHistory } from '../../../support/hub/openHistory';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { threadScripts } from '../../../support/hub/process/threadScripts';
import { TranscriptFile, type Line } from '../../../support/hub/transcriptFile';
import { until } from '../../../support/until';
import { claudeHomes } from '../../../support/agents/claudeHomes';

const fixtures = path.join(__dirname, '../../../fixtures/deliveries');

describe('What sessions of the past delivered', function () {
  this.timeout(60_000);
  let home = '';
  let warned: string[] = [];
  const open: OpenHistory[] = [];
  before(() => void threadScripts());
  beforeEach(async () => {
    home = await tempHome();
    warned = [];
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((history) => history.close()));
    await removeHome(home);
  });

  function start(): OpenHistory {
    const history = OpenHistory.of(home, {
      onNews: (news) => news.type === 'log' && warned.push(news.message),
    });
    open.push(history);
    return history;
  }
  const storedFile = (): string => path.join(home, 'cache', 'outcomes.jsonl');

  async function session(
    id: string,
    lines: (transcript: TranscriptFile) => readonly Line[],
    fields: Line = {},
  ): Promise<TranscriptFile> {
    const transcript = TranscriptFile.of(home, id);
    await transcript.write(
      transcript.prompt(`Work of ${id}`, fields),
      ...lines(transcript),
      transcript.answer(`The needle of ${id}`, 'msg_last', {}, fields),
    );
    return transcript;
  }
  const pull = (number: number): Line => ({
    type: 'pr-link',
    prNumber: number,
    prUrl: `https://github.com/dev/shop/pull/${number}`,
    prRepository: 'dev/shop',
    timestamp: '2026-03-20T12:00:00.000Z',
  });
  const tested = (of: TranscriptFile, summary: string): readonly Line[] => [
    of.call('Bash', { command: 'npx vitest run' }, 'toolu_test', 'msg_test'),
    of.result('toolu_test', summary, { toolUseResult: { stdout: summary, stderr: '' } }),
  ];
  const failing = (of: TranscriptFile) => tested(of, '      Tests  3 failed | 12 passed (15)');

  async function page(history: History, tokens?: string, query = ''): Promise<HistoryPage> {
    return until(
      () => history.search(query, 10, tokens),
      ({ complete }) => assert.ok(complete),
    );
  }
  const found = async (history: History, tokens?: string, query = ''): Promise<string> =>
    (await page(history, tokens, query)).sessions
      .map(({ sessionId }) => sessionId)
      .toSorted()
      .join(' ');

  it('are found by pull request, tests, branch and worktree, together with words', async () => {
    const cwd = '/home/dev/shop/.claude/worktrees/orders';
    await session('one', () => [pull(41)], { gitBranch: 'feature/orders', cwd });
    await session('two', (of) => [pull(4), ...failing(of)]);
    await session('red', failing);
    await session('green', (of) => tested(of, '      Tests  12 passed (12)'));
    await session('none', () => []);
    const history = start();
    for (const [tokens, ids, total] of [
      ['pr:41', 'one', 1],
      ['pr:any', 'one two', 2],
      ['pr:99', '', 0],
      ['tests:failing', 'red two', 2],
      ['tests:pass', 'green', 1],
      ['pr:any tests:failing', 'two', 1],
      ['branch:orders', 'one', 1],
      ['worktree:orders', 'one', 1],
      ['project:none', 'green none one red two', 5],
    ] as const) {
      const { sessions } = await page(history, tokens);
      assert.deepEqual([await found(history, tokens), sessions.length], [ids, total], tokens);
    }
    assert.equal(await found(history, 'tests:failing', 'two'), 'two');
    assert.equal((await history.search('', 1, 'pr:any')).total, 2);
  });

  it('are told as its card would tell them, the work of subagents included', async () => {
    const file = path.join(home, 'projects', '-home-dev-proj', 'recorded.jsonl');
    const agent = path.join(path.dirname(file), 'recorded', 'subagents', 'agent-a.jsonl');
    await fs.mkdir(path.dirname(agent), { recursive: true });
    await fs.copyFile(path.join(fixtures, 'session.jsonl'), file);
    await fs.copyFile(path.join(fixtures, 'subagent.jsonl'), agent);
    const transcript = folded({ path: file, sessionId: 's' }).facts;
    const subagent = folded({ path: agent, sessionId: 's', agentId: 'a' }).agent;
    assert.ok(transcript && subagent);
    const ofCard = (subagents: readonly (typeof subagent)[]) =>
      outcomeOf(
        deliveredView(
          { transcript, subagentFiles: new Map(subagents.map((one) => ['a', one])) },
          { signals: [], stateOf: () => undefined },
        ),
      );
    assert.notDeepEqual(ofCard([subagent]), ofCard([]));
    const [entry] = (await page(start(), 'pr:41')).sessions;
    assert.deepEqual(entry?.outcome, ofCard([subagent]));
  });

  it('are not read, and nothing of them is loaded, before somebody asks for them', async () => {
    await session('one', () => [pull(41)]);
    await fs.mkdir(path.dirname(storedFile()), { mode: 0o700 });
    await fs.writeFile(storedFile(), 'broken', { mode: 0o600 });
    const history = start();
    const entries: (HistoryEntry | undefined)[] = [
      ...(await page(history)).sessions,
      ...(await page(history, undefined, 'work')).sessions,
      ...(await page(history, 'branch:main')).sessions,
      await history.session('one'),
    ];
    const events = await textEvents(history, 'needle');
    entries.push(...events.flatMap((event) => (event.type === 'hit' ? [event.data.session] : [])));
    assert.deepEqual(
      entries.map((entry) => [entry?.sessionId, entry?.outcome]),
      Array.from({ length: 5 }, () => ['one', undefined]),
    );
    await history.close();
    assert.equal(await fs.readFile(storedFile(), 'utf8'), 'broken');
    assert.deepEqual(warned, []);
  });

  it('come later where there is much to read; who asks for something else does not wait', async () => {
    const transcript = await session('one', () => [pull(41)]);
    // Each prompt is parsed, so reading all of them takes four times as long as an answer waits.
    const prompt = `${JSON.stringify(transcript.prompt('again'))}\n`;
    await fs.appendFile(transcript.file, prompt.repeat(60_000));
    const history = start();
    await page(history);
    const first = await history.search('', 10, 'pr:41');
    assert.deepEqual([first.total, first.complete], [0, false]);
    const plain = await history.search('', 10);
    assert.deepEqual([plain.total, plain.complete], [1, true]);
    assert.equal(await found(history, 'pr:41'), 'one');
  });

  it('are read anew where what was kept is broken, and that is said', async () => {
    await session('one', () => [pull(41)]);
    await fs.mkdir(path.dirname(storedFile()), { mode: 0o700 });
    await fs.writeFile(storedFile(), '{"version":"0"}\n', { mode: 0o600 });
    assert.equal(await found(start(), 'pr:41'), 'one');
    assert.match(warned.join(), /read anew: Error: version 0/);
  });

  it('are kept for the next thread, for nobody else, and read again where a transcript has changed', async () => {
    const transcript = await session('one', () => [pull(41)]);
    const day = new Date('2026-03-20T12:00:00Z');
    await fs.utimes(transcript.file, day, day);
    const first = start();
    assert.equal(await found(first, 'pr:41'), 'one');
    await first.close();
    assert.equal((await fs.stat(storedFile())).mode & 0o077, 0);

    const text = await fs.readFile(transcript.file, 'utf8');
    await fs.writeFile(transcript.file, text.replaceAll('41', '42'));
    await fs.utimes(transcript.file, day, day);
    const second = start();
    // The stored outcome of an unchanged file is used, so the file was not read.
    assert.equal(await found(second, 'pr:42'), '');
    assert.equal(await found(second, 'pr:41'), 'one');

    await transcript.write(pull(43));
    await until(
      () => found(second, 'pr:43'),
      (ids) => assert.equal(ids, 'one'),
    );
    assert.equal(await found(second, 'pr:42 pr:41'), 'one');
    await fs.rm(transcript.file);
    await until(
      () => found(second, 'pr:any'),
      (ids) => assert.equal(ids, ''),
    );
    await second.close();
    assert.doesNotMatch(await fs.readFile(storedFile(), 'utf8'), /one\.jsonl/);
  });

  it('narrow what is looked for in texts', async () => {
    await session('one', () => [pull(41)]);
    await session('none', () => []);
    const hitsOf = async (history: History, tokens?: string): Promise<readonly unknown[]> =>
      (await textEvents(history, 'needle', tokens)).flatMap((event) =>
        event.type === 'hit'
          ? [[event.data.session.sessionId, event.data.session.outcome?.pulls[0]?.number]]
          : [],
      );
    const history = start();
    assert.equal((await hitsOf(history)).length, 2);
    assert.deepEqual(await hitsOf(history, 'pr:any'), [['one', 41]]);
  });

  async function textEvents(
    history: History,
    query: string,
    tokens?: string,
  ): Promise<readonly TextEvent[]> {
    const received: TextEvent[] = [];
    await new Promise<void>((resolve, reject) => {
      const onEvent = (event: TextEvent): void => {
        received.push(event);
        if (event.type === 'end') resolve();
      };
      history.searchText(query, 10, { onEvent, onFail: reject }, tokens);
    });
    return received;
  }

  describe('in the thread', () => {
    function files(): readonly FoundFile[] {
      const steps = findTranscripts(path.join(home, 'projects'), assert.fail);
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value.toSorted((a, b) => (a.path < b.path ? -1 : 1));
      }
    }
    const storedCache = () =>
      new FileCache(new PrivateFolder(path.join(home, 'cache')), new Slices(), workFile);
    const outcomes = (): PastOutcomes =>
      new PastOutcomes({
        homes: claudeHomes(path.join(home, 'projects')),
        kept: storedCache(),
        slices: new Slices(0),
        warn: (message) => warned.push(message),
      });

    it('are known one after the other, and how far the reading came is kept', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await session(id, () => [pull(41)]);
      const all = files();
      const past = outcomes();
      const knows = (): string =>
        all
          .filter((file) => past.outcomeOf(file.path) !== undefined)
          .map(({ kind }) => kind.sessionId)
          .join('');
      const reading = past.read(all);
      while (knows() === '') await turn();
      assert.equal(knows(), 'a');
      await past.close();
      await reading;
      assert.ok(knows().length < 4);
      assert.equal([...(await storedCache().load()).keys()][0], all[0]?.path);

      const next = outcomes();
      await next.read(all);
      assert.equal(all.filter((file) => next.outcomeOf(file.path) !== undefined).length, 4);
      assert.equal((await storedCache().load()).size, 4);
    });

    it('hold no signals of a session of which nothing came', async () => {
      await session('one', () => [pull(41)]);
      await session('two', (of) => [
        of.call('Bash', { command: 'git switch -c other' }, 'toolu_1', 'msg_2'),
        of.result('toolu_1', '', {
          toolUseResult: {
            stdout: '',
            stderr: '',
            gitOperation: { branch: { ref: 'other', action: 'switched' } },
          },
        }),
      ]);
      const [, two] = files();
      assert.ok(two);
      assert.ok(folded({ path: two.path, sessionId: 'two' }).facts?.signals.length);
      const past = outcomes();
      await past.read(files());
      assert.equal(past.outcomeOf(two.path), undefined);
      assert.deepEqual(
        Array.from((await storedCache().load()).values(), ({ work }) => work?.signals.length),
        [1, 0],
      );
    });

    it('leave out a transcript that cannot be read, and say so', async () => {
      await session('one', () => [pull(41)]);
      const [one] = files();
      assert.ok(one);
      const folder = path.join(home, 'projects', '-home-dev-shop', 'folder.jsonl');
      await fs.mkdir(folder);
      const past = outcomes();
      await past.read([{ ...one, path: folder }, one]);
      assert.equal(past.outcomeOf(one.path)?.pulls[0]?.number, 41);
      assert.match(warned.join(), /Cannot read .*folder\.jsonl/);
    });

    it('are not read again of files that were read', async () => {
      await session('one', () => [pull(41)]);
      const past = outcomes();
      await past.read(files());
      const [one] = files();
      assert.ok(one);
      await fs.rm(one.path);
      await past.read([one]);
      assert.equal(past.outcomeOf(one.path)?.pulls[0]?.number, 41);
      await past.read([]);
      assert.equal(past.outcomeOf(one.path), undefined);
      assert.ok(existsSync(path.join(home, 'cache', 'outcomes.jsonl')));
    });
  });
});
