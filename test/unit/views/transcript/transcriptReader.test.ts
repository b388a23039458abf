import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import {
  type ReaderSink,
  TranscriptReader,
} from '../../../../src/extension/views/transcript/transcriptReader';

/** What the reader delivered, with its signs in their places. */
class Record implements ReaderSink {
  readonly seen: string[] = [];

  reset(): void {
    this.seen.push('<reset>');
  }

  lines(lines: readonly string[]): void {
    this.seen.push(...lines);
  }

  tooLong(): void {
    this.seen.push('<too long>');
  }

  take(): readonly string[] {
    return this.seen.splice(0);
  }
}

const limits = { maxBytes: 1_000, chunkBytes: 16, maxLineBytes: 100 };

describe('TranscriptReader', () => {
  let folder = '';
  let file = '';
  let record = new Record();
  let reader = new TranscriptReader(limits);

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'mission-control-'));
    file = path.join(folder, 'a.jsonl');
    record = new Record();
    reader = new TranscriptReader(limits);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function read(): Promise<readonly string[]> {
    await reader.read(file, record);
    return record.take();
  }

  it('delivers whole lines and holds the half one back', async () => {
    await writeFile(file, 'one\ntwo\nthr');
    assert.deepEqual(await read(), ['<reset>', 'one', 'two']);
    assert.deepEqual(await read(), []);
    await appendFile(file, 'ee\nfour\n');
    assert.deepEqual(await read(), ['three', 'four']);
  });

  it('delivers the same lines wherever the writes and the chunks end', async () => {
    const text = 'ä\n{"a":"日本語 \u{1F600}"}\n\nlonger than one chunk is: ßßßßßß\n';
    const bytes = Buffer.from(text);
    for (let split = 0; split <= bytes.length; split += 1) {
      reader = new TranscriptReader(limits);
      await writeFile(file, bytes.subarray(0, split));
      const first = await read();
      await appendFile(file, bytes.subarray(split));
      assert.deepEqual(
        [...first, ...(await read())],
        ['<reset>', ...text.split('\n').slice(0, -1)],
      );
    }
  });

  it('starts anew when the file was cut short', async () => {
    await writeFile(file, 'one\ntwo\n');
    await read();
    await truncate(file, 4);
    assert.deepEqual(await read(), ['<reset>', 'one']);
  });

  it('starts anew when another file took its name', async () => {
    await writeFile(file, 'one\n');
    await read();
    await writeFile(`${file}.new`, 'other\nlonger\n');
    await rename(`${file}.new`, file);
    assert.deepEqual(await read(), ['<reset>', 'other', 'longer']);
  });

  it('starts anew when the file was rewritten in place', async () => {
    await writeFile(file, 'one\ntwo\n');
    await read();
    await writeFile(file, 'something else\n');
    assert.deepEqual(await read(), ['<reset>', 'something else']);
  });

  it('reads the end of a large file, from a whole line on', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
    await writeFile(file, `${lines.join('\n')}\n`);
    const [reset, first, ...rest] = await read();
    assert.equal(reset, '<reset>');
    assert.match(first ?? '', /^line \d+$/);
    assert.equal(rest.at(-1), 'line 299');
    assert.ok(reader.totalBytes - reader.skippedBytes <= limits.maxBytes);
    assert.ok(reader.totalBytes - reader.skippedBytes > limits.maxBytes - 20);
    await appendFile(file, 'line 300\n');
    assert.deepEqual(await read(), ['line 300']);
  });

  it('passes over a line that is too long, and goes on after it', async () => {
    await writeFile(file, `one\n${'x'.repeat(500)}\ntwo\n`);
    assert.deepEqual(await read(), ['<reset>', 'one', '<too long>', 'two']);
  });

  it('waits for the end of a line that is too long', async () => {
    await writeFile(file, `one\n${'x'.repeat(500)}`);
    assert.deepEqual(await read(), ['<reset>', 'one']);
    await appendFile(file, 'x\ntwo\n');
    assert.deepEqual(await read(), ['<too long>', 'two']);
  });

  it('says that the file is gone', async () => {
    await assert.rejects(read(), { code: 'ENOENT' });
  });
});
