import assert from 'node:assert/strict';
import { HubLife, type HubLifeParts } from '../../../../src/extension/hub/life/hubLife';
import { refusals } from '../../../../src/extension/hub/serve/refusal';
import type { LifeNews } from '../../../../src/shared/protocol/life';
import { until } from '../../../support/until';
import { waitFixedTime } from '../../../support/waitFixedTime';

const waits = { deserted: 30, idle: 200, look: 20 };
/** Longer than all delays together, in ms. */
const longMs = 600;

describe('The life of a hub', () => {
  let reasons: string[];
  let sent: { readonly window: string; readonly news: LifeNews }[];
  let phones: { isConnected: boolean }[];
  let isBusy: boolean;
  let isInstalled: boolean;
  const lives: HubLife[] = [];

  beforeEach(() => {
    reasons = [];
    sent = [];
    phones = [];
    isBusy = false;
    isInstalled = true;
  });
  afterEach(() => {
    for (const life of lives.splice(0)) life.dispose();
  });

  function begin(change: Partial<HubLifeParts> = {}): HubLife {
    const life = new HubLife({
      release: '1.2.3',
      outlives: true,
      phones: () => phones,
      isBusy: () => isBusy,
      isInstalled: () => isInstalled,
      send: (window, message) => {
        if (message.type === 'life') sent.push({ window, news: message.data });
      },
      onEnd: (reason) => reasons.push(reason),
      waits,
      ...change,
    });
    lives.push(life);
    life.begin();
    return life;
  }
  const ends = (reason: RegExp): Promise<unknown> =>
    until(
      () => reasons,
      (all) => {
        assert.equal(all.length, 1);
        assert.match(all[0] ?? '', reason);
      },
    );
  async function stays(): Promise<void> {
    await waitFixedTime(longMs);
    assert.deepEqual(reasons, []);
  }

  it('ends when the last window has closed and no phone is paired', async () => {
    const life = begin();
    life.connect('one');
    life.connect('two');
    life.disconnect('one');
    await stays();
    life.disconnect('two');
    await ends(/no window is open/);
  });

  it('continues if a window reconnects or reloads', async () => {
    const life = begin();
    life.connect('one');
    life.disconnect('one');
    life.connect('one');
    await stays();
  });

  it('ends when the last phone is removed after the last window has closed', async () => {
    phones = [{ isConnected: true }];
    const life = begin();
    life.connect('one');
    life.disconnect('one');
    await stays();
    phones = [];
    await ends(/no window is open/);
  });

  it('ends after a long time without connections and running sessions', async () => {
    phones = [{ isConnected: false }];
    begin();
    await ends(/Nobody has needed it for 12 hours/);
  });

  for (const [who, set] of [
    ['a session runs', () => (isBusy = true)],
    ['a phone is connected', () => (phones = [{ isConnected: true }])],
  ] as const) {
    it(`continues while ${who}`, async () => {
      phones = [{ isConnected: false }];
      set();
      begin();
      await stays();
    });
  }

  it('continues while a window is connected, whatever else happens', async () => {
    phones = [{ isConnected: false }];
    begin().connect('one');
    await stays();
  });

  it('ends when the extension is uninstalled', async () => {
    phones = [{ isConnected: true }];
    begin();
    await stays();
    isInstalled = false;
    await ends(/The extension was removed/);
  });

  it('ends once a window requests it, after the answer was sent', async () => {
    const life = begin();
    life.connect('one');
    assert.equal(life.calls.endHub({}, undefined), undefined);
    assert.deepEqual(reasons, []);
    await ends(/A window has ended it/);
  });

  it('is controlled by the window if the hub runs in a thread of it', async () => {
    const life = begin({ outlives: false });
    assert.equal(life.calls.endHub({}, undefined), refusals.notAlone);
    life.connect('one');
    life.disconnect('one');
    await stays();
  });

  it('is reported to each window, and again when the number of windows changes', () => {
    const life = begin();
    life.connect('one');
    life.connect('two');
    life.disconnect('one');
    const { pid } = process;
    const news = (windows: number): LifeNews => ({
      release: '1.2.3',
      outlives: true,
      pid,
      windows,
    });
    assert.deepEqual(sent, [
      { window: 'one', news: news(1) },
      { window: 'one', news: news(2) },
      { window: 'two', news: news(2) },
      { window: 'two', news: news(1) },
    ]);
  });
});
