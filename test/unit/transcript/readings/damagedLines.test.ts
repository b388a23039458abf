import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { TextSearch } from '../../../../src/extension/hub/reading/search/textSearch';
import { UsageCounter, UsageFile } from '../../../../src/extension/hub/reading/usage/usageCounter';
import { UsageLedger } from '../../../../src/extension/hub/reading/usage/usageLedger';
import { recordsIn } from '../../../../src/extension/agents/claude/entry/records';
import { readDeliveredPrompts } from '../../../../src/extension/agents/claude/catalogue/readDeliveredPrompts';
import { FileTail } from '../../../../src/extension/transcript/file/fileTail';
import { ReadLane } from '../../../../src/extension/transcript/file/readLane';
import { Slices } from '../../../../src/extension/util/thread/slices';
import { newFold } from '../../../../src/extension/transcript/fold/fold';
import { foldLines } from '../../../../src/extension/transcript/fold/foldLines';
import { readEnds } from '../../../../src/extension/transcript/fold/transcriptEnds';
import { WalkBuffer } from '../../../../src/extension/transcript/lines/lineWalk';
import { runToEnd } from '../../../support/runToEnd';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { kindOf } from '../../../support/readings/transcriptSets';
import { itemsIn } from '../../../support/transcript/transcriptItems';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

const sessionId = '00000010-0000-4000-8000-000000000000';
let count = 0;

function record(more: object): string {
  count += 1;
  const timestamp = `2026-11-26T17:52:${String(10 + count)}.000Z`;
  return JSON.stringify({
    parentUuid: count === 1 ? null : `u${count - 1}`,
    isSidechain: false,
    cwd: '/home/dev/shop',
    sessionId,
    version: '2.1.332',
    ...more,
    uuid: `u${count}`,
    timestamp,
  });
}

const prompt = (content: string): string =>
  record({ type: 'user', message: { role: 'user', content } });

function answer(text: string, id: string): string {
  const usage = { input_tokens: 100, output_tokens: 10 };
  const content = [{ type: 'text', text }];
  const message = { id, role: 'assistant', model: 'claude-sonnet-4-5', content, usage };
  return record({ type: 'assistant', message });
}

interface Reading {
  readonly items: readonly string[];
  readonly model: string | undefined;
  readonly turns: number | undefined;
  readonly output: number;
  readonly found: readonly string[];
  readonly title: string;
  readonly prompts: readonly string[];
}

