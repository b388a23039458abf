import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import type { ControlOffer } from '../../../src/shared/protocol/control';

const project = '/home/dev/shop';

describe('The offers of windows to answer', () => {
  let offers: ControlOffers;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    offers = new ControlOffers();
    offers.open();
    offers.connect('a');
  });
  afterEach(() => {
    offers.dispose();
    mock.timers.reset();
  });

  const offer = (window: string, change: Partial<ControlOffer> = {}): boolean =>
    offers.acceptWithSettings({
      window,
      label: window,
      enabled: true,
      disabledProjects: [],
      ...change,
    });
  const pass = (seconds: number): void => {
    // Advances in steps, because timers set during a step start at its end.
    for (let tenth = 0; tenth < 10 * seconds; tenth += 1) mock.timers.tick(100);
  };

  it('outlive a reload while another window is there that is not trusted', () => {
    offer('a');
    offers.connect('b');
    offer('b', { enabled: false, wanted: true });
    pass(60);
    offers.disconnect('a');
    pass(19);
    assert.equal(offers.stateOf(project), 'soon');
    offers.connect('a');
    offer('a');
    pass(60);
    assert.equal(offers.stateOf(project), 'on');
    offers.disconnect('a');
    pass(20);
    assert.equal(offers.stateOf(project), 'off');
  });

  it('leave to phones what they wish, and not that a workspace is not trusted', () => {
    offer('a', { disabledProjects: ['/private'] });
    offer('a', { enabled: false, wanted: true, disabledProjects: [project] });
    assert.deepEqual(offers.latest, { enabled: true, disabledProjects: [project] });
    offer('a', { enabled: false });
    assert.deepEqual(offers.latest, { enabled: false, disabledProjects: [] });
  });

  it('say a new wish together with the offer, so that phones do not follow the one before', () => {
    offer('a');
    const wishes: boolean[] = [];
    offers.onDidChange(() => wishes.push(offers.latest.enabled));
    offer('a', { enabled: false });
    assert.deepEqual(wishes, [false]);
  });

  it('count for no other machine while nobody would answer at this one', () => {
    assert.equal(offers.settingsForOtherMachines.enabled, true);
    offer('a', { enabled: false, wanted: true });
    pass(20);
    assert.equal(offers.settingsForOtherMachines.enabled, false);
    assert.equal(offers.latest.enabled, true);
  });
});
