/**
 * The form of a session's address: a machine's id, a slash, and the session's id there. No session
 * id of the client starts like this. The rest may contain line breaks, because the machine chooses
 * it, and no address may be mistaken for an id of this computer.
 */
const addressForm = /^(?<machineId>m[0-9a-f]{16})\/(?<sessionId>.+)$/su;

/** A session on another machine, by its id there. */
export interface MachineAddress {
  readonly machineId: string;
  readonly sessionId: string;
}

/** The id by which this board identifies a session on another machine. */
export function addressOf({ machineId, sessionId }: MachineAddress): string {
  return `${machineId}/${sessionId}`;
}

/** Parses the address of a session; undefined for the id of a session on this machine. */
export function addressIn(sessionId: string): MachineAddress | undefined {
  const { machineId, sessionId: there } = addressForm.exec(sessionId)?.groups ?? {};
  return machineId === undefined || there === undefined
    ? undefined
    : { machineId, sessionId: there };
}
