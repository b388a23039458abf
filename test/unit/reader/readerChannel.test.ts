import assert from 'node:assert/strict';
import { Emitter } from '../../../src/extension/util/emitter';
import { silentLog } from '../../../src/extension/util/log';
import { ReaderChannel } from '../../../src/extension/reader/readerChannel';
import type { ToReader } from '../../../src/shared/messages/readerMessages';
import { TranscriptHome } from '../../support/transcript/transcriptHome';
import { TranscriptLines } from '../../support/transcript/transcriptLines';
import { until } from '../../support/until';

describe('ReaderChannel', () => {
  const closing: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function aChannel(lines: readonly unknown[], quote?: string) {
    const home = await TranscriptHome.with(lines);
    const source = home.source();
    const messages = new Emitter<unknown>();
    const sent: ToReader[] = [];
    const asked: unknown[] = [];
    const warnings: string[] = [];
    const record = (message: unknown) => void asked.push(message);
    const port = {
      visible: true,
      onDidReceive: messages.event,
      post: (message: ToReader) => void sent.push(message),
    };
    const channel = new ReaderChannel({
      port,
      source,
      head: () => ({ title: 't', projectName: '', gitBranch: '', model: '', onBoard: true }),
      onDidChangeHead: new Emitter<void>().event,
      intents: {
        copy: record,
        openLink: record,
        openSubagent: record,
        openDiff: record,
        keep: record,
        bar: record,
        openAsText: record,
        openRaw: record,
        showInBoard: record,
        goToTerminal: record,
      },
      quote,
      log: { ...silentLog, warn: (message) => void warnings.push(message) },
    });
    closing.push(
      () => channel.dispose(),
      () => source.dispose(),
      () => home.remove(),
    );
    const say = (message: unknown) => messages.fire(message);
    return { home, say, told: sent, asked, warnings, port, channel };
  }

  const types = (all: readonly ToReader[]) => all.map(({ type }) => type);

  it('answers a page that asks whether anybody is there', async () => {
    const { say, told } = await aChannel(new TranscriptLines().prompt('Hello').lines);
    say({ type: 'ping' });
    assert.deepEqual(told, [{ type: 'alive' }]);
  });

  it('tells nothing before a page listens, then the head and what it asks for', async () => {
    const { say, told } = await aChannel(new TranscriptLines().prompt('Hello').lines);
    assert.equal(told.length, 0);
    say({ type: 'ready' });
    say({ type: 'read', request: 7, where: 'end', at: 0 });
    await until(
      () => types(told),
      (now) => assert.deepEqual(now, ['head', 'lines']),
    );
    const lines = told.at(-1);
    assert.ok(lines?.type === 'lines');
    assert.deepEqual([lines.request, lines.from, lines.items.length], [7, 0, 1]);
  });

  it('answers a request that fails', async () => {
    const { home, say, told } = await aChannel([]);
    await home.remove();
    say({ type: 'read', request: 1, where: 'end', at: 0 });
    await until(
      () => told,
      (now) =>
        assert.deepEqual(now, [
          {
            type: 'unread',
            request: 1,
            reason: 'This session’s transcript file doesn’t exist.',
          },
        ]),
    );
  });

  it('goes on with a search while the file grows', async () => {
    const { home, say, told } = await aChannel(new TranscriptLines().prompt('needle').lines);
    say({ type: 'ready' });
    say({ type: 'find', search: 3, text: 'needle', matchCase: false });
    const places = () => told.flatMap((it) => (it.type === 'found' ? it.places : []));
    await until(places, (now) => assert.equal(now.length, 1));
    await home.append(...new TranscriptLines().text('another needle').lines);
    await until(places, (now) => assert.equal(now.length, 2));
  });

  it('tells a page the last 20,000 prompts that only the queue has, and those that come', async () => {
    const queued = (index: number) => {
      return { type: 'queue-operation', operation: 'enqueue', content: `Queued ${index}` };
    };
    const { home, say, told } = await aChannel(
      Array.from({ length: 20_010 }, (_, at) => queued(at)),
    );
    const places = () => told.flatMap((it) => (it.type === 'overview' ? [it.overview.unread] : []));
    say({ type: 'ready' });
    await until(places, ([first]) => assert.equal(first?.length, 20_000));
    await home.append(queued(20_010));
    await until(places, ([first, next]) => {
      assert.deepEqual(next?.slice(0, -1), first?.slice(1));
    });
  });

  it('looks for a quote once there is a page to show it', async () => {
    const { say, told } = await aChannel([], 'these words');
    say({ type: 'ready' });
    assert.deepEqual(told.at(-1), { type: 'lookFor', text: 'these words' });
  });

  const dropped: readonly unknown[] = [
    undefined,
    'ready',
    { type: 'run', command: 'x' },
    { type: 'read', request: 1, where: 'end', at: -1 },
    { type: 'read', request: 1, where: 'end', at: 1.5 },
    { type: 'read', request: 1, where: '../x', at: 0 },
    { type: 'find', search: 1, text: 'x'.repeat(301), matchCase: false },
    { type: 'copy', place: { at: 0 } },
    { type: 'copy', text: 'x' },
    { type: 'openLink', href: '' },
    { type: 'openLink', href: 'x'.repeat(4_001) },
    { type: 'openSubagent', agentId: '' },
    { type: 'openDiff', file: '/etc/passwd' },
  ];
  it('drops what no page may send, and says so in the log', async () => {
    const { say, told, asked, warnings } = await aChannel([]);
    for (const message of dropped) say(message);
    assert.equal(warnings.length, dropped.length);
    assert.deepEqual([told, asked], [[], []]);
  });

  it('passes on every intent', async () => {
    const { say, asked } = await aChannel([]);
    const place = { at: 0, part: 0 };
    const intents = [
      { type: 'copy', place },
      { type: 'openLink', href: 'https://example.com' },
      { type: 'openSubagent', agentId: 'a1' },
      { type: 'openDiff', call: place, result: place },
      { type: 'keep', kept: true },
      { type: 'openAsText' },
      { type: 'openRaw' },
      { type: 'showInBoard' },
      { type: 'goToTerminal' },
    ];
    for (const intent of intents) say(intent);
    assert.deepEqual(asked, intents);
  });
});
