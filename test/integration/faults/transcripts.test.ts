import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { assertEqualsRecomputed } from '../../support/hub/fromScratch';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { asOrdinaryUser } from '../../support/processes/ordinaryUser';
import { skip } from '../../support/skip';

/**
 * Each fault occurs while a hub watches; then its board is compared with one computed from scratch.
 */
describe('After a fault of transcripts the board is the one computed from scratch', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub | undefined;
  let one: TranscriptFile;
  let other: TranscriptFile;

  beforeEach(async () => {
    home = await tempHome();
    one = TranscriptFile.of(home, 'session-1');
    other = TranscriptFile.of(home, 'session-2', '-home-dev-site');
    await one.write(one.prompt('Build the shop'), one.answer('Built.', 'msg_1', { output: 700 }));
    await other.write(other.prompt('Paint the site'), other.answer('Shall I?', 'msg_2'));
  });
  afterEach(async () => {
    await hub?.close();
    hub = undefined;
    await removeHome(home);
  });

  /** Starts a hub; resolves once it has read everything. */
  async function watching(): Promise<TestHub> {
    hub = await TestHub.start(home);
    await hub.running.complete;
    await same(hub);
    return hub;
  }
  const same = (running: TestHub): Promise<void> =>
    assertEqualsRecomputed(home, () => running.board());
  /** The next lines, as bytes. */
  const more = (of: TranscriptFile, count: number, from = 0): Buffer =>
    Buffer.from(
      Array.from({ length: count }, (_, index) => {
        const id = `more_${from + index}`;
        const lines = [
          of.prompt(`Prompt ${from + index}`),
          of.answer(`Answer ${from + index}`, id, { output: 3 }),
        ];
        return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      }).join(''),
    );

  it('cut', async () => {
    const running = await watching();
    const text = await fs.readFile(one.file, 'utf8');
    await fs.truncate(one.file, text.indexOf('\n') + 1);
    await same(running);
  });

  it('cut within a line that is finished later', async () => {
    const running = await watching();
    const { size } = await fs.stat(one.file);
    const lines = more(one, 3);
    await fs.appendFile(one.file, lines);
    await running.waitFor('session-1', ({ lastPrompt }) => assert.equal(lastPrompt, 'Prompt 2'));
    await fs.truncate(one.file, size + 100);
    await same(running);
    await fs.appendFile(one.file, lines.subarray(100));
    await same(running);
  });

  it('replaced by another one, shorter or longer', async () => {
    const running = await watching();
    for (const count of [1, 20]) {
      await fs.writeFile(path.join(home, 'aside'), more(one, count, count));
      await fs.rename(path.join(home, 'aside'), one.file);
      await same(running);
    }
  });

  it('written over in place while it grows', async () => {
    const running = await watching();
    await fs.appendFile(one.file, more(one, 200));
    await fs.writeFile(one.file, more(one, 100, 1_000));
    await fs.appendFile(one.file, more(one, 5, 2_000));
    await same(running);
  });

  it('written over in place at once, by much more than was there', async () => {
    const running = await watching();
    await fs.appendFile(one.file, more(one, 20));
    await running.waitFor('session-1', ({ lastPrompt }) => assert.equal(lastPrompt, 'Prompt 19'));
    const file = await fs.open(one.file, 'r+');
    await file.write(more(one, 600, 1_000), 0, undefined, 0);
    await file.close();
    await same(running);
  });

  it('moved to another project while it grows, and written on there', async () => {
    const running = await watching();
    await fs.appendFile(one.file, more(one, 200));
    const file = path.join(home, 'projects', '-home-dev-worktree', 'session-1.jsonl');
    await fs.mkdir(path.dirname(file));
    await fs.rename(one.file, file);
    await fs.appendFile(file, more(one, 5, 500));
    await same(running);
  });

  it('deleted while it grows', async () => {
    const running = await watching();
    await fs.appendFile(one.file, more(one, 200));
    await fs.rm(one.file);
    await same(running);
    assert.equal((await running.board()).sessions.length, 1);
  });

  it('deleted and written anew', async () => {
    const running = await watching();
    await fs.rm(one.file);
    await fs.writeFile(one.file, more(one, 2));
    await same(running);
  });

  it('of a cache that is half written', async () => {
    await (await watching()).close();
    const cache = path.join(home, 'mission-control', 'cache');
    for (const name of await fs.readdir(cache)) {
      const { size } = await fs.stat(path.join(cache, name));
      await fs.truncate(path.join(cache, name), Math.floor(size / 2));
    }
    await one.write(one.prompt('Go on'));
    await watching();
  });

  it('not readable, be it a folder or a file, and readable again', async function () {
    if (process.getuid === undefined) skip(this, 'needs rights of files');
    const shut = path.dirname(other.file);
    await fs.chmod(shut, 0o000);
    await fs.chmod(one.file, 0o000);
    await asOrdinaryUser(home, async () => {
      hub = await TestHub.start(home);
      await hub.running.complete;
      const third = TranscriptFile.of(home, 'session-3');
      await third.write(third.prompt('Write the manual'));
      await hub.waitFor('session-3', ({ title }) => assert.equal(title, 'Write the manual'));
      assert.equal((await hub.board()).sessions.length, 1);
      await fs.chmod(shut, 0o700);
      await fs.chmod(one.file, 0o600);
      await other.write(other.prompt('Go on'));
      await one.write(one.prompt('Go on'));
      await same(hub);
      assert.equal((await hub.board()).sessions.length, 3);
    });
  });
});
