import assert from 'node:assert/strict';
import { appendFile, rename, truncate, writeFile } from 'node:fs/promises';
import { noLimits } from '../../../src/extension/reader/items/clip';
import { ItemSearch } from '../../../src/extension/reader/itemSearch';
import type { TranscriptSource } from '../../../src/extension/reader/transcriptSource';
import type { ItemPlace, ReaderItem } from '../../../src/shared/messages/readerItems';
import { branchingLines, type Said } from '../../support/transcript/branchingLines';
import { TranscriptHome } from '../../support/transcript/transcriptHome';
import { TranscriptLines } from '../../support/transcript/transcriptLines';
import { until } from '../../support/until';

function spoken(items: readonly ReaderItem[]): readonly string[] {
  return items.flatMap((item) =>
    item.kind === 'prompt' || item.kind === 'text' ? [item.text.text] : [],
  );
}

/** Several megabytes, so that there are many windows. */
function longLines(): TranscriptLines {
  const lines = new TranscriptLines().prompt('The very first prompt');
  for (let index = 0; index < 300; index += 1) {
    lines.text(`Answer ${index}`);
    lines.tool('Bash', { command: `run ${index}` }, `${'output '.repeat(1_400)}${index}`);
    if (index === 40) lines.tool('AskUserQuestion', { questions: [{ question: 'Blue?' }] }, 'yes');
  }
  return lines.prompt('The last prompt').text('Ünïcode Ärger "quoted"');
}

