import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { changed, type Line } from '../../../src/extension/hub/prompts/line';
import { Lines } from '../../../src/extension/hub/prompts/lines';
import { PrivateFolder } from '../../../src/extension/util/privateFolder';

describe('The lines of prompts on the disk', () => {
  let root: string;
  let file: string;
  let isOurs: boolean;
  const errors: unknown[] = [];
  const open = (): Lines =>
    new Lines({
      folder: new PrivateFolder(root),
      onError: (error) => errors.push(error),
      onChange: () => undefined,
      isOurs: () => Promise.resolve(isOurs),
    });
  const add = (lines: Lines, id: string, session = 'one'): Promise<unknown> =>
    lines.change(session, (line) => changed(line, { kind: 'add', id, text: `Do ${id}` }, 1));
  const idsIn = (line: Line): readonly string[] => line.prompts.map(({ id }) => id);

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'mc-lines-'));
    file = path.join(root, 'prompts.json');
    isOurs = true;
    errors.length = 0;
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  it('outlive a restart, in their order', async () => {
    const lines = open();
    await lines.load();
    await add(lines, 'a');
    await add(lines, 'b');
    const next = open();
    await next.load();
    assert.deepEqual(idsIn(next.of('one')), ['a', 'b']);
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
    assert.deepEqual(idsIn(old.of('one')), ['a'], 'nothing is true before it is on the disk');
    isOurs = true;
    const last = open();
    await last.load();
    assert.deepEqual(idsIn(last.of('one')), ['a', 'b']);
  });

  it('lose the one that is damaged, and no other', async () => {
    const lines = open();
    await lines.load();
    await add(lines, 'a');
    const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
    fs.writeFileSync(file, JSON.stringify({ two: { prompts: 'none' }, ...kept }));
    const next = open();
    await next.load();
    assert.deepEqual(idsIn(next.of('one')), ['a']);
    assert.equal(errors.length, 1);
  });

  it('count as none where the file is not JSON, which is said', async () => {
    fs.writeFileSync(file, '{"one":');
    const lines = open();
    await lines.load();
    assert.deepEqual(lines.sessionIds, []);
    assert.equal(errors.length, 1);
    await add(lines, 'a');
    assert.deepEqual(idsIn(lines.of('one')), ['a']);
  });

  it('are not written over before they could be read', async () => {
    const lines = open();
    await lines.load();
    await add(lines, 'a');
    const aside = path.join(root, 'aside');
    fs.renameSync(file, aside);
    fs.mkdirSync(file); // As good as a disk that fails: there, and not to be read.
    const next = open();
    await next.load();
    await assert.rejects(add(next, 'b'));
    fs.rmdirSync(file);
    fs.renameSync(aside, file);
    await add(next, 'b');
    assert.deepEqual(idsIn(next.of('one')), ['a', 'b']);
  });

  it('of a session are forgotten a day after the last prompt was read', async () => {
    const at = Date.now();
    const prompt = { id: 'a', text: 'Do a', state: 'read', at };
    const line = (ms: number): object => ({
      prompts: [{ ...prompt, at: at - ms }],
      releasedAt: 0,
    });
    fs.writeFileSync(
      file,
      JSON.stringify({ fresh: line(23 * 3_600_000), old: line(25 * 3_600_000) }),
    );
    const lines = open();
    await lines.load();
    assert.deepEqual(lines.sessionIds, ['fresh']);
  });
});
