import assert from 'node:assert/strict';
import { markCalls } from '../../../src/extension/hub/calls/markCalls';
import { refusals } from '../../../src/extension/hub/serve/refusal';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aSession } from '../../support/sessionBuilder';

describe('The calls that mark', () => {
  let did: unknown[][];
  let hasRoom: boolean;
  let shown: LiveSession | undefined;
  let handlers: ReturnType<typeof markCalls>;
  beforeEach(() => {
    [did, hasRoom, shown] = [[], true, aSession({ sessionId: 'a' })];
    handlers = markCalls({
      marks: {
        pin: (...all) => void did.push(['pin', ...all]),
        rename: (...all) => void did.push(['rename', ...all]),
        tag: (...all) => (did.push(['tag', ...all]), hasRoom),
      },
      board: { get: () => shown },
      projects: { introduce: (sessionId) => void did.push(['introduce', sessionId]) },
    });
  });

  const rename = (name: string) => handlers.rename({ sessionId: 'a', name }, undefined);
  const target = { scope: 'session', sessionId: 'a' } as const;
  const tag = (word: string) => handlers.tag({ target, word, color: 'red', on: true }, undefined);

  it('give a name with its blanks folded, and the title back for an empty one', () => {
    void rename('  The  login ');
    void rename('👩‍💻 Приве́т');
    void rename('  ');
    assert.deepEqual(did, [
      ['rename', 'a', 'The login'],
      ['rename', 'a', '👩‍💻 Приве́т'],
      ['rename', 'a', undefined],
    ]);
  });

  it('refuse a name that is too long or not to be seen, and say why', () => {
    assert.equal(rename('x'.repeat(80)), undefined);
    did.length = 0;
    assert.equal(rename('x'.repeat(81)), refusals.nameLong);
    for (const name of ['a\u0007b', 'a\nb', 'a\u202eb', 'a\u200bb'])
      assert.equal(rename(name), refusals.nameUnshowable, JSON.stringify(name));
    assert.deepEqual(did, []);
  });

  it('refuse a tag that is empty, too long, not to be seen, or one too many', () => {
    assert.equal(tag(' hot '), undefined);
    assert.deepEqual(did, [['tag', target, { word: 'hot', color: 'red' }, true]]);
    assert.equal(tag(' '), refusals.tagEmpty);
    assert.equal(tag('x'.repeat(25)), refusals.tagLong);
    assert.equal(tag('a\u001bb'), refusals.tagUnshowable);
    hasRoom = false;
    assert.equal(tag('hot'), refusals.tagsFull);
  });

  it('bring a session of the past onto the board when it is pinned', () => {
    void handlers.pin({ target, on: true }, undefined);
    shown = undefined;
    void handlers.pin({ target, on: false }, undefined);
    void handlers.pin({ target: { scope: 'project', path: '/a' }, on: true }, undefined);
    assert.deepEqual(
      did.map(([what]) => what),
      ['pin', 'pin', 'pin'],
    );
    void handlers.pin({ target, on: true }, undefined);
    assert.deepEqual(did.at(-1), ['introduce', 'a']);
  });
});
