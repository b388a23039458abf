import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { ReaderItem } from '../../../../src/shared/messages/readerItems';
import { markdownText } from '../../../../src/extension/views/reader/markdownText';
import { textStyle } from '../../../../src/extension/reader/items/textStyle';
import { itemsIn } from '../../../support/transcript/transcriptItems';

const folder = path.resolve(__dirname, '../../../fixtures/transcripts');
const style = textStyle('/home/dev/shop', '/home/dev', 'UTC');
const fixtures = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => path.basename(name, '.jsonl'));

const head = { title: 'A title', facts: ['shop · main', ''], file: '~/a.jsonl' };
const written = (items: readonly ReaderItem[]): string => markdownText(head, items, style);

describe('A transcript as Markdown', () => {
  for (const fixture of fixtures) {
    const text = (): string =>
      written(itemsIn(readFileSync(path.join(folder, `${fixture}.jsonl`), 'utf8')));

    it(`reads well: ${fixture}`, () => {
      const file = path.join(folder, `${fixture}.md`);
      if (process.env['UPDATE_FIXTURES'] !== undefined) writeFileSync(file, text());
      assert.equal(text(), readFileSync(file, 'utf8'));
    });

    it(`shows no control and no override: ${fixture}`, () => {
      assert.doesNotMatch(text(), /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
    });
  }

  const place = { at: 0, part: 0 };
  const clip = (text: string) => ({ text, more: 0 });
  const call = (id: string): ReaderItem => ({
    ...place,
    kind: 'tool',
    id,
    name: 'Bash',
    title: 'Bash',
    summary: id,
    body: { type: 'command', text: clip(id) },
  });
  const result = (toolUseId: string, text: string): ReaderItem => ({
    ...place,
    kind: 'result',
    toolUseId,
    outcome: 'done',
    summary: `${text.length} letters`,
    text: clip(text),
    pictures: 0,
  });

  it('puts a late result under its call, and keeps one whose call is cut off', () => {
    const text = written([call('a'), call('b'), result('b', 'of b'), result('c', 'of c')]);
    const order = ['`a`', '`b`', 'of b', 'of c'].map((part) => text.indexOf(part));
    assert.ok(!order.includes(-1));
    assert.deepEqual(
      order,
      [...order].sort((x, y) => x - y),
    );
    assert.equal(text.split('of b').length, 2);
  });

  it('lets no text end its own block', () => {
    const text = written([call('a'), result('a', 'x\n````\n# Not a heading')]);
    assert.match(text, /\n`{5}\nx\n````\n# Not a heading\n`{5}\n/);
  });

  it('says of a queued prompt that it is not recorded as read', () => {
    const text = written([{ ...place, kind: 'queued', text: clip('Use it\nhere') }]);
    assert.ok(text.endsWith('## ❯ Prompt · queued, not recorded as read\n\n> Use it\n> here\n'));
  });

  it('quotes what was taken back, beneath its first prompt', () => {
    const textItem = (at: number, text: string): ReaderItem => ({
      at,
      part: 0,
      kind: 'text',
      text: clip(text),
      by: 'Claude',
    });
    const items = [
      textItem(0, 'Begun'),
      textItem(10, 'Red'),
      textItem(20, 'Still red'),
      textItem(30, 'Blue'),
    ];
    const text = markdownText(head, items, style, [{ from: 10, to: 30, text: 'Paint it' }]);
    assert.ok(
      text.endsWith('Begun\n\n> *Taken back: Paint it*\n>\n> Red\n>\n> Still red\n\nBlue\n'),
    );
  });

  it('names a day where another one begins', () => {
    const itemAt = (time: number): ReaderItem => ({
      ...place,
      time,
      kind: 'text',
      text: clip('Hello'),
      by: 'Claude',
    });
    const text = written([itemAt(0), itemAt(1_000), itemAt(86_400_000)]);
    assert.match(text, /Hello\n\nHello\n\n---\n\n\*Friday, 2 January 1970\*\n\nHello/);
  });
});
