import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { changeQueue, type PromptQueue } from '../../../src/extension/hub/prompts/promptQueue';
import { PromptQueues } from '../../../src/extension/hub/prompts/promptQueues';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import { SetAside } from '../../../src/extension/util/files/safeFile';

/** Simulates a process that temporarily has too many open files. */
class BusyFolder extends PrivateFolder {
  isBusy = true;

  override readBytes(name: string): Promise<Buffer | undefined> {
    if (!this.isBusy) return super.readBytes(name);
    return Promise.reject(Object.assign(new Error('EMFILE: too many'), { code: 'EMFILE' }));
  }
}

describe('The queues of prompts on the disk', () => {
  let root: string;
  let file: string;
  let isOurs: boolean;
  const errors: unknown[] = [];
  const open = (folder = new PrivateFolder(root)): PromptQueues =>
    new PromptQueues({
      folder,
      onError: (error) => errors.push(error),
      onChange: () => undefined,
      isOurs: () => Promise.resolve(isOurs),
    });
  const add = (queues: PromptQueues, id: string, session = 'one'): Promise<unknown> =>
    queues.change(session, (queue) => changeQueue(queue, { kind: 'add', id, text: `Do ${id}` }, 1));
  const idsIn = (queue: PromptQueue): readonly string[] => queue.prompts.map(({ id }) => id);

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'mc-queues-'));
    file = path.join(root, 'prompts.json');
    isOurs = true;
    errors.length = 0;
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  it('outlive a restart, in their order', async () => {
    const queues = open();
    await queues.load();
    await add(queues, 'a');
    await add(queues, 'b');
    const next = open();
    await next.load();
    assert.deepEqual(idsIn(next.get('one')), ['a', 'b']);
    assert.deepEqual(errors, []);
  });

  it('are left alone by a hub that does not serve the config home any more', async () => {
    const old = open();
    await old.load();
    await add(old, 'a');
    const next = open();
    await next.load();
    await add(next, 'b');
    isOurs = false;
    await assert.rejects(add(old, 'c'));
    assert.deepEqual(idsIn(old.get('one')), ['a'], 'nothing is true before it is on the disk');
    isOurs = true;
    const last = open();
    await last.load();
    assert.deepEqual(idsIn(last.get('one')), ['a', 'b']);
  });

  const setAsideFiles = (): readonly string[] =>
    fs.readdirSync(root).filter((name) => name.startsWith('prompts.json.unreadable-'));
  const asideTexts = (): readonly string[] =>
    setAsideFiles().map((name) => fs.readFileSync(path.join(root, name), 'utf8'));

  it('lose the one that is damaged, and no other; the file is set aside as it was', async () => {
    const queues = open();
    await queues.load();
    await add(queues, 'a');
    const stored = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
    const damaged = JSON.stringify({ two: { prompts: 'none' }, ...stored });
    fs.writeFileSync(file, damaged);
    const next = open();
    await next.load();
    assert.deepEqual(idsIn(next.get('one')), ['a']);
    assert.equal(errors.length, 1);
    assert.deepEqual(asideTexts(), [damaged]);
    assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), stored, 'the rest is on the disk');
  });

  it('count as none where the file is not JSON, which is said', async () => {
    fs.writeFileSync(file, '{"one":');
    const queues = open();
    await queues.load();
    assert.deepEqual(queues.sessionIds, []);
    assert.equal(errors.length, 1);
    assert.ok(errors[0] instanceof SetAside);
    assert.deepEqual(asideTexts(), ['{"one":']);
    await add(queues, 'a');
    assert.deepEqual(idsIn(queues.get('one')), ['a']);
  });

  it('are not written over before they could be read', async () => {
    const queues = open();
    await queues.load();
    await add(queues, 'a');
    const busy = new BusyFolder(root);
    const next = open(busy);
    await next.load();
    await assert.rejects(add(next, 'b'), /EMFILE/);
    busy.isBusy = false;
    await add(next, 'b');
    assert.deepEqual(idsIn(next.get('one')), ['a', 'b']);
    assert.deepEqual(setAsideFiles(), []);
  });

  it('are not written over where they can neither be read nor be set aside', async () => {
    fs.writeFileSync(file, '{"one":');
    const stuck = new PrivateFolder(root);
    stuck.setAside = () => Promise.reject(new Error('no'));
    const queues = open(stuck);
    await queues.load();
    await assert.rejects(add(queues, 'a'), /no/);
    assert.equal(fs.readFileSync(file, 'utf8'), '{"one":');
  });

  it('lose nothing to a cut of one byte anywhere: it is read, or set aside as it was', async function () {
    this.timeout(120_000);
    const queues = open();
    await queues.load();
    const ids = ['first', 'second', 'third'];
    for (const id of ids) await add(queues, `ä${id}`, id);
    const whole = fs.readFileSync(file);
    const cuts = [...whole.keys()].flatMap((at) => [
      Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]),
      whole.subarray(0, at),
    ]);
    for (const bytes of cuts) {
      for (const name of fs.readdirSync(root)) fs.rmSync(path.join(root, name));
      fs.writeFileSync(file, bytes);
      const next = open();
      await next.load();
      await add(next, 'new', 'fourth');
      const after = open();
      await after.load();
      assert.deepEqual(idsIn(after.get('fourth')), ['new']);
      const [aside, ...more] = setAsideFiles();
      assert.deepEqual(more, []);
      if (aside !== undefined) {
        assert.deepEqual(fs.readFileSync(path.join(root, aside)), bytes);
        continue;
      }
      const stored = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
      delete stored['fourth'];
      assert.deepEqual(stored, JSON.parse(bytes.toString('utf8')), 'nothing of it is lost');
    }
  });

  it('of a session are forgotten a day after the last prompt was read', async () => {
    const at = Date.now();
    const prompt = { id: 'a', text: 'Do a', state: 'read', at };
    const queue = (ms: number): object => ({
      prompts: [{ ...prompt, at: at - ms }],
      releasedAt: 0,
    });
    fs.writeFileSync(
      file,
      JSON.stringify({ fresh: queue(23 * 3_600_000), old: queue(25 * 3_600_000) }),
    );
    const queues = open();
    await queues.load();
    assert.deepEqual(queues.sessionIds, ['fresh']);
  });
});
