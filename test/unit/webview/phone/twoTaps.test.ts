import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { TwoTaps } from '../../../../src/webview/phone/view/card/twoTaps';

describe('TwoTaps', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  it('runs an action that is tapped a second time, with a pause between', () => {
    const taps = new TwoTaps();
    assert.equal(taps.tap('a', 'interrupt'), false);
    assert.equal(taps.state.get()?.id, 'interrupt');
    mock.timers.tick(500);
    assert.equal(taps.tap('a', 'interrupt'), true);
    assert.equal(taps.state.get(), undefined);
    assert.equal(taps.tap('a', 'interrupt'), false);
  });

  it('does not run an action after a double tap or ten quick taps', () => {
    const taps = new TwoTaps();
    for (let tap = 0; tap < 10; tap += 1) {
      assert.equal(taps.tap('a', 'interrupt'), false);
      mock.timers.tick(200);
    }
  });

  it('requires both taps on the same action of the same session', () => {
    const taps = new TwoTaps();
    taps.tap('a', 'interrupt');
    mock.timers.tick(500);
    assert.equal(taps.tap('b', 'interrupt'), false);
    mock.timers.tick(500);
    assert.equal(taps.tap('b', 'retry'), false);
    taps.reset();
    mock.timers.tick(500);
    assert.equal(taps.tap('b', 'retry'), false);
  });

  it('discards a first tap after a while', () => {
    const taps = new TwoTaps();
    taps.tap('a', 'interrupt');
    mock.timers.tick(3_001);
    assert.equal(taps.state.get(), undefined);
    assert.equal(taps.tap('a', 'interrupt'), false);
  });
});
