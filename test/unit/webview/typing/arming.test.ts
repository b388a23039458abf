import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Arming } from '../../../../src/webview/typing/arming';

describe('Arming', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  it('takes a key that is pressed a second time, with a pause between', () => {
    const arming = new Arming();
    assert.equal(arming.press('a', 'fork'), false);
    assert.equal(arming.state.get()?.id, 'fork');
    mock.timers.tick(500);
    assert.equal(arming.press('a', 'fork'), true);
    assert.equal(arming.state.get(), undefined);
    assert.equal(arming.press('a', 'fork'), false);
  });

  it('does not take the double letter of a word, nor three of them', () => {
    const arming = new Arming();
    for (let press = 0; press < 10; press += 1) {
      assert.equal(arming.press('a', 'fork'), false);
      mock.timers.tick(200);
    }
  });

  it('means one session and one action', () => {
    const arming = new Arming();
    arming.press('a', 'fork');
    mock.timers.tick(500);
    assert.equal(arming.press('b', 'fork'), false);
    mock.timers.tick(500);
    assert.equal(arming.press('b', 'end'), false);
    arming.disarm();
    mock.timers.tick(500);
    assert.equal(arming.press('b', 'end'), false);
  });

  it('forgets a key after a while', () => {
    const arming = new Arming();
    arming.press('a', 'fork');
    mock.timers.tick(3_001);
    assert.equal(arming.state.get(), undefined);
    assert.equal(arming.press('a', 'fork'), false);
  });
});
