import assert from 'node:assert/strict';
import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { ItemSearch } from '../../../../src/extension/reader/itemSearch';
import { noLimits, shownLimits } from '../../../../src/extension/reader/items/clip';
import { outlineSearch } from '../../../../src/extension/reader/outline';
import { pictureSource } from '../../../../src/extension/reader/pictureSource';
import { ReadableSessions } from '../../../../src/extension/reader/readableSessions';
import { transcriptFile } from '../../../../src/extension/reader/transcriptFile';
import {
  TranscriptSource,
  type LineSearch,
} from '../../../../src/extension/reader/transcriptSource';
import { silentLog } from '../../../../src/extension/util/log';
import type { ReaderItem } from '../../../../src/shared/messages/readerItems';
import { maxPartBytes } from '../../../../src/shared/protocol/machines/transcriptPart';
import { sessionId } from '../../../support/hub/hooks';
import { compiledEntry, type HubScript } from '../../../support/hub/process/hubScript';
import { beginSession, linesText, MachineDesk } from '../../../support/machines/machineDesk';
import { TranscriptLines } from '../../../support/transcript/transcriptLines';
import { until } from '../../../support/until';

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const spoken = (items: readonly ReaderItem[]): readonly string[] =>
  items.flatMap((item) => (item.kind === 'prompt' || item.kind === 'text' ? [item.text.text] : []));

describe('A transcript of another machine', function () {
  this.timeout(60_000);
  let script: HubScript;
  let desk: MachineDesk;
  let gpu: string;
  const sources: TranscriptSource[] = [];

  before(async () => {
    script = await compiledEntry('src/extension/hub/main.ts');
    desk = await MachineDesk.open(script.file);
    const [machine] = await desk.show('gpu');
    gpu = machine?.home ?? '';
  });
  afterEach(() => {
    for (const source of sources.splice(0)) source.dispose();
  });
  after(async () => {
    await desk.close();
    await script.remove();
  });

  function opened(id: string, agentId?: string): TranscriptSource {
    const { link, home: configHome } = desk;
    const sessions = new ReadableSessions(link.board, link.hub, silentLog);
    const target = { sessionId: id, ...(agentId !== undefined && { agentId }) };
    const readPart = (request: Parameters<typeof link.hub.call<'transcriptPart'>>[1]) =>
      link.hub.call('transcriptPart', request);
    const file = transcriptFile({ target, sessions, configHome, readPart });
    const source = new TranscriptSource({ target, sessions, file, home: '/home/dev' });
    sources.push(source);
    return source;
  }

  async function found<Found>(
    source: TranscriptSource,
    search: LineSearch<Found>,
  ): Promise<readonly Found[]> {
    const all: Found[] = [];
    await source.search(search, 0, noLimits, (places) => all.push(...places) > 0);
    return all;
  }

  function longLines(): TranscriptLines {
    const lines = new TranscriptLines().prompt('The very first prompt');
    for (let index = 0; index < 300; index += 1) {
      lines.text(`Answer ${index}`);
      lines.tool('Bash', { command: `run ${index}` }, `${'output '.repeat(500)}${index}`);
    }
    const picture = { type: 'base64', media_type: 'image/png', data: dot };
    lines.prompt([{ type: 'image', source: picture }]);
    return lines.prompt('The last prompt').text('The last answer');
  }

  it('is read by parts, searched, outlined and followed, and no path comes here', async () => {
    const lines = longLines().lines;
    assert.ok(linesText(lines).length > 3 * maxPartBytes);
    const { file } = await beginSession(gpu, lines);
    const shown = await desk.session('gpu', (one) => assert.equal(one.hasTranscript, true));
    assert.equal(shown.transcriptPath, '');
    const source = opened(shown.sessionId);
    const last = await source.read('end', 0);
    assert.equal(spoken(last.items).at(-1), 'The last answer');
    const windows = [last];
    for (let at = last.from; at > 0;) {
      const window = await source.read('before', at);
      assert.equal(window.to, at);
      windows.unshift(window);
      at = window.from;
    }
    const all = windows.flatMap(({ items }) => items);
    assert.equal(spoken(all)[0], 'The very first prompt');
    assert.equal(spoken(all).filter((text) => text.startsWith('Answer')).length, 300);
    assert.equal((await found(source, new ItemSearch('Answer 17', true))).length, 11);
    const outline = await found(source, outlineSearch);
    assert.deepEqual(
      outline.flatMap(({ text }) => (text === '' ? [] : [text])),
      ['The very first prompt', 'The last prompt'],
    );
    const pictured = all.find((item) => 'pictures' in item && item.pictures > 0);
    assert.ok(pictured);
    const entry = await source.entry(pictured);
    const [picture] = (entry && 'pictures' in entry ? entry.pictures : undefined) ?? [];
    assert.equal(picture && pictureSource(picture), `data:image/png;base64,${dot}`);
    const changes: string[] = [];
    source.onDidChange((change) => changes.push(change));
    await appendFile(file, linesText(new TranscriptLines().prompt('One more').lines));
    await until(
      () => changes,
      (now) => assert.deepEqual(now, ['grew']),
    );
    assert.deepEqual(spoken((await source.read('after', last.end)).items), ['One more']);
    await writeFile(file, linesText(new TranscriptLines().prompt('Anew').lines));
    await until(
      () => changes,
      (now) => assert.deepEqual(now, ['grew', 'replaced']),
    );
    assert.deepEqual(spoken((await source.read('end', 0)).items), ['Anew']);
  });

  it('is there for subagents too, and leads to no other file', async () => {
    await beginSession(gpu, new TranscriptLines().prompt('Main').lines);
    const { sessionId: address } = await desk.session('gpu');
    const folder = path.join(gpu, 'projects', 'shop', sessionId, 'subagents');
    await mkdir(folder, { recursive: true });
    const inner = linesText(new TranscriptLines().prompt('Look into it').lines);
    await writeFile(path.join(folder, 'agent-a1.jsonl'), inner);
    const secret = path.join(gpu, 'secret.jsonl');
    await writeFile(secret, linesText(new TranscriptLines().prompt('A secret').lines));
    await symlink(secret, path.join(folder, 'agent-linked.jsonl'));
    assert.deepEqual(spoken((await opened(address, 'a1').read('end', 0)).items), ['Look into it']);
    await assert.rejects(opened(address, 'linked').read('end', 0), /outside/);
    await assert.rejects(opened(address, '../../../../secret').read('end', 0), /doesn’t exist/);
    await assert.rejects(opened(address, 'none').read('end', 0), /doesn’t exist/);
  });

  it('is found for a session that is on no board any more', async () => {
    const past = '5e551011-0000-4000-8000-000000000009';
    const file = path.join(gpu, 'projects', 'old', `${past}.jsonl`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, linesText(new TranscriptLines().prompt('Long ago').lines));
    const { sessionId: address } = await desk.session('gpu');
    const elsewhere = address.replace(sessionId, past);
    const entry = await desk.link.hub.call('pastSession', { sessionId: elsewhere });
    assert.equal(entry.sessionId, elsewhere);
    assert.equal(entry.transcriptPath, '');
    assert.equal(entry.machine?.name, 'gpu');
    const source = opened(elsewhere);
    assert.deepEqual(spoken((await source.read('end', 0)).items), ['Long ago']);
    assert.equal((await source.all(shownLimits, 1_000_000)).place, 'gpu');
  });
});
