import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { WalkBuffer, walkLines } from '../../../../src/extension/transcript/lines/lineWalk';
import { removeHome, tempHome } from '../../../support/hub/tempHome';

describe('A walk over the lines of a file', () => {
  let home: string;
  let file: string;
  let shared: WalkBuffer;

  beforeEach(async () => {
    home = await tempHome();
    file = path.join(home, 'session.jsonl');
    shared = new WalkBuffer();
  });
  afterEach(() => removeHome(home));

  interface Walk {
    readonly lines: readonly (readonly [offset: number, text: string])[];
    readonly portions: readonly number[];
    readonly end: number;
  }
  function walk(from = 0, to = fs.statSync(file).size, marked?: string): Walk {
    const lines: [number, string][] = [];
    const portions: number[] = [];
    const descriptor = fs.openSync(file, 'r');
    try {
      const onLine = (line: Buffer, offset: number): void =>
        void lines.push([offset, line.toString('latin1', 0, 2_000_000)]);
      const bytes = marked === undefined ? undefined : Buffer.from(marked);
      const steps = walkLines(descriptor, from, to, shared, onLine, bytes);
      for (;;) {
        const step = steps.next();
        if (step.done === true) return { lines, portions, end: step.value };
        portions.push(step.value);
      }
    } finally {
      fs.closeSync(descriptor);
    }
  }
  /** Lines that begin and end between two positions. */
  function expected(text: string, from = 0, to = text.length): Omit<Walk, 'portions'> {
    const lines: [number, string][] = [];
    let start = from;
    for (
      let end = text.indexOf('\n', start);
      end >= 0 && end < to;
      end = text.indexOf('\n', start)
    ) {
      if (end > start) lines.push([start, text.slice(start, end)]);
      start = end + 1;
    }
    return { lines, end: start };
  }

  for (const marked of [undefined, '}']) {
    it(`stops after some of very many lines${marked === undefined ? '' : ', also of marked ones'}`, () => {
      fs.writeFileSync(file, '{}\n'.repeat(200_000));
      const descriptor = fs.openSync(file, 'r');
      let count = 0;
      let most = 0;
      let since = 0;
      const onLine = (): void => {
        count += 1;
        since += 1;
        most = Math.max(most, since);
      };
      const bytes = marked === undefined ? undefined : Buffer.from(marked);
      const steps = walkLines(descriptor, 0, 600_000, shared, onLine, bytes);
      while (steps.next().done !== true) since = 0;
      fs.closeSync(descriptor);
      assert.equal(count, 200_000);
      assert.ok(most <= 128, `${most} lines without a stop`);
    });
  }

  it('returns each complete line with its position, and the end of the last one', () => {
    fs.writeFileSync(file, 'one\n\ntwo\nhal');
    assert.deepEqual(walk(), {
      lines: [
        [0, 'one'],
        [5, 'two'],
      ],
      portions: [12],
      end: 9,
    });
  });

  it('returns nothing for an empty file, and reads only up to its limit', () => {
    fs.writeFileSync(file, '');
    assert.deepEqual(walk(), { lines: [], portions: [], end: 0 });
    fs.writeFileSync(file, 'one\n');
    assert.deepEqual(walk(0, 1_000_000), { lines: [[0, 'one']], portions: [4], end: 4 });
  });

  it('tells the same of lines of any length, wherever it begins and ends', () => {
    const lengths = [10, 300_000, 0, 262_143, 262_144, 1_500_000, 1, 700_000, 5];
    const text = lengths
      .map((length, index) => `${String.fromCodePoint(97 + index).repeat(length)}\n`)
      .join('');
    fs.writeFileSync(file, text);
    for (const from of [0, 5, 11, 300_011, 600_000]) {
      for (const to of [text.length, text.length - 3, 900_000, 300_012, 262_155]) {
        const { lines, portions, end } = walk(from, to);
        assert.deepEqual(
          { lines, end },
          expected(text, from, Math.max(from, to)),
          `${from} to ${to}`,
        );
        const read = portions.reduce((sum, portion) => sum + portion, 0);
        assert.equal(read, Math.max(0, to - from));
        assert.ok(portions.every((portion) => portion <= 256 * 1024));
      }
    }
  });

  it('returns only lines that contain the marker, even one split between two chunks', () => {
    const [none, short] = ['x'.repeat(700_000), 'x'.repeat(30)];
    const long = (before: number, after: number): string =>
      `${'y'.repeat(before)}mark${'y'.repeat(after)}`;
    const lines = [none, 'mark', short, long(262_142, 3), '', long(3, 600_000), none, 'markmark'];
    const text = `${lines.join('\n')}\nmark is cut`;
    fs.writeFileSync(file, text);
    const all = expected(text);
    const { lines: walked, end } = walk(0, text.length, 'mark');
    assert.deepEqual(
      walked,
      all.lines.filter(([, line]) => line.includes('mark')),
    );
    assert.equal(end, all.end);
  });

  it('allocates no second buffer for a line of 3 MB', () => {
    const { bytes } = shared;
    fs.writeFileSync(file, `${'x'.repeat(3_000_000)}\nshort\n`);
    assert.equal(walk().lines.length, 2);
    assert.equal(shared.bytes, bytes);
  });

  it('frees the buffer that a longer line needed', () => {
    const usual = shared.bytes.length;
    fs.writeFileSync(file, `${'x'.repeat(5_000_000)}\nshort\n`);
    assert.equal(walk().lines.length, 2);
    assert.ok(shared.bytes.length > 5_000_000);
    shared.shrink();
    assert.equal(shared.bytes.length, usual);
    const { bytes } = shared;
    shared.shrink();
    assert.equal(shared.bytes, bytes, 'and takes no other where none was taken');
  });

  it('passes over a line that is longer than any real one, and holds no more than twice the most', () => {
    const longest = 64 * 1024 * 1024;
    fs.writeFileSync(file, 'before\n');
    fs.truncateSync(file, longest + 1024 * 1024); // A sparse file: the zeros take no disk space.
    fs.appendFileSync(file, '\nafter\nhal');
    const { size } = fs.statSync(file);
    const found = walk();
    assert.deepEqual(found.lines, [
      [0, 'before'],
      [size - 9, 'after'],
    ]);
    assert.equal(found.end, size - 3);
    assert.ok(shared.bytes.length <= 2 * longest);
    // A line that does not end is skipped each time.
    fs.truncateSync(file, longest + 1024 * 1024);
    const { lines, end } = walk();
    assert.deepEqual([lines, end], [[[0, 'before']], 7]);
  });
});
