import { needsOwnWindows } from '../../../shared/protocol/calls';
import { addressIn } from '../../../shared/protocol/machines/address';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Core } from '../core';
import type { Feature } from '../feature';
import { MachineCopies } from './machineCopies';
import { deskPid, deskPresence } from './deskPresence';
import { joinedCalls, type JoinedCall } from './joined/joinedCalls';
import { JoinedBoard } from './joined/joinedBoard';
import type { Machine } from './machine';
import { MachineOrders } from './machineOrders';
import { Machines } from './machines';
import type { CallForward, Handlers } from '../serve/callRouter';
import { refusals } from '../serve/refusal';

export interface HubMachines extends Feature {
  /** The merged boards of this machine and all others. */
  readonly board: JoinedBoard;
  readonly calls: Handlers<
    'setMachines' | 'retryMachine' | 'testMachine' | 'askMachine' | 'copyToMachine'
  >;
  /**
   * Creates the forwarding of calls to other machines. For calls that concern all machines, it
   * combines the answers of the others with the answer of this machine, which the handlers `own`
   * return.
   */
  createForward(own: Handlers<JoinedCall>): CallForward;
}

/**
 * Creates the feature that adds the sessions of other machines to this board and forwards actions
 * of people to those machines.
 */
export function createMachinesFeature({
  machine: own,
  scripts,
  hub,
  log,
  board,
  attendance,
  control,
  keys,
  options: { machines: initialMachines, configHome },
}: Core): HubMachines {
  const { muted } = attendance;
  const windows = {
    /**
     * Windows of this computer, without the presence that another desk reported to this hub: that
     * desk reports it to its machines itself.
     */
    get present() {
      return attendance.windows.present.filter(({ presence }) => presence.pid !== deskPid);
    },
    sendOrder: attendance.windows.sendOrder.bind(attendance.windows),
  };
  let hasSetting = false;
  const session = (address: string): LiveSession | undefined => machines.session(address);
  const orders = new MachineOrders({
    windows,
    session,
    mutes: () => muted.mutes,
    isDuplicate: (address) => joined.isHidden(address),
  });
  const sendPresence = (machine: Machine): void => {
    const { machineId, skewMs } = machine;
    if (machineId === undefined) return;
    const presences = windows.present.map(({ presence }) => presence);
    const presence = deskPresence(presences, machineId, skewMs);
    if (presence !== undefined) machine.send({ type: 'presence', presence });
  };
  const machines: Machines = new Machines({
    log,
    scripts,
    configHome,
    own: () => own.id,
    hub,
    keys: () => keys,
    control: () => control.offers.settingsForOtherMachines,
    onOrder: (order, from) => {
      orders
        .handle(order, from)
        .catch((error: unknown) => log.error(`A call of a machine failed: ${String(error)}`));
    },
    onConnect: sendPresence,
  });
  keys.onDidChange(() => machines.sendDesk());
  control.offers.onDidChange(() => machines.sendDesk());
  attendance.onDidChangePresence(() => {
    for (const machine of machines.connected) sendPresence(machine);
  });
  const copies = new MachineCopies({ scripts, log, onCopy: (key) => machines.reconnect(key) });
  const joined: JoinedBoard = new JoinedBoard(board, machines);
  return {
    board: joined,
    calls: {
      setMachines(wish) {
        hasSetting = true;
        machines.set(wish);
      },
      retryMachine: ({ key }) => machines.retry(key),
      testMachine: (setting) => machines.test(setting),
      askMachine: ({ key, publicKey, label }) => machines.requestKey(key, { publicKey, label }),
      copyToMachine: (setting) => copies.make(setting),
    },
    createForward: (own) => ({
      joined: joinedCalls({ own, machines, board: joined }),
      isForwarded(id, name) {
        const address = addressIn(id);
        const machine = address && machines.get(address.machineId);
        if (machine === undefined) return false;
        return !machine.isAccount || !needsOwnWindows(name);
      },
      async forward(name, id, body) {
        const address = addressIn(id);
        const machine = address && machines.get(address.machineId);
        return machine?.call(name, address?.sessionId ?? '', body) ?? refusals.machineAway;
      },
    }),
    start() {
      if (initialMachines !== undefined && !hasSetting) machines.set(initialMachines);
    },
    close() {
      machines.dispose();
      joined.dispose();
    },
  };
}
