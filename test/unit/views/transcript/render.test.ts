import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Entry } from '../../../../src/extension/views/transcript/entry';
import { parseLine } from '../../../../src/extension/views/transcript/parse';
import { TranscriptText } from '../../../../src/extension/views/transcript/render';
import { textStyle } from '../../../../src/extension/views/transcript/textStyle';

const folder = path.resolve(__dirname, '../../../fixtures/transcripts');
const style = textStyle('/home/dev/shop', '/home/dev', 'UTC');
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => path.basename(name, '.jsonl'));

function linesOf(fixture: string): readonly string[] {
  return readFileSync(path.join(folder, `${fixture}.jsonl`), 'utf8').split('\n');
}

function entriesOf(fixture: string): readonly Entry[] {
  return linesOf(fixture).flatMap((line) => parseLine(line, fixture === 'subagentOwn').entries);
}

function rendered(entries: readonly Entry[]): TranscriptText {
  const text = new TranscriptText(style);
  text.setHeader(['A title', 'shop · main']);
  text.append(entries);
  return text;
}

/** The document as its reader sees it first: closed folds show their first line only. */
function picture(document: TranscriptText): string {
  const lines = document.text.split('\n');
  const hidden = new Set<number>();
  const closed = new Map<number, number>();
  for (const { start, end, closed: isClosed } of document.folds) {
    if (!isClosed) continue;
    closed.set(start, end - start);
    for (let line = start + 1; line <= end; line += 1) hidden.add(line);
  }
  return lines
    .flatMap((line, index) => {
      if (hidden.has(index)) return [];
      const count = closed.get(index);
      const shown = line.length > 200 ? `${line.slice(0, 200)}<${line.length}>` : line;
      return [count === undefined ? shown : `${shown} <+${count}>`];
    })
    .join('\n');
}

describe('TranscriptText', () => {
  for (const fixture of fixtures) {
    it(`reads well: ${fixture}`, () => {
      const file = path.join(folder, `${fixture}.txt`);
      const actual = picture(rendered(entriesOf(fixture)));
      if (process.env['UPDATE_FIXTURES'] !== undefined) writeFileSync(file, actual);
      assert.equal(actual, readFileSync(file, 'utf8'));
    });

    it(`is the same however its entries arrive: ${fixture}`, () => {
      const entries = entriesOf(fixture);
      const whole = rendered(entries);
      for (let split = 0; split <= entries.length; split += 1) {
        const parts = rendered(entries.slice(0, split));
        // Reading in between must not change what follows.
        assert.equal(parts.text.split('\n').length - 1, parts.lineCount);
        void [parts.folds, parts.outline];
        parts.append(entries.slice(split));
        assert.equal(parts.text, whole.text);
        assert.deepEqual(parts.folds, whole.folds);
        assert.deepEqual(parts.outline, whole.outline);
        assert.deepEqual(parts.marks, whole.marks);
      }
    });

    it(`refers to lines of its text: ${fixture}`, () => {
      const { text, folds, outline, marks, lineCount } = rendered(entriesOf(fixture));
      const lines = text.split('\n');
      for (const { start, end } of folds) {
        assert.ok(start < end && end < lineCount);
        assert.notEqual(lines[start], '');
      }
      for (const turn of outline) {
        assert.match(lines[turn.start] ?? '', /^❯ /);
        for (const child of turn.children) {
          assert.match(lines[child.start] ?? '', /^[▸■✗◆─]/);
          assert.ok(turn.start < child.start && child.end <= turn.end);
        }
      }
      for (const { start } of marks) assert.match(lines[start] ?? '', /^[❯■✗]/);
    });

    it(`shows no control and no override: ${fixture}`, () => {
      const { text } = rendered(entriesOf(fixture));
      assert.doesNotMatch(text, /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
    });
  }

  it('moves everything when the header grows', () => {
    const document = rendered(entriesOf('tools'));
    const before = document.folds[0]?.start ?? 0;
    document.setHeader(['A title', 'shop · main', 'one more']);
    assert.equal(document.folds[0]?.start, before + 1);
    assert.equal(document.text.split('\n')[2], 'one more');
  });

  it('puts a late result under its call', () => {
    const use = (id: string): Entry => ({
      kind: 'toolUse',
      at: undefined,
      id,
      name: 'Bash',
      input: { command: `echo ${id}` },
    });
    const result = (toolUseId: string): Entry => ({
      kind: 'toolResult',
      at: undefined,
      toolUseId,
      text: toolUseId,
      isError: false,
      denial: undefined,
      details: {},
    });
    const many = Array.from({ length: 100 }, (_, index) => use(`n${index}`));
    const document = rendered([use('a'), use('b'), ...many]);
    assert.equal(document.lineCount, 2 + 1 + 102); // Header, gap, one line a call.
    void document.text; // From here on the first blocks are written down.
    document.append([result('b'), result('a')]);
    assert.deepEqual(document.text.split('\n').slice(3, 8), [
      '▸ Bash  echo a',
      '  ⎿ a',
      '▸ Bash  echo b',
      '  ⎿ b',
      '▸ Bash  echo n0',
    ]);
  });

  it('costs what is new, not what is there', () => {
    const prompt: Entry = { kind: 'prompt', at: 0, text: 'Fix it', queued: false };
    const document = rendered(Array.from({ length: 50_000 }, () => prompt));
    void document.text;
    for (let round = 0; round < 200; round += 1) {
      document.append([prompt]);
      assert.ok(document.lineCount > 0);
    }
    assert.equal(document.text.split('Fix it').length - 1, 50_200);
  });
});
