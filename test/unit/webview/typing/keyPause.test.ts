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

  it('holds no key off before a field is gone, and each one within a second of it', () => {
    const { keys, shouldIgnore, said } = rest();
    assert.equal(shouldIgnore('f'), false);
    keys.start();
    mock.timers.tick(999);
    assert.equal(shouldIgnore('f'), true);
    assert.equal(keys.state.get(), 'field');
    assert.equal(said.length, 1);
  });

  it('goes on as long as somebody types on, and says so once', () => {
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

  it('leaves keys alone that move the focus or are with a modifier, but not one that would send', () => {
    const { keys, shouldIgnore } = rest();
    keys.start();
    assert.equal(shouldIgnore('Tab'), false);
    assert.equal(shouldIgnore('Shift'), false);
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'c' }), false);
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'Enter' }), true);
    assert.equal(keys.shouldIgnore({ ...plain, metaKey: true, key: 'Backspace' }), true);
    assert.equal(shouldIgnore(' '), true);
  });

  it('ends when the person has a field again', () => {
    const { keys, shouldIgnore } = rest();
    keys.start();
    shouldIgnore('a');
    keys.stop();
    assert.equal(keys.state.get(), undefined);
    assert.equal(shouldIgnore('f'), false);
  });

  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) {
    it(`holds letters off for a second after a key with ${modifier}`, () => {
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

  it('begins no pause by a modifier alone', () => {
    const { keys, shouldIgnore } = rest();
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'Control' }), false);
    assert.equal(shouldIgnore('d'), false);
  });

  it('goes on holding all keys off after a field went away, whatever chord follows', () => {
    const { keys, shouldIgnore } = rest();
    keys.start();
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'p' }), false);
    assert.equal(shouldIgnore('ArrowDown'), true);
  });

  it('lets no chord answer and no button be pressed right after a word that no field got', () => {
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

  it('takes characters with AltGr for a part of a word, and for no chord', () => {
    const { keys, shouldIgnore } = rest();
    const at = { altKey: true, ctrlKey: true, metaKey: false, key: '@' };
    for (const pressed of [at, { ...plain, key: 'a' }, at])
      assert.equal(keys.shouldIgnore(pressed), false);
    assert.equal(shouldIgnore('a'), false);
    assert.equal(keys.shouldIgnore({ ...plain, ctrlKey: true, key: 'Enter' }), true);
  });

  it('lets a chord answer after single keys, the same key many times, and slow ones', () => {
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
