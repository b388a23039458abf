import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { TranscriptReader } from '../../../src/extension/transcript/fold/transcriptFile';
import { Transcripts } from '../../../src/extension/hub/ingest/transcripts';
import { stampOf, type FoundFile } from '../../../src/extension/agents/transcripts/files';
import { Unreadable } from '../../../src/extension/hub/ingest/unreadable';
import { silentLog } from '../../../src/extension/util/log';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { claudeHomes } from '../../support/agents/claudeHomes';

describe('The transcripts of the board', () => {
  let home: string;
  let transcripts: Transcripts;
  let reported: string[];
  let forgotten: string[];
  let live: string[];
  let returned: string[];

  beforeEach(async () => {
    home = await tempHome();
    [reported, forgotten, live, returned] = [[], [], [], []];
    transcripts = create();
  });
  afterEach(async () => {
    await transcripts.close();
    await removeHome(home);
  });

  function create(rules?: TranscriptReader): Transcripts {
    return new Transcripts({
      rules,
      homes: claudeHomes(path.join(home, 'projects')),
      cacheFolder: new PrivateFolder(path.join(home, 'cache')),
      emit: (event) => {
        if (event.type === 'transcriptRead') reported.push(event.sessionId);
        if (event.type === 'subagentRead' && event.hasReturned === true)
          returned.push(event.agentId);
      },
      forget: (sessionId) => forgotten.push(sessionId),
      isLive: (sessionId) => live.includes(sessionId),
      onLive: () => undefined,
      onMissed: () => undefined,
      unreadable: new Unreadable(silentLog),
      log: silentLog,
    });
  }

  async function session(sessionId: string, changedAt: number): Promise<FoundFile> {
    const transcript = TranscriptFile.of(home, sessionId);
    await transcript.write(transcript.prompt(sessionId));
    fs.utimesSync(transcript.file, changedAt, changedAt);
    const stamp = stampOf(transcript.file);
    assert.ok(stamp);
    return { path: transcript.file, kind: { kind: 'session', sessionId }, ...stamp };
  }

  it('show that an agent of a workflow returned, even if its transcript appeared after the journal', async () => {
    const { path: own } = await session('a', 1_000);
    live.push('a');
    await transcripts.readFile(own);
    const folder = path.join(own.slice(0, -'.jsonl'.length), 'subagents', 'workflows', 'wf_1');
    const journal = path.join(folder, 'journal.jsonl');
    const transcript = path.join(folder, 'agent-a1.jsonl');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(journal, `${JSON.stringify({ type: 'result', agentId: 'a1' })}\n`);
    await transcripts.readFile(journal);
    assert.deepEqual(returned, []);
    fs.writeFileSync(transcript, `${JSON.stringify({ type: 'user', message: {} })}\n`);
    await transcripts.readFile(transcript);
    assert.deepEqual(returned, ['a1']);
  });

  it('are those of the most recently active sessions; others become past sessions', async () => {
    const [a, b, c] = [
      await session('a', 1_000),
      await session('b', 2_000),
      await session('c', 3_000),
    ];
    await transcripts.followRecent([b, a]);
    assert.deepEqual([reported, forgotten], [['b', 'a'], []]);
    await transcripts.followRecent([c, b]);
    assert.deepEqual([reported, forgotten], [['b', 'a', 'c'], ['a']]);
    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => transcripts.isFollowed(id)),
      [false, true, true],
    );
    fs.appendFileSync(a.path, '{}\n');
    await transcripts.readFile(a.path);
    assert.equal(reported.at(-1), 'a');
  });

  it('stay while the session is pinned, which does not change the age limit of others', async () => {
    const [pinned, left] = [await session('pinned', 1_000), await session('left', 2_000)];
    const listed = await session('listed', 3_000);
    await transcripts.followRecent([left]);
    await transcripts.followRecent([listed, pinned], new Set(['pinned']));
    assert.deepEqual(forgotten, ['left']);
    await transcripts.followRecent([listed], new Set(['pinned']));
    assert.deepEqual([forgotten, transcripts.isFollowed('pinned')], [['left'], true]);
  });

  it('are read for a pinned session that is not listed', async () => {
    await session('pinned', 1_000);
    await transcripts.followRecent([await session('listed', 3_000)], new Set(['pinned']));
    assert.deepEqual(reported, ['listed', 'pinned']);
  });

  it('stay while the session runs, or if it was active after the list was made', async () => {
    const [living, later] = [await session('living', 1_000), await session('later', 4_000)];
    const listed = await session('listed', 3_000);
    live = ['living'];
    await transcripts.followRecent([living, later]);
    await transcripts.followRecent([listed]);
    assert.deepEqual(forgotten, []);
    live = [];
    await transcripts.followRecent([listed]);
    assert.deepEqual(forgotten, ['living']);
  });

  it('start with those that the board does not have yet', async () => {
    const [a, b] = [await session('a', 1_000), await session('b', 2_000)];
    await transcripts.followRecent([a]);
    const line = { type: 'permission-mode', permissionMode: 'plan' };
    fs.appendFileSync(a.path, `${JSON.stringify(line)}\n`);
    const stamp = stampOf(a.path);
    assert.ok(stamp);
    reported = [];
    await transcripts.followRecent([{ ...a, ...stamp }, b]);
    assert.deepEqual(reported, ['b', 'a']);
  });

  it('are dropped if only an old subagent of another session is older', async () => {
    const [old, fresh] = [await session('old', 2_000), await session('fresh', 3_000)];
    await transcripts.followRecent([old]);
    const folder = path.join(path.dirname(fresh.path), 'fresh', 'subagents');
    const file = path.join(folder, 'agent-a1.jsonl');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(file, '');
    fs.utimesSync(file, 1_000, 1_000);
    const stamp = stampOf(file);
    assert.ok(stamp);
    const kind = { kind: 'subagent', sessionId: 'fresh', agentId: 'a1' } as const;
    await transcripts.followRecent([fresh, { path: file, kind, ...stamp }]);
    assert.deepEqual(forgotten, ['old']);
  });

  it('are shown from their start and end before the rest is read', async () => {
    const { path: file } = await session('large', 1_000);
    fs.appendFileSync(
      file,
      `${JSON.stringify({ type: 'other', text: 'x'.repeat(1_000) })}\n`.repeat(200),
    );
    let shown: readonly string[] = [];
    await transcripts.readSessions(new Set(['large']), () => (shown = [...reported]));
    assert.deepEqual([shown, reported], [['large'], ['large', 'large']]);
  });

  it('are cached for the next hub even by a hub that had no time to show them', async () => {
    const [a, b] = [await session('a', 1_000), await session('b', 2_000)];
    await transcripts.followRecent([a, b]);
    await transcripts.close();
    fs.appendFileSync(b.path, `${JSON.stringify({ type: 'mode', mode: 'plan' })}\n`);
    const hasty = create();
    await hasty.readSessions(new Set(['b']));
    await hasty.close();
    transcripts = create();
    reported = [];
    await transcripts.readCached((found) => found);
    assert.deepEqual(reported.sort(), ['a', 'b']);
  });

  it('are shown by the next hub before all are listed, as far as they are selected', async () => {
    const [a, b] = [await session('a', 1_000), await session('b', 2_000)];
    await transcripts.followRecent([b, a, await session('gone', 3_000)]);
    await transcripts.close();
    fs.rmSync(path.join(path.dirname(a.path), 'gone.jsonl'));
    await session('foreign', 4_000);
    reported = [];
    transcripts = create();
    let offered: readonly string[] = [];
    await transcripts.readCached((found) => {
      offered = found.map(({ kind }) => kind.sessionId).sort();
      return found.filter(({ kind }) => kind.sessionId === 'b');
    });
    assert.deepEqual([offered, reported], [['a', 'b'], ['b']]);
    await transcripts.followRecent([b, a]);
    assert.deepEqual([reported, forgotten], [['b', 'a'], []]);
  });

  it('are not searched in the cache if nothing was stored', async () => {
    await session('a', 1_000);
    await transcripts.readCached(() => assert.fail('Nobody kept anything'));
    assert.deepEqual(reported, []);
  });

  it('are cached with the findings of rules, even if found after the cache was written', async () => {
    const a = await session('a', 1_000);
    const restored: unknown[] = [];
    const rules = {
      hasChanged: false,
      restore: (_of: unknown, kept: unknown, to: number) => void restored.push([kept, to]),
      read: () => undefined,
      setMain: () => undefined,
      kept: () => (rules.found ? ['found'] : undefined),
      found: false,
    };
    const before = create(rules);
    await before.followRecent([a]);
    await before.close();
    Object.assign(rules, { found: true, hasChanged: true });
    await before.close();
    assert.equal(rules.hasChanged, false);
    const after = create(rules);
    await after.followRecent([a]);
    await after.close();
    assert.deepEqual(restored, [[['found'], a.size]]);
  });
});
