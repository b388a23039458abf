import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { KeyRest } from '../../../../src/webview/typing/keyRest';

const plain = { altKey: false, ctrlKey: false, metaKey: false };

describe('KeyRest', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  function rest() {
    const said: true[] = [];
    const keys = new KeyRest(() => void said.push(true));
    return { keys, said, holdsOff: (key: string) => keys.holdsOff({ ...plain, key }) };
  }

  it('holds no key off before a field is gone, and each one within a second of it', () => {
    const { keys, holdsOff, said } = rest();
    assert.equal(holdsOff('f'), false);
    keys.begin();
    mock.timers.tick(999);
    assert.equal(holdsOff('f'), true);
    assert.equal(keys.state.get(), true);
    assert.equal(said.length, 1);
  });

  it('goes on as long as somebody types on, and says so once', () => {
    const { keys, holdsOff, said } = rest();
    keys.begin();
    for (const key of 'use the flag') {
      mock.timers.tick(900);
      assert.equal(holdsOff(key), true);
    }
    assert.equal(said.length, 1);
    mock.timers.tick(1_000);
    assert.equal(keys.state.get(), false);
    assert.equal(holdsOff('f'), false);
  });

  it('leaves keys alone that move the focus or are with a modifier, but not one that would send', () => {
    const { keys, holdsOff } = rest();
    keys.begin();
    assert.equal(holdsOff('Tab'), false);
    assert.equal(holdsOff('Shift'), false);
    assert.equal(keys.holdsOff({ ...plain, ctrlKey: true, key: 'c' }), false);
    assert.equal(keys.holdsOff({ ...plain, ctrlKey: true, key: 'Enter' }), true);
    assert.equal(holdsOff(' '), true);
  });

  it('ends when the person has a field again', () => {
    const { keys, holdsOff } = rest();
    keys.begin();
    holdsOff('a');
    keys.end();
    assert.equal(keys.state.get(), false);
    assert.equal(holdsOff('f'), false);
  });
});
