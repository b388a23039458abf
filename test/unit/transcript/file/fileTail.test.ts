import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { FileTail } from '../../../../src/extension/transcript/file/fileTail';
import { ReadLane } from '../../../../src/extension/transcript/file/readLane';
import { placeAt } from '../../../../src/extension/transcript/file/readPlace';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { skip } from '../../../support/skip';

describe('A followed file', () => {
  let folder: string;
  let file: string;
  let tail: FileTail;
  let lines: string[];

  beforeEach(async () => {
    folder = await tempHome();
    file = path.join(folder, 'session.jsonl');
    tail = new FileTail();
    lines = [];
  });
  afterEach(() => removeHome(folder));

  /** Lines that one read of the tail returns. */
  async function news(): Promise<readonly string[]> {
    lines = [];
    const sink = {
      onLine: (line: Buffer) => void lines.push(line.toString('utf8')),
      onRestart: () => void lines.push('RESTART'),
    };
    await new ReadLane(new Slices()).run(file, (open) => tail.read(open, sink));
    return lines;
  }

  it('returns each appended line once', async () => {
    await fs.writeFile(file, 'one\ntwo\n');
    assert.deepEqual(await news(), ['one', 'two']);
    assert.deepEqual(await news(), []);
    await fs.appendFile(file, 'three\n');
    assert.deepEqual(await news(), ['three']);
    assert.equal(tail.wholeLines, 14);
  });

  it('yields to other work while it reads very many lines', async () => {
    await fs.writeFile(file, '{}\n'.repeat(100_000));
    let [told, since, most] = [0, 0, 0];
    const immediate = (): NodeJS.Immediate =>
      setImmediate(() => {
        since = 0;
        next = immediate();
      });
    let next = immediate();
    const sink = {
      onLine: () => {
        told += 1;
        since += 1;
        most = Math.max(most, since);
      },
      onRestart: () => assert.fail(),
    };
    await new ReadLane(new Slices(0)).run(file, (open) => tail.read(open, sink));
    clearImmediate(next);
    assert.equal(told, 100_000);
    assert.ok(most <= 64, `${most} lines at once`);
  });

  it('holds back an incomplete line until it is complete', async () => {
    await fs.writeFile(file, 'one\ntw');
    assert.deepEqual(await news(), ['one']);
    await fs.appendFile(file, 'o');
    assert.deepEqual(await news(), []);
    await fs.appendFile(file, '\nthree');
    assert.deepEqual(await news(), ['two']);
    await fs.appendFile(file, '\n');
    assert.deepEqual(await news(), ['three']);
  });

  it('joins a character that was written in two parts', async () => {
    const text = Buffer.from('日本 ü 🚀\n');
    for (let cut = 1; cut < text.length; cut += 1) {
      await fs.appendFile(file, text.subarray(0, cut));
      assert.deepEqual(await news(), []);
      await fs.appendFile(file, text.subarray(cut));
      assert.deepEqual(await news(), ['日本 ü 🚀'], `cut after ${cut} bytes`);
    }
  });

  it('skips empty lines and keeps a carriage return', async () => {
    await fs.writeFile(file, '\n\none\r\n\n\ntwo\n\n');
    assert.deepEqual(await news(), ['one\r', 'two']);
  });

  it('reads lines that are larger than any buffer', async () => {
    const large = 'x'.repeat(2 * 1024 * 1024);
    await fs.writeFile(file, `small\n${large}\nafter\n`);
    assert.deepEqual(await news(), ['small', large, 'after']);
  });

  it('reads lines that end where a buffer ends', async () => {
    const exact = 'x'.repeat(256 * 1024 - 1);
    await fs.writeFile(file, `${exact}\n${exact}\nend\n`);
    assert.deepEqual(await news(), [exact, exact, 'end']);
  });

  it('starts again when the file was truncated', async () => {
    await fs.writeFile(file, 'one\ntwo\nthr');
    await news();
    await fs.truncate(file, 4);
    assert.deepEqual(await news(), ['RESTART', 'one']);
    await fs.appendFile(file, 'new\n');
    assert.deepEqual(await news(), ['new']);
  });

  it('discards the incomplete line of a truncated file', async () => {
    await fs.writeFile(file, 'one\ntwo\nthr');
    await news();
    await fs.truncate(file, 4);
    await fs.appendFile(file, 'fo');
    assert.deepEqual(await news(), ['RESTART', 'one']);
    assert.equal(tail.wholeLines, 4);
    await fs.appendFile(file, 'ur\n');
    assert.deepEqual(await news(), ['four']);
  });

  it('starts again when a line that it has read has a different text', async () => {
    await fs.writeFile(file, 'one\ntwo\n');
    await news();
    await fs.writeFile(file, 'first\nsecond\n');
    assert.deepEqual(await news(), ['RESTART', 'first', 'second']);
  });

  it('continues at a given position, only in the same file', async () => {
    await fs.writeFile(file, 'one\ntwo\n');
    const opened = await fs.open(file, 'r');
    const place = placeAt(opened.fd, await opened.stat(), 4);
    await opened.close();
    tail.resume(place);
    assert.equal(tail.wholeLines, 4);
    assert.deepEqual(await news(), ['two']);
    await fs.appendFile(file, 'hal');
    await news();
    tail.resume(place);
    assert.deepEqual(await news(), ['two']);
    assert.equal(tail.wholeLines, 8);
    tail.resume({ ...place, ino: place.ino + 1 });
    assert.deepEqual(await news(), ['RESTART', 'one', 'two']);
    tail.resume({ ...place, head: place.head + 1 });
    assert.deepEqual(await news(), ['RESTART', 'one', 'two']);
  });

  it('skips a line that is too long', async () => {
    await fs.writeFile(file, 'before\n');
    await fs.truncate(file, 65 * 1024 * 1024); // A sparse file: the zeros take no disk space.
    await fs.appendFile(file, '\nafter\n');
    assert.deepEqual(await news(), ['before', 'after']);
    await fs.appendFile(file, 'end\n');
    assert.deepEqual(await news(), ['end']);
  });

  it('leaves no file open', async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux lists what a process has open');
    await fs.writeFile(file, 'one\n');
    const open = async (): Promise<readonly string[]> => {
      const names = await fs.readdir('/proc/self/fd');
      const links = names.map((name) => fs.readlink(`/proc/self/fd/${name}`).catch(() => ''));
      return (await Promise.all(links)).filter((link) => link === file);
    };
    await news();
    assert.deepEqual(await open(), []);
  });

  it('starts again when the file was replaced by a larger or smaller one', async () => {
    await fs.writeFile(file, 'one\ntwo\n');
    await news();
    for (const text of ['1\n', 'other one\nother two\nother three\n']) {
      await fs.writeFile(`${file}.new`, text);
      await fs.rename(`${file}.new`, file);
      assert.deepEqual(await news(), ['RESTART', ...text.trim().split('\n')]);
    }
  });

  it('reads only the appended bytes', async () => {
    await fs.writeFile(file, `${'x'.repeat(1024)}\n`.repeat(1024));
    await news();
    const before = tail.wholeLines;
    await fs.appendFile(file, 'end\n');
    assert.deepEqual(await news(), ['end']);
    assert.equal(tail.wholeLines - before, 4);
  });
});
