import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { LineFile, type LineWindow } from '../../../../src/extension/transcript/file/lineFile';

const limits = { windowBytes: 64, maxLineBytes: 1_000 };

function texts({ lines }: LineWindow): readonly (string | undefined)[] {
  return lines.map(({ bytes }) => bytes?.toString('utf8'));
}

describe('LineFile', () => {
  let folder = '';
  let file = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'mission-control-'));
    file = path.join(folder, 'lines');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function withLines<T>(text: string, act: (lines: LineFile) => Promise<T>): Promise<T> {
    await writeFile(file, text);
    const lines = await LineFile.open(file, limits);
    try {
      return await act(lines);
    } finally {
      await lines.close();
    }
  }

  it('reads back from the end and on from the start the same lines, in windows of any cut', async () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 400 })
      .map((it) => it.replaceAll('\n', ' '));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), line, async (lines, rest) => {
        const text = lines.map((it) => `${it}\n`).join('') + rest;
        await withLines(text, async (source) => {
          const end = await source.wholeEnd();
          assert.equal(end, Buffer.byteLength(text) - Buffer.byteLength(rest));
          const back: (string | undefined)[] = [];
          for (let at = end; at > 0;) {
            const window = await source.readBefore(at);
            assert.equal(window.to, at);
            assert.ok(window.from < at, 'it goes on');
            back.unshift(...texts(window));
            at = window.from;
          }
          assert.deepEqual(back, lines);
          const on: (string | undefined)[] = [];
          for (let at = 0; at < end;) {
            const window = await source.readAfter(at);
            assert.equal(window.from, at);
            on.push(...texts(window));
            at = window.to;
          }
          assert.deepEqual(on, lines);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('reads no more than a window where its lines are short', async () => {
    await withLines('0123456789\n'.repeat(100), async (source) => {
      const { from, to, lines } = await source.readBefore(1_100);
      assert.deepEqual([from, to, lines.length], [1_045, 1_100, 5]);
    });
  });

  it('passes over a line that is too long, from either side', async () => {
    const long = 'x'.repeat(3_000);
    await withLines(`one\n${long}\ntwo\n`, async (source) => {
      const end = await source.wholeEnd();
      const last = await source.readBefore(end);
      assert.deepEqual(texts(last), ['two']);
      const middle = await source.readBefore(last.from);
      assert.deepEqual(texts(middle), [undefined]);
      assert.deepEqual([middle.from, middle.lines[0]?.length], [4, 3_001]);
      assert.deepEqual(texts(await source.readBefore(middle.from)), ['one']);
      const first = await source.readAfter(0);
      assert.deepEqual(texts(first), ['one']);
      assert.deepEqual(texts(await source.readAfter(first.to)), [undefined]);
      assert.deepEqual(texts(await source.readAfter(middle.to)), ['two']);
    });
  });

  it('leaves the last line alone until it has its end', async () => {
    await withLines('one\ntw', async (source) => {
      assert.equal(await source.wholeEnd(), 4);
      assert.deepEqual(texts(await source.readAfter(4)), []);
    });
    await withLines('', async (source) => {
      assert.equal(await source.wholeEnd(), 0);
      assert.deepEqual(texts(await source.readBefore(0)), []);
      assert.deepEqual(texts(await source.readAfter(0)), []);
    });
  });

  it('has a whole record at the end of the file as its last line, however long, and no part of one', async () => {
    for (const length of [1, 30, 60, 200, 900]) {
      const record = JSON.stringify({ text: 'x'.repeat(length) });
      const size = 4 + record.length;
      await withLines(`one\n${record}`, async (source) => {
        assert.equal(await source.wholeEnd(), size);
        const last = await source.readBefore(size);
        assert.deepEqual(
          [texts(last).at(-1), last.lines.at(-1)?.length, last.to],
          [record, record.length, size],
        );
        const after = await source.readAfter(4);
        assert.deepEqual([texts(after), after.to], [[record], size]);
        assert.deepEqual(texts(await source.readAfter(size)), []);
      });
      await withLines(`one\n${record.slice(0, -1)}`, async (source) => {
        assert.equal(await source.wholeEnd(), 4);
        assert.deepEqual(texts(await source.readAfter(4)), []);
      });
    }
    const tooLong = JSON.stringify({ text: 'x'.repeat(1_100) });
    await withLines(`one\n${tooLong}`, async (source) => {
      assert.equal(await source.wholeEnd(), 4);
      assert.deepEqual(texts(await source.readAfter(4)), []);
    });
  });

  it('goes on behind a record that ended the file, whatever was written behind it', async () => {
    for (const more of ['\n', '\n{"b":1}\n', '{"b":1}\n', '{"b":1}', '{"b":1}{"c":1}\n', '{"b"']) {
      await withLines(`one\n{"a":1}${more}`, async (source) => {
        assert.equal(await source.continuesFrom(source.identity, 11), true, more);
        const read: (string | undefined)[] = [];
        for (let at = 11; ;) {
          const window = await source.readAfter(at);
          if (window.lines.length === 0) break;
          read.push(...texts(window));
          at = window.to;
        }
        const whole = more.startsWith('{"b":1}') || more.startsWith('\n{') ? more : '';
        assert.equal(read.join('').trim(), whole.trim(), more);
        assert.deepEqual(texts(await source.readBefore(11)), ['one', '{"a":1}'], more);
        assert.deepEqual([await source.startOfLine(11), await source.startOfLine(10)], [11, 4]);
      });
    }
    await withLines('one\n{"a":1}{"b":1}', async (source) => {
      assert.equal(await source.wholeEnd(), 18);
    });
    await withLines('one\n{"a":1,"b":1}\n', async (source) => {
      assert.equal(await source.isLineStart(11), false);
    });
  });

  it('finds where the line of a byte begins, and knows what is no such place', async () => {
    await withLines('one\ntwo\nthree\n', async (source) => {
      assert.deepEqual(
        await Promise.all([0, 3, 4, 6, 8, 13].map((at) => source.startOfLine(at))),
        [0, 0, 4, 4, 8, 8],
      );
      assert.deepEqual(
        await Promise.all([0, 3, 4, 6, 14, 15, 99].map((at) => source.isLineStart(at))),
        [true, false, true, false, true, false, false],
      );
    });
  });

  it('goes on from its own beginning and line ends, not from those of another file', async () => {
    await withLines('one\ntwo\n', async (source) => {
      const continuesAt = (end: number) => source.continuesFrom(source.identity, end);
      assert.deepEqual(await Promise.all([0, 4, 8, 5, 9].map(continuesAt)), [
        true,
        true,
        true,
        false,
        false,
      ]);
      assert.equal(await source.continuesFrom('another', 4), false);
    });
  });
});
