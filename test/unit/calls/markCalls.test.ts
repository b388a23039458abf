import assert from 'node:assert/strict';
import { markCalls } from '../../../src/extension/hub/calls/markCalls';
import { refusals } from '../../../src/extension/hub/serve/refusal';
import { savedResult } from '../../../src/extension/util/files/savedResult';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { lineChannel, phoneChannel } from '../../../src/shared/protocol/signed';
import { aSession } from '../../support/sessionBuilder';

describe('The calls that mark', () => {
  const window = { stream: '1' };
  const by = { isByPerson: true };
  let did: unknown[][];
  let hasRoom: boolean;
  let shown: LiveSession | undefined;
  let handlers: ReturnType<typeof markCalls>;
  beforeEach(() => {
    [did, hasRoom, shown] = [[], true, aSession({ sessionId: 'a' })];
    handlers = markCalls({
      marks: {
        pin: async (...all) => (did.push(['pin', ...all]), savedResult),
        rename: async (...all) => (did.push(['rename', ...all]), savedResult),
        tag: async (...all) => (did.push(['tag', ...all]), hasRoom && savedResult),
      },
      board: { get: () => shown },
      offers: { isSigned: (stream) => stream === 'stream:1' },
      projects: { sendKnownData: (sessionId) => void did.push(['sendKnownData', sessionId]) },
    });
  });

  const rename = async (name: string) =>
    handlers.rename({ sessionId: 'a', name }, undefined, window);
  const target = { scope: 'session', sessionId: 'a' } as const;
  const tag = async (word: string) =>
    handlers.tag({ target, word, color: 'red', on: true }, undefined, window);

  it('give a name with its blanks folded, and the title back for an empty one', async () => {
    await rename('  The  login ');
    await rename('👩‍💻 Приве́т');
    await rename('  ');
    assert.deepEqual(did, [
      ['rename', 'a', 'The login', by],
      ['rename', 'a', '👩‍💻 Приве́т', by],
      ['rename', 'a', undefined, by],
    ]);
  });

  it('refuse a name that is too long or not to be seen, and say why', async () => {
    assert.equal(await rename('x'.repeat(80)), savedResult);
    did.length = 0;
    assert.equal(await rename('x'.repeat(81)), refusals.nameLong);
    for (const name of ['a\u0007b', 'a\nb', 'a\u202eb', 'a\u200bb'])
      assert.equal(await rename(name), refusals.nameUnshowable, JSON.stringify(name));
    assert.deepEqual(did, []);
  });

  it('refuse a tag that is empty, too long, not to be seen, or one too many', async () => {
    assert.equal(await tag(' hot '), savedResult);
    assert.deepEqual(did, [['tag', target, { word: 'hot', color: 'red' }, true, by]]);
    assert.equal(await tag(' '), refusals.tagEmpty);
    assert.equal(await tag('x'.repeat(25)), refusals.tagLong);
    assert.equal(await tag('a\u001bb'), refusals.tagUnshowable);
    hasRoom = false;
    assert.equal(await tag('hot'), refusals.tagsFull);
  });

  it('bring a session of the past onto the board when it is pinned', async () => {
    await handlers.pin({ target, on: true }, undefined);
    shown = undefined;
    await handlers.pin({ target, on: false }, undefined);
    await handlers.pin({ target: { scope: 'project', path: '/a' }, on: true }, undefined);
    assert.deepEqual(
      did.map(([what]) => what),
      ['pin', 'pin', 'pin'],
    );
    await handlers.pin({ target, on: true }, undefined);
    assert.deepEqual(did.at(-1), ['sendKnownData', 'a']);
  });

  it('are a person’s where a window that answers or a phone makes them, and else those of the token', async () => {
    for (const [origin, isByPerson] of [
      [{ stream: '1' }, true],
      [{ channel: phoneChannel('f') }, true],
      [{}, false],
      [{ stream: '2' }, false],
      [{ stream: '1', channel: lineChannel('l') }, false],
    ] as const) {
      await handlers.pin({ target, on: false }, undefined, origin);
      assert.deepEqual(did.at(-1)?.at(-1), { isByPerson });
    }
  });
});