describe('TranscriptSource', function () {
  this.timeout(60_000);
  let home: TranscriptHome;
  let source: TranscriptSource;
  afterEach(async () => {
    source.dispose();
    await home.remove();
  });
  async function open(lines: readonly unknown[] | string): Promise<void> {
    home = await TranscriptHome.with(lines);
    source = home.source();
  }

  it('reads the end at once, and the rest in adjoining windows', async () => {
    await open(longLines().lines);
    const last = await source.read('end', 0);
    assert.equal(last.to, last.end);
    assert.ok(last.from > last.end / 2, 'only a part is read');
    assert.equal(spoken(last.items).at(-1), 'Ünïcode Ärger "quoted"');
    const all: string[] = [...spoken(last.items)];
    for (let at = last.from; at > 0;) {
      const window = await source.read('before', at);
      assert.equal(window.to, at);
      all.unshift(...spoken(window.items));
      at = window.from;
    }
    assert.equal(all[0], 'The very first prompt');
    assert.equal(all.length, 303);
    const on = await source.read('after', 0);
    assert.equal(on.from, 0);
    assert.deepEqual(spoken(on.items).slice(0, 2), ['The very first prompt', 'Answer 0']);
  });

  it('reads around any byte, and returns nothing for a byte at which no line begins', async () => {
    await open(longLines().lines);
    const { end } = await source.read('end', 0);
    const around = await source.read('around', Math.floor(end / 2) + 7);
    assert.ok(around.from < end / 2 && around.to > end / 2);
    const odd = await source.read('after', around.from + 1);
    assert.deepEqual(odd.items, []);
  });

  it('finds prompts, questions and errors in both directions', async () => {
    await open(longLines().tool('Bash', { command: 'x' }, 'no', { isError: true }).lines);
    const { end } = await source.read('end', 0);
    const at = async (place: ItemPlace | undefined) =>
      place && (await source.item(place, noLimits))?.kind;
    const prompt = await source.seek('prompt', 'back', end);
    const item = prompt && (await source.item(prompt, noLimits));
    assert.equal(item?.kind === 'prompt' && item.text.text, 'The last prompt');
    const first = await source.seek('prompt', 'back', prompt?.at ?? 0);
    assert.equal(first?.at, 0);
    assert.equal(await source.seek('prompt', 'back', 0), undefined);
    const again = await source.seek('prompt', 'on', 1_000);
    assert.deepEqual(again, prompt);
    assert.equal(await at(await source.seek('question', 'back', end)), 'tool');
    assert.equal(await at(await source.seek('error', 'back', end)), 'result');
    assert.equal(await source.seek('question', 'on', end), undefined);
  });

  async function found(text: string, matchCase = false): Promise<readonly ItemPlace[]> {
    const places: ItemPlace[] = [];
    const end = await source.search(new ItemSearch(text, matchCase), 0, noLimits, (more) => {
      places.push(...more);
      return true;
    });
    assert.equal(end, source.end);
    return places;
  }

  it('searches the text of the whole file that it shows, and nothing else', async () => {
    await open(longLines().lines);
    assert.equal((await found('answer ')).length, 300);
    assert.equal((await found('answer ', true)).length, 0);
    assert.equal((await found('Answer ', true)).length, 300);
    assert.equal((await found('RUN 299')).length, 1);
    assert.equal((await found('ünïcode ärger')).length, 1);
    assert.equal((await found('"quoted"')).length, 1);
    assert.deepEqual(await found('parentUuid'), [], 'the names of fields are no text');
    assert.deepEqual(await found('toolu_1'), []);
  });

  it('finds what is cut off at first', async () => {
    await open(
      new TranscriptLines().tool('Bash', { command: 'a' }, `${'x\n'.repeat(9_000)}needle`).lines,
    );
    const [place] = await found('needle');
    assert.ok(place);
    const item = await source.item(place, noLimits);
    assert.match(item?.kind === 'result' ? item.text.text : '', /needle$/);
    const { items } = await source.read('end', 0);
    const shown = items.find((one) => one.kind === 'result');
    assert.ok(shown !== undefined && shown.text.more > 0);
  });

  it('ends a search that was cancelled', async () => {
    await open(longLines().lines);
    await source.read('end', 0);
    const end = await source.search(new ItemSearch('answer', false), 0, noLimits, () => false);
    assert.ok(end < source.end);
  });

  it('reports growth once lines are complete', async () => {
    await open(new TranscriptLines().prompt('One').lines);
    const { end } = await source.read('end', 0);
    const changes: string[] = [];
    source.onDidChange((change) => changes.push(change));
    await home.append(...new TranscriptLines().text('Two').lines);
    await until(
      () => changes,
      (now) => assert.deepEqual(now, ['grew']),
    );
    const { items } = await source.read('after', end);
    assert.deepEqual(spoken(items), ['Two']);
  });

  /** Items that a page shows if it reads on whenever the file has grown. */
  async function follow(texts: readonly string[]): Promise<readonly string[]> {
    let to = 0;
    const shown: string[] = [];
    for (const text of ['', ...texts]) {
      await appendFile(home.file, text);
      for (;;) {
        const read = await source.read('after', to);
        if (read.to === read.from) break;
        shown.push(...spoken(read.items));
        ({ to } = read);
      }
    }
    return shown;
  }
  const lineOf = (text: string) => JSON.stringify(new TranscriptLines().prompt(text).lines[0]);

  it('shows a last record without its line’s end at once, and once, whatever is written behind it', async () => {
    for (const end of ['\n', '']) {
      await open(new TranscriptLines().prompt('One').lines);
      const [two, three] = [lineOf('Two'), lineOf('Three')];
      assert.deepEqual(await follow([two]), ['One', 'Two']);
      assert.deepEqual(spoken((await source.read('end', 0)).items), ['One', 'Two']);
      const texts = [`${end}${three.slice(0, 20)}`, three.slice(20), '\n'];
      assert.deepEqual(await follow(texts), ['One', 'Two', 'Three']);
      assert.deepEqual(spoken((await source.read('end', 0)).items), ['One', 'Two', 'Three']);
      const { items } = await source.all(noLimits, 1_000_000);
      assert.deepEqual(spoken(items), ['One', 'Two', 'Three']);
      source.dispose();
      await home.remove();
    }
    await open([]);
  });

  it('tells of a last record without its line’s end, and finds and seeks it', async () => {
    await open(new TranscriptLines().prompt('One').lines);
    await source.read('end', 0);
    const grew: string[] = [];
    source.onDidChange((change) => grew.push(change));
    await appendFile(home.file, lineOf('Two'));
    await until(
      () => grew,
      (now) => assert.deepEqual(now, ['grew']),
    );
    const { items, end } = await source.read('end', 0);
    const place = { at: items.at(-1)?.at ?? 0, part: 0 };
    assert.deepEqual(await source.seek('prompt', 'back', end), place);
    assert.equal((await source.item(place, noLimits))?.kind, 'prompt');
    const found: ItemPlace[] = [];
    const to = await source.search(new ItemSearch('Two', true), 0, noLimits, (places) => {
      found.push(...places);
      return true;
    });
    assert.deepEqual([found, to], [[place], end]);
  });

  it('reports that the file was truncated or replaced', async () => {
    await open(new TranscriptLines().prompt('One').text('Two').lines);
    await source.read('end', 0);
    const changes: string[] = [];
    source.onDidChange((change) => changes.push(change));
    await truncate(home.file, 10);
    await until(
      () => changes,
      (now) => assert.deepEqual(now, ['replaced']),
    );
    await writeFile(
      `${home.file}.new`,
      `${JSON.stringify(new TranscriptLines().prompt('New').lines[0])}\n`,
    );
    await rename(`${home.file}.new`, home.file);
    await until(
      () => changes,
      (now) => assert.deepEqual(now, ['replaced', 'replaced']),
    );
    assert.deepEqual(spoken((await source.read('end', 0)).items), ['New']);
  });

  const branching: readonly Said[] = [
    ['p1', null, 'Begin'],
    ['a1', 'p1', 'Begun'],
    ['p2', 'a1', 'Red'],
    ['a2', 'p2', 'It is red'],
    ['p3', 'a1', 'Blue'],
  ];
  const texts = async () => (await source.overview()).takenBack.map(({ text }) => text);

  it('knows what was taken back as soon as the file says so, and forgets it with the file', async () => {
    const lines = branchingLines(branching);
    await open(lines.slice(0, 4));
    assert.deepEqual(await texts(), []);
    await home.append(lines[4]);
    assert.deepEqual(await texts(), ['Red']);
    await home.append(...branchingLines([...branching, ['p4', 'a1', 'Green']]).slice(5));
    assert.deepEqual(await Promise.all([texts(), texts()]), [
      ['Red', 'Blue'],
      ['Red', 'Blue'],
    ]);
    await home.replace(...lines.slice(0, 4));
    assert.deepEqual(await texts(), []);
  });

  it('seeks the prompts that count, and tells with all items what was taken back', async () => {
    await open(branchingLines(branching));
    const { overview, items } = await source.all(noLimits, 1_000_000);
    const red = items.find((item) => item.kind === 'prompt' && item.text.text === 'Red');
    assert.equal(overview.takenBack[0]?.from, red?.at);
    const { end } = await source.read('end', 0);
    const blue = await source.seek('prompt', 'back', end);
    assert.equal((await source.seek('prompt', 'back', blue?.at ?? 0))?.at, 0);
    assert.deepEqual(await source.seek('prompt', 'on', 0), blue);
  });

  it('has among all items the queued prompts that no other one has', async () => {
    const enqueue = (content: string) => ({
      type: 'queue-operation',
      operation: 'enqueue',
      content,
    });
    const lines = branchingLines(branching.slice(0, 3));
    await open([...lines.slice(0, 2), enqueue('Red'), enqueue('Green'), lines[2]]);
    const { items, overview } = await source.all(noLimits, 1_000_000);
    const queued = items.filter(({ kind }) => kind === 'queued');
    assert.deepEqual(
      overview.unread,
      queued.map(({ at, part }) => ({ at, part })),
    );
    assert.deepEqual(
      queued.flatMap((item) => (item.kind === 'queued' ? [item.text.text] : [])),
      ['Green'],
    );
  });

  it('ignores retracted prompts in a subagent’s transcript', async () => {
    home = await TranscriptHome.with(branchingLines(branching), 'a1');
    source = home.source('a1');
    assert.deepEqual(await texts(), []);
  });

  it('returns a reason if there is nothing to read', async () => {
    await open('');
    assert.deepEqual((await source.read('end', 0)).items, []);
    await home.remove();
    await assert.rejects(source.read('end', 0), /doesn’t exist/);
  });
});
