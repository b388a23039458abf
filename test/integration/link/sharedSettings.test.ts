import assert from 'node:assert/strict';
import { KeepAwake } from '../../../src/extension/hub/awake/keepAwake';
import { ControlOffers } from '../../../src/extension/hub/control/controlOffers';
import { startHub, type RunningHub } from '../../../src/extension/hub/hub';
import { LayerChoice } from '../../../src/extension/hub/layers/layerChoice';
import { LiveBoard } from '../../../src/extension/hub/board/liveBoard';
import { Machines } from '../../../src/extension/hub/machines/machines';
import { KeptSettings } from '../../../src/extension/hub/phone/push/keptSettings';
import { Projects } from '../../../src/extension/hub/projects';
import { Pulls } from '../../../src/extension/hub/pulls/pulls';
import type { AppliedSet } from '../../../src/extension/hub/rules/offeredRules';
import { RuleBook } from '../../../src/extension/hub/rules/ruleBook';
import { KnownKeys } from '../../../src/extension/hub/signed/knownKeys';
import { HubLink } from '../../../src/extension/link/hubLink';
import { EditorKeys, secretsInMemory } from '../../../src/extension/util/keys/editorKeys';
import { silentLog } from '../../../src/extension/util/log';
import type { CallInput } from '../../../src/shared/protocol/calls';
import { defaultLayers } from '../../../src/shared/protocol/layers/settings';
import { defaultPhoneSettings } from '../../../src/shared/protocol/phones';
import { threadScripts } from '../../support/hub/process/threadScripts';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { freePort } from '../../support/hub/wire/freePorts';
import { until } from '../../support/until';

type Told =
  | 'offerControl'
  | 'offerRules'
  | 'setBudget'
  | 'setKeepAwake'
  | 'setLayers'
  | 'setMachines'
  | 'setPhoneSettings'
  | 'setPrices'
  | 'setPulls';

/**
 * Values of a setting that windows send: `usual` without a setting, `one` and `other` from two
 * people.
 */
interface Row<Name extends Told> {
  readonly usual: CallInput<Name>;
  readonly one: CallInput<Name>;
  readonly other: CallInput<Name>;
}

const offer = { label: 'window', enabled: true, disabledProjects: [] };
const noRules = { user: { signals: [], labels: [] }, workspace: [], extensions: [] };
const rules = (label: string): CallInput<'offerRules'> => ({
  ...noRules,
  user: { signals: [], labels: [{ when: {}, label }] },
});
const machines = (...hosts: string[]): CallInput<'setMachines'> => ({
  machines: hosts.map((name) => ({ name, command: ['no-such-program', name] })),
  label: 'desk',
});

const table: { readonly [Name in Told]: Row<Name> } = {
  offerControl: {
    usual: offer,
    one: { ...offer, disabledProjects: ['/home/dev/one'] },
    other: { ...offer, disabledProjects: ['/home/dev/other'] },
  },
  offerRules: { usual: noRules, one: rules('One'), other: rules('Other') },
  setBudget: { usual: {}, one: { perDayUsd: 1 }, other: { perDayUsd: 2 } },
  // A person can only switch it on or leave it off.
  setKeepAwake: { usual: { isOn: false }, one: { isOn: true }, other: { isOn: true } },
  setLayers: {
    usual: { layers: [...defaultLayers], projectLayers: [] },
    one: { layers: ['sdlc'], projectLayers: [] },
    other: { layers: ['creative'], projectLayers: [] },
  },
  setMachines: { usual: machines(), one: machines('one'), other: machines('other') },
  setPhoneSettings: {
    usual: defaultPhoneSettings,
    one: { ...defaultPhoneSettings, pushText: true },
    other: { ...defaultPhoneSettings, pushAfterSeconds: 60 },
  },
  setPrices: { usual: {}, one: { 'm*': { input: 1 } }, other: { 'm*': { input: 2 } } },
  setPulls: { usual: { way: 'off' }, one: { way: 'gh' }, other: { way: 'editor' } },
};
const names = Object.keys(table) as Told[];

/** The essential part of a value, as sent by a window or applied by a hub. */
const essenceOf: Readonly<Record<Told, (value: never) => unknown>> = {
  offerControl: ({ disabledProjects }: CallInput<'offerControl'>) => disabledProjects,
  offerRules: ({ user }: CallInput<'offerRules'>) => user.labels,
  setBudget: (budget: CallInput<'setBudget'>) => budget,
  setKeepAwake: (setting: CallInput<'setKeepAwake'>) => setting,
  setLayers: (layers: CallInput<'setLayers'>) => layers,
  setMachines: (wish: CallInput<'setMachines'>) => wish.machines,
  setPhoneSettings: (settings: CallInput<'setPhoneSettings'>) => settings,
  setPrices: (prices: CallInput<'setPrices'>) => prices,
  setPulls: ({ way }: CallInput<'setPulls'>) => way,
};

/** Records the values that hubs apply, in the form in which windows send them. */
class Applied {
  private readonly values = new Map<Told, unknown>();
  private offers: ControlOffers | undefined;
  private readonly undo: (() => void)[] = [];