describe('Damaged lines of a transcript', () => {
  let home = '';
  beforeEach(async () => {
    home = await tempHome();
    count = 0;
  });
  afterEach(() => removeHome(home));

  /** Results of each reader for a file. */
  async function read(text: string): Promise<Reading> {
    const name = `-home-dev-shop/${sessionId}.jsonl`;
    const file = path.join(home, 'projects', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    const { size, mtimeMs, dev, ino } = fs.statSync(file);
    const found = { path: file, kind: kindOf(name), size, mtimeMs, dev, ino };
    const of = { path: file, sessionId, format: claudeFormat };
    const descriptor = fs.openSync(file, 'r');
    const shared = new WalkBuffer();
    const fold = runToEnd(foldLines({ file: descriptor, shared }, of, newFold(of), 0, size));
    fs.closeSync(descriptor);
    const ledger = new UsageLedger();
    const usage = new UsageFile(file, ledger.source(sessionId, undefined), claudeFormat);
    // The second read finds nothing new.
    for (let look = 0; look < 2; look += 1) runToEnd(new UsageCounter(ledger, shared).read(usage));
    const prompts: string[] = [];
    for await (const { texts } of readDeliveredPrompts(file))
      prompts.push(...texts.map(({ text }) => text));
    return {
      items: itemsIn(text).map((item) =>
        'text' in item && typeof item.text === 'object' ? item.text.text : item.kind,
      ),
      model: fold.reading.facts?.model,
      turns: fold.reading.facts?.turns,
      output: ledger.takeChanges()[0]?.total.output ?? 0,
      found: ['first', 'lost', 'whole', 'late'].filter((word) =>
        [...new TextSearch(word, { formatOf: () => claudeFormat }).run([found])].some(
          (step) => step.found !== undefined,
        ),
      ),
      title: readEnds(found, claudeFormat).title,
      prompts,
    };
  }

  const whole = {
    items: ['first words', 'whole words', 'late words'],
    model: 'claude-sonnet-4-5',
    turns: 2,
    output: 10,
    found: ['first', 'whole', 'late'],
    title: 'first words',
    prompts: ['late words', 'first words'],
  };

  for (const [name, damage] of Object.entries({
    'two records in one': (one: string, next: string) => `${one}${next}\n`,
    'three records in one, with zeros between': (one: string, next: string) =>
      `${one}\0\0\0${next} ${record({ type: 'mode', mode: 'normal' })}\n`,
    'a bookkeeping record before one': (one: string, next: string) =>
      `${one}\n{"type":"mode","mode":"normal","sessionId":"s"}${next}\n`,
    'a bookkeeping record and zeros before one': (one: string, next: string) =>
      `${one}\n{"type":"mode","mode":"normal","sessionId":"s"}\0\0${next}\n`,
    'zeros before one': (one: string, next: string) => `${one}\n${'\0'.repeat(400)}${next}\n`,
    'a mark before the first': (one: string, next: string) => `\uFEFF${one}\n${next}\n`,
  })) {
    it(`are read as if each record had its line: ${name}`, async () => {
      const text = damage(prompt('first words'), answer('whole words', 'm1'));
      assert.deepEqual(await read(`${text}${prompt('late words')}\n`), whole);
    });
  }

  it('cost only the record that was cut off, which is said', async () => {
    const cut = answer('lost words', 'm9');
    for (const length of [3, 40, 150, cut.indexOf('lost') + 2, cut.length - 1]) {
      count = 0;
      const lines = [prompt('first words'), cut.slice(0, length) + answer('whole words', 'm1')];
      const reading = await read(`${[...lines, prompt('late words')].join('\n')}\n`);
      const items = ['first words', 'unreadable', 'whole words', 'late words'];
      assert.deepEqual(reading, { ...whole, items }, `cut after ${length}`);
    }
  });

  it('tell the facts of a record behind a bookkeeping record that was cut off', async () => {
    const cut = '{"type":"file-history-snapshot","messageId":"a","snapshot":{"messageId":"a"';
    for (const length of [24, 40, cut.length]) {
      count = 0;
      const lines = [prompt('first words'), cut.slice(0, length) + answer('whole words', 'm1')];
      const { model, turns, output } = await read(
        `${[...lines, prompt('late words')].join('\n')}\n`,
      );
      assert.deepEqual([model, turns, output], [whole.model, 2, 10], `cut after ${length}`);
    }
  });

  it('count a last record without its line’s end, and what is written behind it', async () => {
    const lines = [prompt('first words'), prompt('late words'), answer('whole words', 'm1')];
    const reading = await read(lines.join('\n'));
    assert.deepEqual([reading.output, reading.model, reading.turns], [10, whole.model, 2]);
  });

  it('lend a session its title where its only record lacks its line’s end', async () => {
    assert.equal((await read(prompt('first words'))).title, 'first words');
  });

  it('of tens of megabytes that are whole records are read to their end', () => {
    const one = prompt('a'.repeat(1_000_000));
    assert.equal(recordsIn(one.repeat(40)).records.length, 40);
  });

  it('are told apart wherever the reading of a growing file stops', async () => {
    const lines = [prompt('first words'), answer('whole words', 'm1'), prompt('late words')];
    const text = Buffer.from(`${lines.join('\n')}\n`);
    const file = path.join(home, 'one.jsonl');
    for (let cut = 0; cut <= text.length; cut += 7) {
      fs.writeFileSync(file, text.subarray(0, cut));
      const tail = new FileTail();
      const tailLines: string[] = [];
      const sink = {
        onLine: (line: Buffer) => void tailLines.push(line.toString()),
        onRestart: () => assert.fail('It was appended to'),
      };
      const read = () => new ReadLane(new Slices()).run(file, (open) => tail.read(open, sink));
      await read();
      fs.appendFileSync(file, text.subarray(cut));
      await read();
      assert.deepEqual(tailLines, lines, `cut at byte ${cut}`);
      assert.equal(tail.wholeLines, text.length);
    }
  });

  it('hold whole records wherever the one before them was cut', () => {
    const texts = fc.string({
      unit: fc.constantFrom(...Array.from('ab{}[]":,\\\n\0ü')),
      maxLength: 30,
    });
    fc.assert(
      fc.property(texts, texts, fc.nat(400), (before, after, cut) => {
        count = 0;
        const [lost, kept] = [prompt(before), answer(after, 'm1')];
        const part = lost.slice(0, Math.min(cut, lost.length - 1));
        const { records, isDamaged } = recordsIn(part + kept);
        assert.deepEqual(records.at(-1), JSON.parse(kept));
        assert.equal(records.length, 1);
        assert.equal(isDamaged, part !== '');
      }),
    );
  });

  it('of a million beginnings are given up', () => {
    const text = '{"type":"user"'.repeat(1_000_000);
    assert.deepEqual(recordsIn(text), { records: [], isDamaged: true });
  });
});
