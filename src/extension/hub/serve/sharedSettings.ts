import type { CallName, CallRequest } from '../../../shared/protocol/calls';
import { defaultLayers } from '../../../shared/protocol/layers/settings';
import { defaultPhoneSettings } from '../../../shared/protocol/phones';
import type { SettingCall } from '../../../shared/protocol/settings/settingCall';
import { WindowStreams } from '../../util/windowStreams';
import { SharedSetting } from '../../util/sharedSetting';
import type { Handler, Handlers } from './callRouter';
import type { WindowListener } from './liveStream';
import { streamKey } from './streamKey';

type Settings = { readonly [Name in SettingCall]: SharedSetting<CallRequest<Name>> };

/**
 * Applies each setting for all windows: combines the values that windows sent before the handlers
 * apply them.
 */
export class SharedSettings implements WindowListener {
  private readonly connections = new WindowStreams();
  private readonly settings: Settings = {
    setBudget: new SharedSetting({}, (budget) => Object.keys(budget).length === 0),
    setKeepAwake: new SharedSetting<CallRequest<'setKeepAwake'>>(
      { isOn: false },
      ({ isOn }) => !isOn,
    ),
    setLayers: new SharedSetting<CallRequest<'setLayers'>>(
      { layers: [...defaultLayers], projectLayers: [] },
      ({ layers, projectLayers }) =>
        projectLayers.length === 0 && layers.join() === defaultLayers.join(),
    ),
    setMachines: new SharedSetting<CallRequest<'setMachines'>>(
      { machines: [], label: '' },
      ({ machines, accounts = [] }) => machines.length + accounts.length === 0,
    ),
    setMcp: new SharedSetting<CallRequest<'setMcp'>>(
      { texts: false },
      ({ texts }) => !texts,
      false,
    ),
    setPhoneSettings: new SharedSetting(
      defaultPhoneSettings,
      (settings) => JSON.stringify(settings) === JSON.stringify(defaultPhoneSettings),
    ),
    setPrices: new SharedSetting({}, (prices) => Object.keys(prices).length === 0),
  };

  /** Calls of the setting that is kept here alone; its value also changes when a window disconnects. */
  readonly calls: Handlers<'setMcp' | 'mcpSetting'> = {
    setMcp: () => undefined,
    mcpSetting: () => this.settings.setMcp.value,
  };

  /** `machines` applies until a window has sent its own. */
  constructor(machines?: CallRequest<'setMachines'>) {
    if (machines !== undefined) this.settings.setMachines.setInitial(machines);
  }

  /** Wraps the handlers, so that each gets the combined value of all windows. */
  withSharedValues(handlers: Handlers<SettingCall>): Handlers<SettingCall> {
    const { setBudget, setKeepAwake, setLayers, setMachines, setMcp, setPhoneSettings, setPrices } =
      handlers;
    return {
      setKeepAwake: this.withSharedValue('setKeepAwake', setKeepAwake),
      setBudget: this.withSharedValue('setBudget', setBudget),
      setLayers: this.withSharedValue('setLayers', setLayers),
      setMachines: this.withSharedValue('setMachines', setMachines),
      setMcp: this.withSharedValue('setMcp', setMcp),
      setPhoneSettings: this.withSharedValue('setPhoneSettings', setPhoneSettings),
      setPrices: this.withSharedValue('setPrices', setPrices),
    };
  }

  connect(window: string): void {
    this.connections.add(window);
  }

  disconnect(window: string): void {
    if (!this.connections.remove(window)) return;
    for (const setting of Object.values(this.settings)) setting.removeWindow(window);
  }

  private withSharedValue<Name extends SettingCall & CallName>(
    name: Name,
    handle: Handler<Name>,
  ): Handler<Name> {
    const setting = this.settings[name] as unknown as SharedSetting<CallRequest<Name>>;
    return (value, seal, origin) => {
      const stream = origin?.stream === undefined ? undefined : streamKey('', origin.stream);
      // A caller without a stream never disconnects: its value counts as older than every window's.
      const isWindow = stream !== undefined && this.connections.has(stream);
      if (!isWindow) setting.setInitial(value);
      return handle(isWindow ? setting.apply(stream, value) : value, seal, origin);
    };
  }
}
