import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { HooksStatus, ToPage } from '../../../src/shared/pageMessages';
import { Emitter } from '../../../src/extension/util/emitter';
import { type Log, silentLog } from '../../../src/extension/util/log';
import {
  PageChannel,
  type PageIntents,
  type PagePort,
} from '../../../src/extension/views/pageChannel';
import { FakeBoard } from '../../support/fakeBoard';
import { aSession } from '../../support/sessionBuilder';

/** A page that records what it was told. */
class FakePage implements PagePort {
  visible = true;
  readonly told: ToPage[] = [];
  private readonly visibility = new Emitter<void>();
  private readonly messages = new Emitter<unknown>();
  readonly onDidChangeVisibility = this.visibility.event;
  readonly onDidReceive = this.messages.event;

  post(message: ToPage): void {
    this.told.push(message);
  }

  say(message: unknown): void {
    this.messages.fire(message);
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.visibility.fire();
  }

  /** The types told since the last call. */
  take(): readonly string[] {
    return this.told.splice(0).map(({ type }) => type);
  }
}

class FakeHooks {
  status: HooksStatus = 'unknown';
  private readonly changes = new Emitter<void>();
  readonly onDidChangeStatus = this.changes.event;

  set(status: HooksStatus): void {
    this.status = status;
    this.changes.fire();
  }
}

function aChannel(board = new FakeBoard([aSession()])) {
  const page = new FakePage();
  const hooks = new FakeHooks();
  const asked: unknown[] = [];
  const warnings: string[] = [];
  const record = (message: unknown) => void asked.push(message);
  const intents: PageIntents = {
    openTranscript: record,
    openSubagentTranscript: record,
    archive: record,
    openRawTranscript: record,
    openProject: record,
    copySessionId: record,
    installHooks: record,
    showLog: record,
  };
  const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
  const channel = new PageChannel({ port: page, board, hooks, intents, log, home: '/home/dev' });
  return { page, hooks, board, channel, asked, warnings };
}

/** Longer than changes are gathered. */
function passCoalescing(): void {
  mock.timers.tick(25);
}

describe('PageChannel', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('tells a page nothing before it listens', () => {
    const { page, board, hooks, channel } = aChannel();
    board.put(aSession({ sessionId: 'b' }));
    hooks.set('missing');
    passCoalescing();
    assert.deepEqual(page.take(), []);
    channel.dispose();
  });

  it('answers `ready` with everything', () => {
    const { page, channel } = aChannel();
    page.say({ type: 'ready' });
    const [snapshot] = page.told;
    assert.equal(snapshot?.type, 'snapshot');
    assert.equal(snapshot.sequence, 1);
    assert.equal(snapshot.sessions.length, 1);
    assert.equal(snapshot.home, '/home/dev');
    channel.dispose();
  });

  it('tells a burst of changes once, each session whole and in its last state', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    page.take();
    board.put(aSession({ sessionId: 'b', title: 'first' }));
    board.put(aSession({ sessionId: 'b', title: 'last' }), aSession({ sessionId: 'c' }));
    board.remove('c');
    passCoalescing();
    const [update, ...more] = page.told;
    assert.equal(update?.type, 'update');
    assert.deepEqual(
      update.changed.map(({ title }) => title),
      ['last'],
    );
    assert.deepEqual(update.removed, ['c']);
    assert.equal(update.summary.autonomousCount, 2);
    assert.equal(more.length, 0);
    channel.dispose();
  });

  it('numbers its messages without a gap', () => {
    const { page, board, hooks, channel } = aChannel();
    page.say({ type: 'ready' });
    board.connect('offline');
    hooks.set('installed');
    board.put(aSession({ sessionId: 'b' }));
    passCoalescing();
    page.say({ type: 'ready' });
    assert.deepEqual(
      page.told.map(({ type, sequence }) => `${sequence} ${type}`),
      ['1 snapshot', '2 connection', '3 hooks', '4 update', '5 snapshot'],
    );
    channel.dispose();
  });

  it('tells a hidden page nothing, and everything once it is seen again', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    page.show(false);
    page.take();
    board.put(aSession({ sessionId: 'b' }));
    board.connect('offline');
    passCoalescing();
    assert.deepEqual(page.take(), []);
    page.show(true);
    assert.deepEqual(page.take(), ['snapshot']);
    channel.dispose();
  });

  it('tells a page that missed nothing nothing when it is seen again', () => {
    const { page, channel } = aChannel();
    page.say({ type: 'ready' });
    page.show(false);
    page.take();
    page.show(true);
    assert.deepEqual(page.take(), []);
    channel.dispose();
  });

  it('sends the whole board when everything may be different', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    page.take();
    board.tell({ whole: true, connectionChanged: true });
    passCoalescing();
    assert.deepEqual(page.take(), ['snapshot']);
    channel.dispose();
  });

  it('tells of a summary that changed alone', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    page.take();
    board.tell({});
    passCoalescing();
    assert.deepEqual(page.take(), ['update']);
    channel.dispose();
  });

  it('reveals a card once there is a page', () => {
    const { page, channel } = aChannel();
    channel.reveal('b');
    assert.deepEqual(page.take(), []);
    page.say({ type: 'ready' });
    assert.deepEqual(page.take(), ['snapshot', 'reveal']);
    channel.reveal('c');
    const reveal = { type: 'reveal', sequence: 3, sessionId: 'c', explain: false };
    assert.deepEqual(page.told.at(-1), reveal);
    channel.dispose();
  });

  it('tells of a new session before it reveals it', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    page.take();
    board.put(aSession({ sessionId: 'b' }));
    channel.reveal('b');
    assert.deepEqual(page.take(), ['update', 'reveal']);
    channel.dispose();
  });

  const intents = [
    { type: 'openTranscript', sessionId: 'a' },
    { type: 'openSubagentTranscript', sessionId: 'a', agentId: 'b' },
    { type: 'archive', sessionId: 'a', archived: true },
    { type: 'openRawTranscript', sessionId: 'a' },
    { type: 'openProject', sessionId: 'a' },
    { type: 'copySessionId', sessionId: 'a' },
    { type: 'installHooks' },
    { type: 'showLog' },
  ];
  for (const intent of intents) {
    it(`does what the page asks: ${intent.type}`, () => {
      const { page, asked, channel } = aChannel();
      page.say(intent);
      assert.deepEqual(asked, [intent]);
      channel.dispose();
    });
  }

  const foreign: readonly unknown[] = [
    undefined,
    'ready',
    { type: 'executeCommand', command: 'evil' },
    { type: 'openTranscript' },
    { type: 'openTranscript', sessionId: '' },
    { type: 'openSubagentTranscript', sessionId: 'a' },
    { type: 'archive', sessionId: 'a', archived: 'yes' },
    { type: 'openTranscript', sessionId: { toString: 'x' } },
  ];
  for (const message of foreign) {
    it(`drops and logs what a page may not say: ${JSON.stringify(message)}`, () => {
      const { page, asked, warnings, channel } = aChannel();
      page.say(message);
      assert.deepEqual([asked, page.take()], [[], []]);
      assert.equal(warnings.length, 1);
      assert.doesNotMatch(warnings[0] ?? '', /evil/);
      channel.dispose();
    });
  }

  it('is silent after it was disposed', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    board.put(aSession({ sessionId: 'b' }));
    channel.dispose();
    page.take();
    page.say({ type: 'ready' });
    passCoalescing();
    assert.deepEqual(page.take(), []);
  });
});
