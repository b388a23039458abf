import { settingKey, type MachineSetting } from '../../../shared/protocol/machines/setting';
import type { Log } from '../../util/log';
import { refusals, type Refusal } from '../serve/refusal';
import { copyToMachine } from './copyToMachine';
import type { MachineFault } from './connection/machineFault';

export interface MachineCopiesParts {
  /** The folder with the hub's bundles. */
  readonly scripts: string;
  readonly log: Log;
  /** The machine of that line of the setting has a copy now. */
  readonly onCopy: (key: string) => void;
}

/** Ends that came before anything ran there. */
const unreached: ReadonlySet<MachineFault> = new Set<MachineFault>([
  'auth',
  'hostKey',
  'unreachable',
  'command',
  'silent',
]);

/** Copies the hub to machines, to each once at a time. */
export class MachineCopies {
  private readonly running = new Map<string, Promise<Refusal | undefined>>();

  constructor(private readonly parts: MachineCopiesParts) {}

  /** Settles as a handler of the call does. */
  make(setting: MachineSetting): Promise<Refusal | undefined> {
    const key = settingKey(setting);
    const copy =
      this.running.get(key) ?? this.copy(setting, key).finally(() => this.running.delete(key));
    this.running.set(key, copy);
    return copy;
  }

  private async copy(setting: MachineSetting, key: string): Promise<Refusal | undefined> {
    const { scripts, log, onCopy } = this.parts;
    const end = await copyToMachine(setting, scripts);
    if (end === undefined) {
      onCopy(key);
      return undefined;
    }
    const { fault, detail = '' } = end;
    log.warn(`The hub was not copied to ${key}: ${fault} ${detail}`);
    if (fault === 'node') return refusals.machineNode;
    return unreached.has(fault) ? refusals.machineUnreached : refusals.machineUncopied;
  }
}
