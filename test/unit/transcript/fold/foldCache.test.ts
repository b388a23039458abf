import assert from 'node:assert/strict';
import { noBlockedCalls } from '../../../../src/extension/hub/domain/facts/blockedCalls';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { noChanges, addEdit } from '../../../../src/extension/hub/domain/facts/changes';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import { foldFile, type CachedFile } from '../../../../src/extension/transcript/fold/foldCache';
import { nothingAwaited } from '../../../../src/extension/transcript/signals/awaitedCommands';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { FileCache } from '../../../../src/extension/util/files/fileCache';
import { PrivateFolder } from '../../../../src/extension/util/files/privateFolder';
import { removeHome, tempHome } from '../../../support/hub/tempHome';

const file = (path: string, facts = emptyTranscript(path)): CachedFile => ({
  path,
  stamp: { dev: 1, ino: 2, size: 3, mtimeMs: 4.5 },
  place: { dev: 1, ino: 2, offset: 3, head: 7 },
  reading: { lastAt: 6, facts, agent: undefined, awaited: nothingAwaited },
  meta: undefined,
});

describe('What was read of the transcripts, kept for the next start', () => {
  let home: string;
  let cache: FileCache<CachedFile>;
  let cacheFile: string;

  beforeEach(async () => {
    home = await tempHome();
    const folder = path.join(home, 'cache');
    cacheFile = path.join(folder, 'board.jsonl');
    cache = new FileCache(new PrivateFolder(folder), new Slices(), foldFile);
  });
  afterEach(() => removeHome(home));

  it('is nothing at first', async () => {
    assert.deepEqual(await cache.load(), new Map());
  });

  it('is the same again, with how subagents ended and what was answered', async () => {
    const facts = {
      ...emptyTranscript('/a'),
      notified: new Map([['a1', 'completed']]),
      answered: new Map([['toolu_1', { at: 5, rejected: true }]]),
      lastPrompt: 'Go\n"on" ü',
      changes: addEdit(noChanges, '/w/a', { turn: 1, at: 5, since: 4 }),
    };
    const agent = {
      openTools: [],
      blocked: noBlockedCalls,
      changes: facts.changes,
      signals: [],
      firstAt: 4,
      lastAt: 5,
    };
    const [a, b] = [file('/a', facts), file('/b')];
    const files = [a, { ...b, reading: { ...b.reading, facts: undefined, agent } }];
    await cache.save(files);
    const loaded = await cache.load();
    assert.deepEqual([...loaded.keys()], ['/a', '/b']);
    const [one, other] = loaded.values();
    assert.deepEqual(one?.reading.facts, facts);
    assert.deepEqual(other?.reading.agent, agent);
    assert.deepEqual(
      { ...one, reading: undefined, meta: undefined },
      {
        ...files[0],
        reading: undefined,
      },
    );
  });

  it('is no word of another version, and none that was damaged or cut', async () => {
    await cache.save([file('/a')]);
    const text = fs.readFileSync(cacheFile, 'utf8');
    for (const [damaged, reason] of [
      [text.replace(/"version":"\d+/u, '"version":"0'), /version 0/],
      [text.replace('/a', '/b'), /broken/],
      [text.slice(0, -10), /broken/],
      ['', /./],
    ] as const) {
      fs.writeFileSync(cacheFile, damaged);
      await assert.rejects(cache.load(), reason);
    }
  });

  it('makes its folder, but not the one around it, which somebody may have removed', async () => {
    await removeHome(home);
    await assert.rejects(cache.save([file('/a')]), { code: 'ENOENT' });
    assert.ok(!fs.existsSync(home));
  });
});
