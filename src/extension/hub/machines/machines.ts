import type { ControlWish } from '../../../shared/protocol/control';
import type { ToMachine } from '../../../shared/protocol/machines/frames';
import type { MachineCard } from '../../../shared/protocol/machines/machineNews';
import {
  settingKey,
  type MachineSetting,
  type MachinesWish,
} from '../../../shared/protocol/machines/setting';
import type { MachineTestEvent } from '../../../shared/protocol/machines/test';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Order } from '../../../shared/protocol/windows';
import { Emitter } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { Tell } from '../serve/callRouter';
import { Refusal, refusals } from '../serve/refusal';
import { Machine, type ThereIds } from './machine';
import type { MachineUpdate } from './machineSessions';
import { testMachine } from './machineTest';

/** Public keys whose signatures count here, and with them at every machine of the board. */
export interface DeskKeys {
  readonly names: readonly string[];
  readonly publicKeys: readonly string[];
}

export interface MachinesParts {
  readonly log: Log;
  /** Id of this computer. */
  readonly own: () => string | undefined;
  /** Name of this computer's hub. */
  readonly hub: string;
  readonly keys: () => DeskKeys;
  /** Wish for control that is sent to other machines: whether requests are answered here, and in which projects. */
  readonly control: () => ControlWish;
  readonly onOrder: (order: Order, from: Machine) => void;
  readonly onConnect: (machine: Machine) => void;
  readonly clock?: () => number;
}

/** The machines that a person has on this board beside this one. */
export class Machines implements Disposable {
  private machines: readonly Machine[] = [];
  private label = '';
  private readonly updates = new Emitter<MachineUpdate>();
  readonly onDidUpdate = this.updates.event;
  private readonly cardChanges = new Emitter<void>();
  /** A machine came or went, or is otherwise. */
  readonly onDidChangeCards = this.cardChanges.event;

  constructor(private readonly parts: MachinesParts) {}

  /** What the transcripts of one config home cost is on one card alone. */
  get cards(): readonly MachineCard[] {
    return this.machines.map((machine) => {
      const { card, key } = machine;
      return this.homeOf(machine) === key ? card : { ...card, costTodayUsd: 0, tokensToday: 0 };
    });
  }

  /** The first that has the machine's config home: the key of a machine, or empty for this computer. */
  homeOf(machine: Machine): string {
    if (machine.hasBeside(this.parts.hub)) return '';
    const first = this.machines.find((one) => one === machine || one.sharesHomeWith(machine));
    return (first ?? machine).key;
  }

  get sessions(): readonly LiveSession[] {
    return this.machines.flatMap(({ sessions }) => sessions.all);
  }

  /** All machines in the order of the setting, connected or not. */
  get all(): readonly Machine[] {
    return this.machines;
  }

  get connected(): readonly Machine[] {
    return this.machines.filter(({ isConnected }) => isConnected);
  }

  /** By the id that it has told; undefined for one that is not on this board. */
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

  /** Keeps those that stay, lets go of the others and connects the new ones. */
  set({ machines, label }: MachinesWish): void {
    const wanted = new Map(machines.map((setting) => [settingKey(setting), setting]));
    this.label = label;
    const before = new Map(this.machines.map((machine) => [machine.key, machine]));
    const next = [...wanted].map(([key, setting]) => {
      const kept = before.get(key);
      if (kept?.isNamed(setting.name) === true) return kept;
      return this.begin(setting);
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
    this.tell();
  }

  retry(key: string): void {
    this.withKey(key)?.tryAgain();
  }

  /** Goes the way of a line that is not on the board. */
  test(setting: MachineSetting): Tell<MachineTestEvent> {
    return testMachine({
      setting,
      label: this.label,
      isTaken: (there) => this.isTaken(there),
    });
  }

  /** Asks the people at a machine to accept a key. Settles as a handler of a call does. */
  async ask(
    key: string,
    asking: { publicKey: string; label: string },
  ): Promise<Refusal | undefined> {
    const machine = this.withKey(key);
    const outcome = await (machine?.call('askForKey', '', asking) ?? refusals.machineAway);
    return outcome instanceof Refusal ? outcome : undefined;
  }

  /** Something of it is new over there: it is tried at once, and left before where it is connected. */
  renew(key: string): void {
    this.withKey(key)?.renew();
  }

  /** Tells all machines anew who is at the desk, those that have not answered yet as well. */
  tell(): void {
    for (const machine of this.machines) machine.send(this.desk);
  }

  dispose(): void {
    for (const machine of this.machines) machine.dispose();
    this.machines = [];
    this.updates.dispose();
    this.cardChanges.dispose();
  }

  private withKey(key: string): Machine | undefined {
    return this.machines.find((machine) => machine.key === key);
  }

  /**
   * True for this computer, and for a machine that another line than `by` led to, even if it is away by
   * now: whoever takes its id meanwhile would be asked and answered in its place.
   */
  private isTaken({ machineId, hub }: ThereIds, by?: Machine): boolean {
    const isOwn = machineId === this.parts.own() || hub === this.parts.hub;
    if (isOwn) return true;
    return this.machines.some(
      (one) => one !== by && (one.machineId === machineId || one.hub === hub),
    );
  }

  private get desk(): Extract<ToMachine, { type: 'desk' }> {
    const { enabled, disabledProjects } = this.parts.control();
    const keys = [...this.parts.keys().publicKeys];
    const control = { enabled, disabledProjects: [...disabledProjects] };
    return { type: 'desk', keys, label: this.label, control };
  }

  private begin(setting: MachinesWish['machines'][number]): Machine {
    const { log, keys, onOrder, onConnect, clock } = this.parts;
    return new Machine({
      setting,
      log,
      desk: () => this.desk,
      keyNames: () => keys().names,
      isTaken: (there, by) => this.isTaken(there, by),
      onUpdate: (update) => this.updates.fire(update),
      onCard: () => this.cardChanges.fire(),
      onOrder,
      onConnect,
      ...(clock !== undefined && { clock }),
    });
  }
}
