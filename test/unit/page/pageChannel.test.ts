import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { requestDigest } from '../../../src/extension/util/keys/signing';
import { FakeBoard } from '../../support/fakes/fakeBoard';
import { aChannel } from '../../support/fakes/pageChannel';
import { aPendingRequest, aSession, secondsAgo } from '../../support/sessionBuilder';

/** Advances the clock beyond the time for which changes are batched. */
function passCoalescing(): void {
  mock.timers.tick(25);
}

describe('PageChannel', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('sends nothing before the page is ready', () => {
    const { page, board, hooks, channel } = aChannel();
    board.put(aSession({ sessionId: 'b' }));
    hooks.set('missing');
    passCoalescing();
    assert.deepEqual(page.take(), []);
    channel.dispose();
  });

  it('answers `ping` with a word that counts as none, and a page it does not know with everything', () => {
    const { page, channel } = aChannel();
    page.say({ type: 'ping' });
    assert.deepEqual(page.take(), ['snapshot']);
    page.say({ type: 'ping' });
    assert.deepEqual(page.told, [{ type: 'alive', sequence: 1 }]);
    channel.dispose();
  });

  it('tells which cards are in sight and in hand, and none while nobody sees the page', () => {
    const { page, channel, seen } = aChannel();
    page.say({ type: 'inSight', sessionIds: ['a'], inHand: ['b'] });
    page.show(false);
    page.show(true);
    channel.dispose();
    const [told, none] = [
      { inSight: ['a'], inHand: ['b'], isShown: true },
      { inSight: [], inHand: [] },
    ];
    assert.deepEqual(seen, [told, none, told, none]);
  });

  it('answers `ready` with the complete state', () => {
    const { page, channel } = aChannel();
    page.say({ type: 'ready' });
    const [snapshot] = page.told;
    assert.equal(snapshot?.type, 'snapshot');
    assert.equal(snapshot.sequence, 1);
    assert.equal(snapshot.sessions.length, 1);
    assert.equal(snapshot.home, '/home/dev');
    channel.dispose();
  });

  it('sends a burst of changes once, each session complete and in its last state', () => {
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

  it('sends the mutes at once and after each change', () => {
    const { page, mutedSessions, channel } = aChannel();
    mutedSessions.mutes = [{ scope: 'all' }];
    page.say({ type: 'ready' });
    mutedSessions.set({ scope: 'session', sessionId: 'a' });
    const sentMutes = page.told.map((message) => 'mutes' in message && message.mutes);
    assert.deepEqual(sentMutes, [[{ scope: 'all' }], [{ scope: 'session', sessionId: 'a' }]]);
    channel.dispose();
  });

  it('sends the state of push notifications at once and after each change', () => {
    const { page, phones, channel } = aChannel();
    const push = { sessionId: 'a', device: 'A'.repeat(22), stage: 'accepted', at: 1 } as const;
    phones.pushes = [push];
    page.say({ type: 'ready' });
    phones.set({ ...push, stage: 'shown' });
    const sentPushes = page.told.map((message) => 'pushes' in message && message.pushes);
    assert.deepEqual(sentPushes, [[push], [{ ...push, stage: 'shown' }]]);
    channel.dispose();
  });

  it('sends nothing to a hidden page, and everything once it is visible again', () => {
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

  it('sends nothing to a page that missed nothing while it was hidden', () => {
    const { page, channel } = aChannel();
    page.say({ type: 'ready' });
    page.show(false);
    page.take();
    page.show(true);
    assert.deepEqual(page.take(), []);
    channel.dispose();
  });

  it('sends the complete board if every session may have changed', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    page.take();
    board.tell({ whole: true, connectionChanged: true });
    passCoalescing();
    assert.deepEqual(page.take(), ['snapshot']);
    channel.dispose();
  });

  it('sends a large board in parts, the most urgent sessions first, and reveals a card after the last part', () => {
    const ends = Array.from({ length: 700 }, (_, index) =>
      aSession({
        sessionId: `s${index}`,
        agentState: { group: 'delivered', state: 'session_ended' },
        stateSince: secondsAgo(index),
      }),
    );
    const asks = aSession({ sessionId: 'a', agentState: { group: 'needs_you', state: 'idle' } });
    const { page, board, channel } = aChannel(new FakeBoard([...ends, asks]));
    channel.reveal('s650');
    page.say({ type: 'ready' });
    board.put(aSession({ ...asks, title: 'Changed meanwhile' }));
    board.remove('s400');
    for (let part = 0; part < 5; part += 1) passCoalescing();
    const shown = new Map<string, string>();
    const sizes = page.told.flatMap((message) => {
      if (message.type !== 'snapshot' && message.type !== 'update') return [];
      const sessions = message.type === 'snapshot' ? message.sessions : message.changed;
      for (const { sessionId, title } of sessions) shown.set(sessionId, title);
      if (message.type === 'update') for (const id of message.removed) shown.delete(id);
      return [sessions.length];
    });
    assert.deepEqual(sizes, [300, 1, 300, 100]);
    const rests = page.told.map((message) => message.type === 'update' && message.isRest === true);
    assert.deepEqual(rests, [false, false, true, true, false]);
    const [first] = page.told;
    assert.ok(first?.type === 'snapshot' && first.sessions[0]?.sessionId === 'a');
    assert.deepEqual([shown.size, shown.get('a')], [700, 'Changed meanwhile']);
    assert.ok(!shown.has('s400'));
    assert.deepEqual(page.take(), ['snapshot', 'update', 'update', 'update', 'reveal']);
    channel.dispose();
  });

  it('starts again if the page is hidden before it has all parts', () => {
    const many = Array.from({ length: 301 }, (_, index) => aSession({ sessionId: `s${index}` }));
    const { page, channel } = aChannel(new FakeBoard(many));
    page.say({ type: 'ready' });
    page.show(false);
    passCoalescing();
    assert.deepEqual(page.take(), ['snapshot']);
    page.show(true);
    passCoalescing();
    assert.deepEqual(page.take(), ['snapshot', 'update']);
    channel.dispose();
  });

  it('sends a summary that changed alone', () => {
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
    const reveal = { type: 'reveal', sequence: 3, sessionId: 'c', how: 'focus' };
    assert.deepEqual(page.told.at(-1), reveal);
    channel.dispose();
  });

  it('reveals a card again if the page reloads before it has confirmed that', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    channel.reveal('a', 'explain');
    const lost = page.told.at(-1);
    assert.equal(lost?.type, 'reveal');
    board.put(aSession({ sessionId: 'b' }));
    passCoalescing();
    assert.deepEqual(page.take(), ['snapshot', 'reveal', 'update']);
    page.say({ type: 'ready' });
    const again = page.told.at(-1);
    assert.ok(again?.type === 'reveal' && again.how === 'explain');
    assert.deepEqual(page.take(), ['snapshot', 'reveal']);
    // Too late: the page has been replaced by now.
    page.say({ type: 'revealed', sequence: lost.sequence });
    page.say({ type: 'ready' });
    const last = page.told.at(-1);
    assert.deepEqual(page.take(), ['snapshot', 'reveal']);
    page.say({ type: 'revealed', sequence: last?.sequence });
    page.say({ type: 'ready' });
    assert.deepEqual(page.take(), ['snapshot']);
    channel.dispose();
  });

  it('sends a new session before it reveals its card', () => {
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
    { type: 'sessionCommand', command: 'forkSession', sessionId: 'a' },
    { type: 'muteSessions', sessionIds: ['a', 'b'] },
    { type: 'savePicture', day: '2026-03-02', png: 'iVBORw0KGgo=' },
    { type: 'installHooks' },
    { type: 'showLog' },
  ];
  for (const intent of intents) {
    it(`runs what the page requests: ${intent.type}`, () => {
      const { page, asked, channel } = aChannel();
      page.say(intent);
      assert.deepEqual(asked, [intent]);
      channel.dispose();
    });
  }

  it('stores the arrangement that the page sends', () => {
    const { page, asked, channel } = aChannel();
    page.say({ type: 'arrange', arrangement: { layout: 'list', tab: 'delivered', odd: 7 } });
    assert.deepEqual(asked, [{ layout: 'list', tab: 'delivered' }]);
    channel.dispose();
  });

  const foreign: readonly unknown[] = [
    undefined,
    'ready',
    { type: 'executeCommand', command: 'evil' },
    { type: 'openTranscript' },
    { type: 'openTranscript', sessionId: '' },
    { type: 'openSubagentTranscript', sessionId: 'a' },
    { type: 'openTranscript', sessionId: { toString: 'x' } },
    { type: 'arrange', arrangement: { layout: 'spiral' } },
    { type: 'savePicture', day: '../../x', png: 'iVBORw0KGgo=' },
    { type: 'savePicture', day: '2026-03-02', png: '<svg>' },
  ];
  for (const message of foreign) {
    it(`drops and logs a message that a page may not send: ${JSON.stringify(message)}`, () => {
      const { page, asked, warnings, channel } = aChannel();
      page.say(message);
      assert.deepEqual([asked, page.take()], [[], []]);
      assert.equal(warnings.length, 1);
      assert.doesNotMatch(warnings[0] ?? '', /evil/);
      channel.dispose();
    });
  }

  it('sends nothing after it was disposed', () => {
    const { page, board, channel } = aChannel();
    page.say({ type: 'ready' });
    board.put(aSession({ sessionId: 'b' }));
    channel.dispose();
    page.take();
    page.say({ type: 'ready' });
    passCoalescing();
    assert.deepEqual(page.take(), []);
  });

  it('tells the page whether requests can be answered in this window', () => {
    const { page, control } = aChannel();
    page.say({ type: 'ready' });
    page.take();
    control.set('off', '/home/dev/private');
    const disabledProjects = ['/home/dev/private'];
    assert.deepEqual(page.told, [
      { type: 'control', sequence: 2, control: { status: 'off', disabledProjects } },
    ]);
  });

  it('drops a decision with an unexpected shape', () => {
    const { page, asked, warnings, call, shown } = withRequest();
    const decide = { type: 'decide', sessionId: 'a', call, shown };
    page.say({ ...decide, decision: 'allow' });
    page.say({ ...decide, decision: { kind: 'allow', suggestions: [-1] } });
    page.say({ ...decide, call: '', decision: { kind: 'allow' } });
    page.say({ ...decide, shown: 'the one above', decision: { kind: 'allow' } });
    assert.deepEqual([asked, warnings.length], [[], 4]);
    page.say({ ...decide, decision: { kind: 'allow' } });
    assert.deepEqual(asked, [{ ...decide, decision: { kind: 'allow' } }]);
  });

  describe('takes a decision', () => {
    it('on what it has sent to the page, whatever came after that', () => {
      const { page, board, asked, call, shown } = withRequest();
      const next = aPendingRequest({
        toolInput: { command: 'rm -rf /' },
        call: { id: call, fate: 'open', answerable: true },
      });
      board.put(aSession({ sessionId: 'a', pendingRequest: next }));
      const decide = { type: 'decide', sessionId: 'a', call, shown, decision: { kind: 'allow' } };
      page.say(decide);
      assert.deepEqual(asked, [decide]);
    });

    it('on nothing else, though the page names it rightly', () => {
      const { page, asked, call } = withRequest();
      const shown = requestDigest(aPendingRequest({ toolInput: { command: 'rm -rf /' } }));
      page.take();
      page.say({ type: 'decide', sessionId: 'a', call, shown, decision: { kind: 'allow' } });
      assert.deepEqual(asked, []);
      const [told] = page.told;
      assert.ok(told?.type === 'undecided' && told.call === call);
      assert.match(told.problem, /changed while you were looking/);
    });
  });

  it('accepts a grant only with offered terms and for a request that the page was sent', () => {
    const { page, asked, warnings, call, shown } = withRequest();
    const grant = {
      type: 'giveGrant',
      sessionId: 'a',
      call,
      shown,
      rule: { kind: 'command', command: 'npm test', cwd: '/home/dev' },
      scope: 'session',
      project: '/home/dev',
      ms: 900_000,
    };
    page.say({ ...grant, ms: 1 });
    page.say({ ...grant, scope: 'machine' });
    page.say({ ...grant, rule: { kind: 'anything' } });
    assert.deepEqual([asked, warnings.length], [[], 3]);
    page.take();
    const unseen = requestDigest(aPendingRequest({ toolInput: { command: 'rm -rf /' } }));
    page.say({ ...grant, shown: unseen });
    assert.deepEqual(asked, []);
    assert.ok(page.told[0]?.type === 'undecided' && page.told[0].call === call);
    page.say(grant);
    assert.deepEqual(asked, [grant]);
  });

  /** A page that has received a request, and the name of that request. */
  function withRequest() {
    const call = 'c1';
    const pendingRequest = aPendingRequest({ call: { id: call, fate: 'open', answerable: true } });
    const channel = aChannel(new FakeBoard([aSession({ sessionId: 'a', pendingRequest })]));
    channel.page.say({ type: 'ready' });
    const [snapshot] = channel.page.told;
    assert.ok(snapshot?.type === 'snapshot');
    const shown = snapshot.sessions[0]?.pendingRequest?.shown;
    assert.equal(shown, requestDigest(pendingRequest));
    return { ...channel, call, shown };
  }
});
