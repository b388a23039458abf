import { addressIn, addressOf } from '../protocol/machines/address';
import type { LiveSession } from '../protocol/protocol';

/** Returns a session of the board. */
export type SessionLookup = (sessionId: string) => LiveSession | undefined;

/** The id by which the hub of a session knows another session of its machine. */
export function idAtHubOf(sessionId: string, other: string): string {
  return addressIn(sessionId) === undefined ? other : (addressIn(other)?.sessionId ?? other);
}

/** Finds a session by the id that the hub of another session uses for it. */
export function sessionAtHubOf(
  sessionId: string,
  other: string,
  find: SessionLookup,
): LiveSession | undefined {
  const machineId = addressIn(sessionId)?.machineId;
  const isHere = machineId === undefined || addressIn(other) !== undefined;
  return find(isHere ? other : addressOf({ machineId, sessionId: other }));
}
