/**
 * The form of a machine's id: no session id that the client makes begins like this with a slash after it.
 * Line breaks are a part of the rest: a machine chooses its ids, and none may pass for one of this computer.
 */
const addressForm = /^(?<machineId>m[0-9a-f]{16})\/(?<sessionId>.+)$/su;

/** A session of another machine, by the id that it has there. */
export interface MachineAddress {
  readonly machineId: string;
  readonly sessionId: string;
}

/** Names a session of another machine on this board. */
export function addressOf({ machineId, sessionId }: MachineAddress): string {
  return `${machineId}/${sessionId}`;
}

/** Undefined for a session of this machine. */
export function addressIn(sessionId: string): MachineAddress | undefined {
  const { machineId, sessionId: there } = addressForm.exec(sessionId)?.groups ?? {};
  return machineId === undefined || there === undefined
    ? undefined
    : { machineId, sessionId: there };
}
