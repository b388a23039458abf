import type { ControlWish } from '../../../shared/protocol/control';
import type { ToMachine } from '../../../shared/protocol/machines/frames';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import {
  settingKey,
  type MachineTarget,
  type MachineSetting,
  type MachinesWish,
} from '../../../shared/protocol/machines/setting';
import type { MachineTestEvent } from '../../../shared/protocol/machines/test';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Order } from '../../../shared/protocol/windows';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { StreamedAnswer } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';
import { accountLines, noAccounts, type Accounts } from './accountLines';
import { Machine, type RemoteIds } from './machine';
import type { MachineUpdate } from './machineSessions';
import { testMachine } from './machineTest';

/**
 * Public keys whose signatures are valid at this desk, and therefore on every machine of the board.
 */
export interface DeskKeys {
  readonly names: readonly string[];
  readonly publicKeys: readonly string[];
}

export interface MachinesParts {
  readonly log: Log;
  /** Folder of this hub's bundle. */
  readonly scripts: string;
  /** Config home of this hub. */
  readonly configHome: string;
  /** Id of this computer. */
  readonly own: () => string | undefined;
  /** Name of this computer's hub. */
  readonly hub: string;
  readonly keys: () => DeskKeys;
  /**
   * Returns the control settings for other machines: whether requests may be answered at this desk,
   * and the projects for which they may not.
   */
  readonly control: () => ControlWish;
  readonly onOrder: (order: Order, from: Machine) => void;
  readonly onConnect: (machine: Machine) => void;
  readonly clock?: () => number;
}

/** Manages the other machines of this board, according to the setting. */
export class Machines implements Disposable {
  private machines: readonly Machine[] = [];
  private label = '';
  private accounts: Accounts = noAccounts;
  private readonly updates = new Emitter<MachineUpdate>();
  readonly onDidUpdate = this.updates.event;
  private readonly cardChanges = new Emitter<void>();
  /** Fires when a machine was added or removed, or its card changed. */
  readonly onDidChangeCards = this.cardChanges.event;

  constructor(private readonly parts: MachinesParts) {}

  /**
   * Cards of all machines. If several share a config home, only the first has its costs, so that
   * they are not counted twice.
   */
  get cards(): readonly MachineCard[] {
    return this.machines.map((machine) => {
      const { card, key } = machine;
      return this.homeOf(machine) === key ? card : { ...card, costTodayUsd: 0, tokensToday: 0 };
    });
  }

  /**
   * Returns the key of the first machine with the same config home, or an empty string if it is
   * that of this computer.
   */
  homeOf(machine: Machine): string {
    if (machine.sharesHomeWithHub(this.parts.hub)) return '';
    const first = this.machines.find((one) => one === machine || one.sharesHomeWith(machine));
    return (first ?? machine).key;
  }

  /** Name of this hub's own account; undefined without other accounts on the board. */
  get ownAccount(): string | undefined {
    return this.accounts.own;
  }

  get sessions(): readonly LiveSession[] {
    return this.machines.flatMap(({ sessions }) => sessions.all);
  }

  /** All machines in the order of the setting, whether connected or not. */
  get all(): readonly Machine[] {
    return this.machines;
  }

  get connected(): readonly Machine[] {
    return this.machines.filter(({ isConnected }) => isConnected);
  }

  /** Finds a machine by the id that it reported. */
  get(machineId: string): Machine | undefined {
    return this.machines.find((machine) => machine.machineId === machineId);
  }

  session(address: string): LiveSession | undefined {
    for (const { sessions } of this.machines) {
      const session = sessions.get(address);
      if (session !== undefined) return session;
    }
    return undefined;
  }

  /**
   * Applies the setting: keeps machines whose entry is unchanged, disposes of the others, and
   * connects new ones.
   */
  set({ machines, accounts, label }: MachinesWish): void {
    if (accounts !== undefined) this.accounts = accountLines(accounts, this.parts.configHome);
    const lines = [...this.accounts.others, ...machines];
    const wanted = new Map(lines.map((line) => [settingKey(line), line]));
    this.label = label;
    const before = new Map(this.machines.map((machine) => [machine.key, machine]));
    const next = [...wanted].map(([key, setting]) => {
      const kept = before.get(key);
      if (kept?.isNamed(setting.name) === true) return kept;
      return this.createMachine(setting);
    });
    const gone = this.machines.filter((machine) => !next.includes(machine));
    this.machines = next;
    for (const machine of gone) {
      machine.dispose();
      this.updates.fire(machine.sessions.clear());
    }
    for (const machine of next) {
      if (!before.has(machine.key) || gone.some(({ key }) => key === machine.key))
        machine.connect();
    }
    this.cardChanges.fire();
    this.sendDesk();
  }

  retry(key: string): void {
    this.findByKey(key)?.retryNow();
  }

  /** Tests an entry that is not in the setting yet. */
  test(setting: MachineSetting): StreamedAnswer<MachineTestEvent> {
    return testMachine({
      setting,
      scripts: this.parts.scripts,
      label: this.label,
      isTaken: (ids) => this.isTaken(ids),
    });
  }

  /** Requests that the people at a machine accept a key. Resolves with a refusal if that fails. */
  async requestKey(
    key: string,
    request: { publicKey: string; label: string },
  ): Promise<Refusal | undefined> {
    const machine = this.findByKey(key);
    const outcome = await (machine?.call('askForKey', '', request) ?? refusals.machineAway);
    return outcome instanceof Refusal ? outcome : undefined;
  }

  /** Reconnects a machine at once, after its copy of the hub changed. */
  reconnect(key: string): void {
    this.findByKey(key)?.reconnect();
  }

  /**
   * Sends the keys and settings of the desk to all machines, including those that have not sent a
   * greeting yet.
   */
  sendDesk(): void {
    for (const machine of this.machines) machine.send(this.desk);
  }

  dispose(): void {
    for (const machine of this.machines) machine.dispose();
    this.machines = [];
    this.updates.dispose();
    this.cardChanges.dispose();
  }

  private findByKey(key: string): Machine | undefined {
    return this.machines.find((machine) => machine.key === key);
  }

  /**
   * True for this computer, and for a machine of another entry than `by`, connected or not: a
   * machine that claims the id of a disconnected one would receive the calls for it.
   */
  private isTaken({ machineId, hub }: RemoteIds, by?: Machine): boolean {
    const isOwn = machineId === this.parts.own() || hub === this.parts.hub;
    if (isOwn) return true;
    return this.machines.some(
      (one) => one !== by && (one.machineId === machineId || one.hub === hub),
    );
  }

  private get desk(): Extract<ToMachine, { type: 'desk' }> {
    const keys = [...this.parts.keys().publicKeys];
    return { type: 'desk', keys, label: this.label, control: this.parts.control() };
  }

  private createMachine(setting: MachineTarget): Machine {
    const { log, scripts, keys, onOrder, onConnect, clock } = this.parts;
    return new Machine({
      setting,
      scripts,
      log,
      desk: () => this.desk,
      keyNames: () => keys().names,
      isTaken: (ids, by) => this.isTaken(ids, by),
      onUpdate: (update) => this.updates.fire(update),
      onCard: () => this.cardChanges.fire(),
      onOrder,
      onConnect,
      ...(clock !== undefined && { clock }),
    });
  }
}
