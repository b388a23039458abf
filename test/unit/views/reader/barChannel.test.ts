import assert from 'node:assert/strict';
import { PageDrafts } from '../../../../src/extension/views/board/pageDrafts';
import type { PageIntents } from '../../../../src/extension/page/pageChannel';
import { barChannel } from '../../../../src/extension/views/reader/barChannel';
import { silentLog } from '../../../../src/extension/util/log';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { FakeControl } from '../../../support/fakes/fakeControl';
import { FakeKeeper } from '../../../support/fakes/fakeKeeper';
import { FakeMutes } from '../../../support/fakes/fakeMutes';
import { FakeHooks, FakePage } from '../../../support/fakes/pageChannel';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';
import { until } from '../../../support/until';

const asks = (sessionId: string) =>
  aSession({
    sessionId,
    pendingRequest: aPendingRequest({ call: { id: sessionId, fate: 'open', answerable: true } }),
  });

describe('The channel of the bar beneath a transcript', () => {
  function aBar() {
    const board = new FakeBoard([asks('a'), asks('b')]);
    const page = new FakePage();
    const asked: { readonly type: string }[] = [];
    const drafts = new PageDrafts(new FakeKeeper());
    const record = (message: { readonly type: string }) => void asked.push(message);
    const channel = barChannel({
      sessionId: 'a',
      port: page,
      sources: {
        board,
        hooks: new FakeHooks(),
        control: new FakeControl(),
        mutedSessions: new FakeMutes(),
        intents: new Proxy({} as PageIntents, { get: () => record }),
        hub: {
          call: (name: string) => {
            asked.push({ type: name });
            return Promise.reject(new Error('Not now.'));
          },
        },
        say: () => undefined,
        drafts,
        log: silentLog,
        home: '/home/dev',
      },
    });
    page.say({ type: 'ready' });
    return { board, page, asked, drafts, channel };
  }

  it('tells of its session, and of others only what a follow-up needs, when that changes', async () => {
    const { board, page, drafts, channel } = aBar();
    const [snapshot] = page.told;
    assert.ok(snapshot?.type === 'snapshot');
    const [own, other, ...more] = snapshot.sessions;
    assert.deepEqual([own?.sessionId, other?.sessionId, more], ['a', 'b', []]);
    assert.ok(own?.pendingRequest);
    assert.deepEqual(
      [other?.pendingRequest, other?.lastPrompt, other?.why, other?.transcriptPath],
      [undefined, undefined, [], ''],
    );
    page.take();
    board.put({ ...asks('b'), title: 'Renamed' });
    await until(
      () => page.told.flatMap((one) => (one.type === 'update' ? one.changed : [])),
      (changed) => assert.deepEqual([changed.length, changed[0]?.title], [1, 'Renamed']),
    );
    page.take();
    const draft = { kind: 'prompt', sessionId: 'b', part: '', at: 1, text: '1' } as const;
    drafts.applyDraft(draft, drafts);
    board.put({ ...asks('b'), title: 'Renamed', lastPrompt: 'Something else' });
    board.put(asks(`m0123456789abcdef/b`));
    board.put({ ...asks('a'), title: 'Changed' });
    drafts.applyDraft({ ...draft, sessionId: 'a' }, drafts);
    await until(
      () => page.told.map(({ type }) => type),
      (types) => assert.deepEqual(types, ['drafts', 'update']),
    );
    const update = page.told.find((one) => one.type === 'update');
    assert.ok(update?.type === 'update');
    assert.deepEqual(
      update.changed.map(({ sessionId }) => sessionId),
      ['a'],
    );
    channel.dispose();
  });

  it('takes what answers its session, and nothing about another or about the board', () => {
    const { board, page, asked, drafts, channel } = aBar();
    const shown = page.told.flatMap((one) =>
      one.type === 'snapshot' ? (one.sessions[0]?.pendingRequest?.shown ?? []) : [],
    )[0];
    const decide = { type: 'decide', call: 'a', shown, decision: { kind: 'allow' } };
    const text = { kind: 'prompt', part: '', at: 1, text: '1' };
    const grant = {
      type: 'giveGrant',
      call: 'a',
      shown,
      scope: 'session',
      project: '/home/dev',
      rule: { kind: 'command', command: 'npm test', cwd: '/home/dev' },
    };
    page.say({ ...grant, sessionId: 'b' });
    page.say({ ...decide, sessionId: 'b' });
    page.say({ type: 'changePrompts', sessionId: 'b', change: { kind: 'go' } });
    page.say({ type: 'sessionCommand', sessionId: 'b', command: 'endSession' });
    page.say({ type: 'ask', name: 'request', request: { sessionId: 'b' } });
    page.say({ type: 'ask', name: 'grantUses', request: {} });
    page.say({ type: 'ask', name: 'grantUses', request: { session: 'b' } });
    page.say({ type: 'act', name: 'archive', request: { sessionId: 'a', archived: true } });
    page.say({ type: 'draft', draft: { ...text, sessionId: 'b' } });
    page.say({ type: 'seeCollision', sessionId: 'b', collision: 'x' });
    page.say({ type: 'act', name: 'markReviewed', request: { sessionId: 'b', reviewed: true } });
    page.say({ type: 'installHooks' });
    page.say({ type: 'savePicture', day: '2026-03-02', png: 'iVBORw0KGgo=' });
    assert.deepEqual([asked, drafts.all], [[], []]);
    page.say({ ...decide, sessionId: 'a' });
    page.say({ ...grant, sessionId: 'a' });
    page.say({ type: 'ask', name: 'grantUses', request: { session: 'a' } });
    page.say({ type: 'changePrompts', sessionId: 'a', change: { kind: 'go' } });
    page.say({ type: 'draft', draft: { ...text, sessionId: 'a' } });
    assert.deepEqual(
      asked.map(({ type }) => type),
      ['decide', 'giveGrant', 'grantUses', 'changePrompts'],
    );
    asked.length = 0;
    page.say({ type: 'reviewChanges', sessionId: 'a' });
    page.say({ type: 'seeCollision', sessionId: 'a', collision: 'x' });
    page.say({
      type: 'act',
      name: 'dismissCollision',
      request: { sessionId: 'a', collision: 'x' },
    });
    page.say({ type: 'act', name: 'markReviewed', request: { sessionId: 'a', reviewed: true } });
    assert.deepEqual(
      asked.map(({ type }) => type),
      ['reviewChanges', 'seeCollision', 'dismissCollision', 'markReviewed'],
    );
    assert.equal(drafts.all.length, 1);
    assert.ok(board.get('b'));
    asked.length = 0;
    const add = { kind: 'add', id: 'f', text: 'Go on' };
    page.say({ type: 'changePrompts', sessionId: 'b', change: add });
    page.say({ type: 'changePrompts', sessionId: 'b', change: { kind: 'remove', id: 'f' } });
    page.say({ type: 'openTranscript', sessionId: 'b' });
    assert.deepEqual(
      asked.map(({ type }) => type),
      ['changePrompts', 'changePrompts', 'openTranscript'],
    );
    board.put(asks('m0123456789abcdef/b'));
    page.say({ type: 'changePrompts', sessionId: 'm0123456789abcdef/b', change: add });
    page.say({ type: 'changePrompts', sessionId: 'none', change: add });
    page.say({ type: 'changePrompts', sessionId: 'b', change: { kind: 'again', id: 'f' } });
    assert.equal(asked.length, 3);
    channel.dispose();
  });
});
