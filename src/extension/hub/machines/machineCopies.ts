import { settingKey, type MachineSetting } from '../../../shared/protocol/machines/setting';
import type { Log } from '../../util/log';
import { refusals, type Refusal } from '../serve/refusal';
import { copyToMachine } from './copyToMachine';
import type { MachineFault } from './connection/machineFault';

export interface MachineCopiesParts {
  /** Folder of the hub's bundles. */
  readonly scripts: string;
  readonly log: Log;
  /** Called when the hub was copied to the machine with that key. */
  readonly onCopy: (key: string) => void;
}

/** Faults that occur before any program runs on the machine. */
const faultsBeforeStart: ReadonlySet<MachineFault> = new Set<MachineFault>([
  'auth',
  'hostKey',
  'unreachable',
  'command',
  'silent',
]);

/** Copies the hub to machines, one copy at a time for each machine. */
export class MachineCopies {
  private readonly running = new Map<string, Promise<Refusal | undefined>>();

  constructor(private readonly parts: MachineCopiesParts) {}

  /** Copies the hub to a machine. Resolves with a refusal if that fails. */
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
    return faultsBeforeStart.has(fault) ? refusals.machineUnreached : refusals.machineUncopied;
  }
}
