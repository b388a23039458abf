import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/extension/util/emitter';
import type { Settings } from '../../../../src/extension/views/settings/budgetSetting';
import { WindowOffer, type Workspace } from '../../../../src/extension/views/control/controlState';
import { controlOfferSchema, type ControlOffer } from '../../../../src/shared/protocol/control';

const enabled = 'missionControl.control.enabled';
const disabledProjects = 'missionControl.control.disabledProjects';

/** Whether the hub trusts the window's key. */
class FakeStanding {
  isUntrusted = false;
  ownCode: string | undefined;
  readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
}

/** A window with its settings and trust, and a record of its offers to the hub. */
class FakeWindow implements Settings, Workspace {
  readonly offers: Omit<ControlOffer, 'window'>[] = [];
  readonly values = new Map<string, unknown>();
  isTrusted = true;
  name: string | undefined = 'shop';
  readonly home = '/home/dev';
  private readonly changes = new Emitter<{ affectsConfiguration(id: string): boolean }>();
  readonly onDidChange = this.changes.event;
  readonly standing = new FakeStanding();
  private readonly trusts = new Emitter<void>();
  readonly onDidGrantTrust = this.trusts.event;

  open(): WindowOffer {
    const keep = (_name: string, offer: Omit<ControlOffer, 'window'>) =>
      void this.offers.push(offer);
    return new WindowOffer(this, this, { storeCall: keep }, this.standing);
  }

  get(id: string): unknown {
    return this.values.get(id);
  }

  set(id: string, value: unknown): void {
    this.values.set(id, value);
    this.changes.fire({ affectsConfiguration: (asked) => asked === id });
  }

  trust(): void {
    this.isTrusted = true;
    this.trusts.fire();
  }

  get last(): Omit<ControlOffer, 'window'> | undefined {
    return this.offers.at(-1);
  }
}

describe('A window', () => {
  it('offers control under its name when it opens', () => {
    const window = new FakeWindow();
    const state = window.open();
    assert.equal(state.status, 'on');
    assert.equal(state.reasonAgainst('/home/dev/shop'), undefined);
    const label = 'the window “shop”';
    const offer = { label, enabled: true, wanted: true, starts: true, disabledProjects: [] };
    assert.deepEqual(window.offers, [offer]);
    controlOfferSchema.parse({ ...window.last, window: 'a' });
  });

  it('without a folder is called “another window”', () => {
    const window = new FakeWindow();
    window.name = undefined;
    window.open();
    assert.equal(window.last?.label, 'another window');
  });

  it('withdraws its offer and makes it again when the setting changes', () => {
    const window = new FakeWindow();
    const state = window.open();
    let changes = 0;
    state.onDidChange(() => (changes += 1));
    window.set(enabled, false);
    assert.equal(state.status, 'off');
    assert.match(state.reasonAgainst('/home/dev/shop') ?? '', /turned off in the settings/);
    window.set(enabled, true);
    window.set('missionControl.configHome', '/elsewhere');
    assert.deepEqual(
      window.offers.map((offer) => offer.enabled),
      [true, false, true],
    );
    assert.equal(changes, 2);
  });

  it('offers nothing before its workspace is trusted, and reports that', () => {
    const window = new FakeWindow();
    window.isTrusted = false;
    const state = window.open();
    assert.deepEqual([state.status, window.last?.enabled], ['untrusted', false]);
    assert.equal(window.last?.wanted, true, 'what a person wishes elsewhere is another thing');
    assert.match(state.reasonAgainst('/home/dev/shop') ?? '', /isn’t trusted/);
    window.trust();
    assert.deepEqual([state.status, window.last?.enabled], ['on', true]);
  });

  it('leaves projects and everything below them to their terminals', () => {
    const window = new FakeWindow();
    const odd = ['', 'relative', 7, null, '~other/x'];
    window.values.set(disabledProjects, ['~/private', '/srv/shop', 'C:\\work', ...odd]);
    const state = window.open();
    assert.deepEqual(window.last?.disabledProjects, ['/home/dev/private', '/srv/shop', 'C:\\work']);
    assert.match(state.reasonAgainst('/srv/shop/web') ?? '', /for this project/);
    assert.equal(state.reasonAgainst('/srv/shop2'), undefined);
    window.set(disabledProjects, 'no list');
    assert.equal(state.reasonAgainst('/srv/shop'), undefined);
  });

  it('holds requests of Codex only if the setting says so', () => {
    const window = new FakeWindow();
    window.open();
    assert.equal(window.last?.heldAgents, undefined);
    window.set('missionControl.control.holdCodexRequests', true);
    assert.deepEqual(window.last?.heldAgents, ['codex']);
    window.set('missionControl.control.holdCodexRequests', 'yes');
    assert.equal(window.last?.heldAgents, undefined);
  });

  it('whose editor nobody has accepted offers nothing, and reports the reason', () => {
    const window = new FakeWindow();
    const state = window.open();
    window.standing.isUntrusted = true;
    window.standing.changes.fire();
    assert.equal(window.last?.wanted, true);
    assert.deepEqual([state.status, window.last?.enabled], ['stranger', false]);
    assert.match(state.reasonAgainst('/home/dev/shop') ?? '', /Accept it first/);
    assert.equal(state.code, undefined);
    window.standing.ownCode = 'ABCDE-FGHIJ';
    window.standing.changes.fire();
    assert.equal(state.code, 'ABCDE-FGHIJ');
    window.set(enabled, false);
    assert.deepEqual([state.status, state.code], ['off', undefined]);
    window.set(enabled, true);
    window.standing.isUntrusted = false;
    window.standing.changes.fire();
    assert.deepEqual([state.status, window.last?.enabled], ['on', true]);
  });

  it('sends nothing after it was closed', () => {
    const window = new FakeWindow();
    window.open().dispose();
    window.set(enabled, false);
    assert.equal(window.offers.length, 1);
  });
});
