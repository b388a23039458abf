import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { KeyPause } from '../../../../src/webview/typing/keyPause';

const plain = { altKey: false, ctrlKey: false, metaKey: false };

describe('KeyPause', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  function rest() {
    const reasons: string[] = [];
    const keys = new KeyPause((reason) => void reasons.push(reason));
    return {
      keys,
      said: reasons,
      shouldIgnore: (key: string) => keys.shouldIgnore({ ...plain, key }),
    };
  }

  it('ignores no key before a field is lost, and every key for a second afterwards', () => {
    const { keys, shouldIgnore, said } = rest();
    assert.equal(shouldIgnore('f'), false);
    keys.start();
    mock.timers.tick(999);
    assert.equal(shouldIgnore('f'), true);
    assert.equal(keys.state.get(), 'field');
    assert.equal(said.length, 1);
  });

  it('continues while the person keeps typing, and announces it once', () => {
    const { keys, shouldIgnore, said } = rest();
    keys.start();
    for (const key of 'use the flag') {
      mock.timers.tick(900);
      assert.equal(shouldIgnore(key), true);
    }
    assert.equal(said.length, 1);
    mock.timers.tick(1_000);
    assert.equal(keys.state.get(), undefined);
    assert.equal(shouldIgnore('f'), false);
  });

  it('allows keys that move the focus and keys with a modifier, except those that answer', () => {
    const { keys, shouldIgnore } = rest();
    keys.start();
    assert.equal(shouldIgnore('Tab'), false);
    assert.equal(shouldIgnore('Shift'), false);
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'c' }), false);
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'Enter' }), true);
    assert.equal(keys.shouldIgnore({ ...plain, metaKey: true, key: 'Backspace' }), true);
    assert.equal(shouldIgnore(' '), true);
  });

  it('ends when the person focuses a field', () => {
    const { keys, shouldIgnore } = rest();
    keys.start();
    shouldIgnore('a');
    keys.stop();
    assert.equal(keys.state.get(), undefined);
    assert.equal(shouldIgnore('f'), false);
  });

  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) {
    it(`ignores letters for a second after a key with ${modifier}`, () => {
      const { keys, shouldIgnore, said } = rest();
      assert.equal(keys.shouldIgnore({ ...plain, [modifier]: true, key: 'p' }), false);
      assert.equal(shouldIgnore('ArrowDown'), false);
      assert.equal(shouldIgnore('Enter'), false);
      for (const key of 'data 1') {
        mock.timers.tick(160);
        assert.equal(shouldIgnore(key), true, key);
      }
      assert.equal(shouldIgnore('Enter'), true); // Enter is still part of the typing.
      assert.deepEqual(said, ['chord']);
      mock.timers.tick(41);
      assert.equal(keys.state.get(), undefined);
      assert.equal(shouldIgnore('d'), false);
    });
  }

  it('does not start with a modifier alone', () => {
    const { keys, shouldIgnore } = rest();
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'Control' }), false);
    assert.equal(shouldIgnore('d'), false);
  });

  it('keeps ignoring all keys after a lost field, even if a chord follows', () => {
    const { keys, shouldIgnore } = rest();
    keys.start();
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'p' }), false);
    assert.equal(shouldIgnore('ArrowDown'), true);
  });

  it('ignores keys that answer or press a button directly after a word typed outside a field', () => {
    for (const pressed of [
      { ...plain, ctrlKey: true, key: 'Enter' },
      { ...plain, metaKey: true, key: 'Backspace' },
      { ...plain, key: 'Enter' },
      { ...plain, key: ' ' },
    ]) {
      const { keys, shouldIgnore, said } = rest();
      for (const key of 'data') {
        mock.timers.tick(160);
        assert.equal(shouldIgnore(key), false);
      }
      assert.equal(keys.shouldIgnore(pressed), true, pressed.key);
      assert.deepEqual(said, ['word']);
      mock.timers.tick(1_000);
      assert.equal(keys.state.get(), undefined);
      assert.equal(keys.shouldIgnore(pressed), false, pressed.key);
    }
  });

  it('counts characters with AltGr as part of a word, not as a chord', () => {
    const { keys, shouldIgnore } = rest();
    const at = { altKey: true, ctrlKey: true, metaKey: false, key: '@' };
    for (const pressed of [at, { ...plain, key: 'a' }, at])
      assert.equal(keys.shouldIgnore(pressed), false);
    assert.equal(shouldIgnore('a'), false);
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'Enter' }), true);
  });

  it('allows a chord to answer after single, repeated or slowly typed keys', () => {
    for (const [typed, waitMs] of [
      ['ne', 100],
      ['nnnnnn', 100],
      ['data', 1_000],
    ] as const) {
      const { keys, shouldIgnore } = rest();
      for (const key of typed) {
        shouldIgnore(key);
        mock.timers.tick(waitMs);
      }
      assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'Enter' }), false, typed);
    }
  });
});
