import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lineKind } from '../../../../src/extension/transcript/lines/lineRow';
import {
  createLineScan,
  PlainLineFinder,
  type LineFinder,
  type OnRow,
  type Wanted,
} from '../../../../src/extension/transcript/lines/lineFinder';
import { drained } from '../../../support/drained';

/** An assistant's line as the client writes it. */
function answer(id: string, timestamp = '2026-06-10T12:00:00.123Z', content: unknown = []): string {
  const usage = { input_tokens: 4, output_tokens: 87 };
  const message = { id, type: 'message', role: 'assistant', model: 'claude-opus-5', content };
  return JSON.stringify({
    parentUuid: null,
    message: { ...message, stop_reason: 'end_turn', stop_sequence: null, usage },
    type: 'assistant',
    timestamp,
  });
}

interface Told {
  readonly text: string;
  readonly kind: number;
  readonly at: number | undefined;
  readonly isTextAlone: boolean;
}

function each(scan: LineFinder, text: string, onRow: OnRow, wanted: Wanted = 'all'): void {
  const bytes = Buffer.from(text);
  scan.grow(bytes.length);
  scan.begin();
  bytes.copy(scan.bytes, scan.from);
  const bounds = { start: scan.from, search: scan.from, to: scan.from + bytes.length };
  drained(scan.scan(bounds, 1e6, wanted, onRow));
}

function told(scan: LineFinder, text: string, wanted: Wanted = 'all'): readonly Told[] {
  const lines: Told[] = [];
  const onRow: OnRow = (row) => {
    const { kind, isTextAlone } = row;
    const at = row.tellsUsage ? row.at : undefined;
    lines.push({ text: row.text(), kind, at, isTextAlone });
  };
  each(scan, text, onRow, wanted);
  return lines;
}