  constructor() {
    const { values } = this;
    const note = (name: Told, value: unknown): void => void values.set(name, value);
    this.watch(ControlOffers.prototype, 'open', (_args, offers) => (this.offers = offers));
    this.watch(RuleBook.prototype, 'set', ([sets]) =>
      note('offerRules', {
        user:
          (sets as readonly AppliedSet[]).find(({ origin }) => origin === 'user')?.rules ??
          noRules.user,
      }),
    );
    this.watch(LiveBoard.prototype, 'setBudget', ([budget]) => note('setBudget', budget));
    this.watch(LayerChoice.prototype, 'set', ([layers]) => note('setLayers', layers));
    this.watch(KeepAwake.prototype, 'set', ([isOn]) => note('setKeepAwake', { isOn }));
    this.watch(Machines.prototype, 'set', ([wish]) => note('setMachines', wish));
    this.watch(KeptSettings.prototype, 'set', ([phone]) => note('setPhoneSettings', phone));
    this.watch(Projects.prototype, 'setPrices', ([prices]) => note('setPrices', prices));
    this.watch(Pulls.prototype, 'setSource', ([way]) => note('setPulls', { way }));
  }

  get(name: Told): unknown {
    const value = name === 'offerControl' ? this.offers?.latest : this.values.get(name);
    return essenceOf[name]((value ?? table[name].usual) as never);
  }

  forget(): void {
    this.values.clear();
  }

  dispose(): void {
    for (const undo of this.undo) undo();
  }

  private watch<Part extends object>(
    part: Part,
    name: keyof Part,
    note: (args: readonly unknown[], self: Part) => void,
  ): void {
    const own = part[name] as (...args: unknown[]) => unknown;
    const watched = function (this: Part, ...args: unknown[]): unknown {
      note(args, this);
      return own.apply(this, args);
    };
    Object.assign(part, { [name]: watched });
    this.undo.push(() => void Object.assign(part, { [name]: own }));
  }
}

describe('The settings of several windows at one hub', () => {
  const applied = new Applied();
  let home: string;
  let port: number;
  let keys: EditorKeys;
  let hub: RunningHub;
  const links: HubLink[] = [];
  after(() => applied.dispose());

  beforeEach(async () => {
    applied.forget();
    [home, port] = [await tempHome(), await freePort()];
    keys = new EditorKeys(secretsInMemory(), silentLog);
    const known = new KnownKeys([(await keys.signer()).publicKey]);
    const scripts = threadScripts();
    hub = await startHub({ configHome: home, port, scripts, log: silentLog, keys: known });
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.shutdown()));
    await hub.close();
    keys.dispose();
    await removeHome(home);
  });

  async function open(): Promise<HubLink> {
    const link = new HubLink({ configHome: home, script: '', log: silentLog, ports: [port], keys });
    links.push(link);
    link.start();
    await until(
      () => [link.board.connection, link.keys.isUntrusted],
      (now) => assert.deepEqual(now, ['live', false]),
    );
    return link;
  }
  async function sendSettings(link: HubLink, whose: keyof Row<Told>): Promise<void> {
    for (const name of names) await link.hub.call(name, table[name][whose]);
  }
  /** Opens a window with these settings. */
  async function openWith(whose: keyof Row<Told>): Promise<HubLink> {
    const link = await open();
    await sendSettings(link, whose);
    return link;
  }
  const hold = (whose: keyof Row<Told>, but: Partial<Record<Told, keyof Row<Told>>> = {}): void => {
    for (const name of names) {
      const wanted = essenceOf[name](table[name][but[name] ?? whose] as never);
      assert.deepEqual(applied.get(name), wanted, name);
    }
  };

  it('hold though a window joins that has none', async () => {
    await openWith('one');
    hold('one');
    const second = await openWith('usual');
    hold('one');
    await sendSettings(second, 'usual');
    hold('one');
  });

  it('come to hold when a window that has some joins one that has none', async () => {
    await openWith('usual');
    hold('usual');
    await openWith('one');
    hold('one');
  });

  it('hold on after their window went, but for who may ask GitHub, whoever joins then', async () => {
    const first = await openWith('one');
    await openWith('usual');
    await first.shutdown();
    await until(
      () => applied.get('setPulls'),
      (way) => assert.equal(way, 'off'),
    );
    await openWith('usual');
    hold('one', { setPulls: 'usual' });
  });

  it('are taken back by the window that has told them', async () => {
    const first = await openWith('one');
    await openWith('usual');
    await sendSettings(first, 'usual');
    hold('usual');
    await openWith('usual');
    hold('usual');
  });

  it('are those of another window where the one that changed them takes them back', async () => {
    const first = await openWith('one');
    await openWith('other');
    await sendSettings(first, 'usual');
    hold('other');
  });

  for (const order of [
    ['one', 'other'],
    ['other', 'one'],
  ] as const) {
    it(`do not depend on the order in which windows come: ${order.join(', ')}`, async () => {
      for (const whose of order) await openWith(whose);
      // The permission to query GitHub is combined per window: `gh` applies if any window wants it.
      hold('one', firstByText);
    });
  }

  it('are those that a person changed last, in whichever window, whoever joins then', async () => {
    const first = await openWith('one');
    const second = await openWith('one');
    await sendSettings(second, 'other');
    hold('other', { setPulls: 'one' });
    await sendSettings(first, 'other');
    await openWith('one');
    hold('other', { setPulls: 'one' });
  });
});

/** If two people's settings were not changed since, those whose text sorts first apply. */
const firstByText: Partial<Record<Told, keyof Row<Told>>> = Object.fromEntries(
  names.flatMap((name) => {
    const { one, other } = table[name];
    const isOther =
      JSON.stringify(essenceOf[name](other as never)) <
      JSON.stringify(essenceOf[name](one as never));
    return isOther && name !== 'setPulls' ? [[name, 'other']] : [];
  }),
);
