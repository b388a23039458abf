import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { assertEqualsRecomputed } from '../../support/hub/fromScratch';
import { aHook } from '../../support/hub/hooks';
import { needs, skip } from '../../support/skip';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { until } from '../../support/until';

describe('A disk or a folder that fails', function () {
  this.timeout(60_000);
  let home: string;
  beforeEach(async () => (home = await tempHome()));
  afterEach(async () => {
    spawnSync('umount', [home]);
    await removeHome(home);
  });

  function mountSmallDisk(kilobytes: number): boolean {
    return (
      spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'none', home]).status === 0
    );
  }

  it('a full disk: the hub serves its window, and its files come when there is room', async function () {
    if (process.getuid?.() !== 0 || !mountSmallDisk(256)) skip(this, 'needs a small disk');
    const first = await TestHub.start(home);
    await first.close();
    const transcript = TranscriptFile.of(home, 'session-1');
    await transcript.write(transcript.prompt('Before the disk was full'));
    const filler = path.join(home, 'filler');
    await fs.writeFile(filler, Buffer.alloc(1024 * 1024)).catch(() => undefined);
    const hub = await TestHub.start(home);
    await hub.waitFor('session-1', ({ title }) => assert.equal(title, 'Before the disk was full'));
    await assert.rejects(fs.stat(path.join(home, 'mission-control', 'endpoint.json')));
    const later = aHook('UserPromptSubmit', {
      session_id: 'session-1',
      prompt: 'With a full disk',
    });
    const sent = { payload: later, sentAt: Date.now() };
    assert.equal((await hub.hook(later, { 'x-sent-at': String(sent.sentAt) })).status, 204);
    const same = (): Promise<void> => assertEqualsRecomputed(home, () => hub.board(), [sent]);
    await same();
    await fs.rm(filler);
    await same();
    await until(
      () => fs.readFile(path.join(home, 'mission-control', 'relay-wait.conf'), 'utf8'),
      (text) => assert.ok(text.includes(hub.running.token)),
    );
    await hub.close();
    const left = await fs.readdir(path.join(home, 'mission-control'));
    assert.deepEqual(left.toSorted(), ['cache', 'days', 'key', 'looks.json', 'machine', 'program']);
  });

  it('a projects path that is a file, or a link to itself: an empty board', async function () {
    needs(this, 'links');
    await fs.writeFile(path.join(home, 'projects'), 'not a folder');
    await fs.symlink(path.join(home, 'sessions'), path.join(home, 'sessions'));
    const hub = await TestHub.start(home);
    await hub.running.complete;
    assert.deepEqual((await hub.board()).sessions, []);
    await assertEqualsRecomputed(home, () => hub.board());
    await hub.close();
  });

  it('a list of dismissals that is half written: counts as empty', async () => {
    await fs.mkdir(path.join(home, 'mission-control'), { mode: 0o700 });
    await fs.writeFile(path.join(home, 'mission-control', 'archived.json'), '{"session-1": 17');
    const transcript = TranscriptFile.of(home, 'session-1');
    await transcript.write(transcript.prompt('Still here'));
    const hub = await TestHub.start(home);
    await hub.waitFor('session-1', ({ title }) => assert.equal(title, 'Still here'));
    await assertEqualsRecomputed(home, () => hub.board());
    await hub.close();
  });
});