describe('A scan of lines', () => {
  const scan = createLineScan(1_000);

  it('is made by a program where this runs', () => {
    assert.ok(!(scan instanceof PlainLineFinder));
  });

  it('tells what each line is by its first keys', () => {
    const lines = [
      [answer('m'), lineKind.assistant],
      ['{"parentUuid":null,"type":"user","message":{"role":"user"}}', lineKind.user],
      ['{"type":"system","subtype":"turn_duration"}', lineKind.system],
      ['{"parentUuid":null,"attachment":{"type":"queued_command"}}', lineKind.attachment],
      ['{"type":"mode","mode":"normal"}', lineKind.note],
      ['{"parentUuid":null,"message":{"role":"user","content":"x"}}', lineKind.unsure],
      ['{"type":"assistant"}', lineKind.unsure],
      ['x', lineKind.unsure],
    ] as const;
    const text = lines.map(([line]) => `${line}\n`).join('');
    assert.deepEqual(
      told(scan, text).map((line) => [line.text, line.kind]),
      lines,
    );
  });

  it('tells answers of text from those that call a tool', () => {
    const says = { type: 'text', text: '"type":"tool_use"' };
    const calls = { type: 'tool_use', id: 't', name: 'Bash', input: {} };
    const of = (content: unknown): boolean | undefined =>
      told(scan, `${answer('m', undefined, content)}\n`)[0]?.isTextAlone;
    assert.deepEqual(
      [of([says]), of([says, calls]), of([calls]), of([{ type: 'thinking' }, says]), of([])],
      [true, false, false, false, false],
    );
  });

  it('tells of each line what stands before its message, whatever stood there in those before', () => {
    const before = fc.record(
      {
        cwd: fc.constantFrom('/a', '/b'),
        isSidechain: fc.boolean(),
        session_id: fc.constantFrom('one', 'two', 'three'),
        count: fc.constantFrom(1, 12, 123),
      },
      { requiredKeys: [] },
    );
    const line = fc.tuple(fc.constantFrom(null, 'p', 'parent'), before, fc.boolean());
    fc.assert(
      fc.property(fc.array(line, { minLength: 2, maxLength: 8 }), (lines) => {
        const texts = lines.map(([parentUuid, keys, isLast], id) => {
          const { parentUuid: _none, ...rest } = JSON.parse(answer(`m${id}`)) as object & {
            parentUuid: null;
          };
          const first = isLast ? { ...keys, parentUuid } : { parentUuid, ...keys };
          return JSON.stringify({ ...first, ...rest });
        });
        const expected = lines.map(([, { isSidechain = false, session_id }, isLast], index) => {
          const isRead = !isLast || texts[index]?.startsWith('{"parentUuid"') === true;
          return isRead ? [isSidechain, session_id] : 'unsure';
        });
        const rows: unknown[] = [];
        let owner: string | undefined;
        each(scan, texts.map((text) => `${text}\n`).join(''), (row) => {
          if (row.kind === lineKind.unsure) return void rows.push('unsure');
          owner = row.newOwner ?? owner;
          rows.push([row.isSidechain, row.isOwned ? owner : undefined]);
        });
        assert.deepEqual(rows, expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('tells every line of a thousand and more, and of usage those that tell one', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      index % 3 === 0 ? '{"type":"mode"}' : answer(`m${index}`),
    );
    const text = `${lines.join('\n')}\n`;
    assert.deepEqual(
      told(scan, text).map((line) => line.text),
      lines,
    );
    const messages = lines.filter((line) => line.startsWith('{"p'));
    assert.deepEqual(
      told(scan, text, 'usage').map((line) => line.text),
      messages,
    );
  });

  it('reads times as the language does', () => {
    const parts = fc.tuple(
      fc.integer({ min: 1968, max: 2104 }),
      ...[13, 32, 25, 61, 61, 999].map((max) => fc.integer({ min: 0, max })),
    );
    let read = 0;
    fc.assert(
      fc.property(parts, (numbers) => {
        const [year, month, day, hour, minute, second, ms] = numbers.map((number, index) =>
          String(number).padStart([4, 2, 2, 2, 2, 2, 3][index] ?? 0, '0'),
        );
        const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
        const [line] = told(scan, `${answer('m', time)}\n`);
        const expected = Date.parse(time);
        if (line?.at === undefined) {
          const isPlain = expected >= 0 && Number(day) <= 28 && Number(hour) < 24;
          assert.ok(!isPlain, time);
        } else {
          read += 1;
          assert.equal(line.at, expected, time);
        }
      }),
      { numRuns: 5_000 },
    );
    assert.ok(read > 1_000);
  });

  it('knows the beginning of a line that tells no usage', () => {
    const tells = (text: string): boolean => {
      scan.bytes.write(text, scan.from);
      return !scan.tellsNothing(scan.from, scan.from + text.length);
    };
    assert.equal(
      tells('{"parentUuid":null,"type":"user","message":{"role":"user","content":"xxx'),
      false,
    );
    assert.equal(tells('{"parentUuid":null,"type":"us'), true);
    assert.equal(tells(answer('m').slice(0, 150)), true);
    assert.equal(tells('{"cwd":"x'), true);
  });
});

describe('The search for pairs of bytes', () => {
  it('finds what a loop finds, and nothing behind the end', () => {
    const byte = fc.integer({ min: 0, max: 12 });
    const two = fc.tuple(byte, byte);
    const scan = createLineScan(200);
    fc.assert(
      fc.property(
        fc.array(byte, { minLength: 100, maxLength: 200 }),
        two,
        two,
        fc.nat(20),
        fc.nat(79),
        (bytes, first, second, gap, from) => {
          const room = scan.bytes.subarray(scan.from);
          room.fill(0).set(bytes);
          const to = 80;
          const wanted = bytes.findIndex(
            (value, at) =>
              at >= from &&
              at < to &&
              first.includes(value) &&
              second.includes(bytes[at + gap] ?? 0),
          );
          const found = scan.findPair({ first, second, gap }, scan.from + from, scan.from + to);
          assert.equal(found, wanted < 0 ? -1 : scan.from + wanted);
        },
      ),
    );
  });
});

describe('A scan without its program', () => {
  it('leaves every line to parsing', () => {
    const lines = [answer('m'), 'x', '{"type":"mode","mode":"normal"}'];
    const text = `${lines.join('\n\n')}\nhal`;
    for (const wanted of ['all', 'usage'] as const) {
      assert.deepEqual(
        told(new PlainLineFinder(10), text, wanted),
        lines.map((line) => ({
          text: line,
          kind: lineKind.unsure,
          at: undefined,
          isTextAlone: false,
        })),
      );
    }
  });
});
