import { addressIn, addressOf } from '../protocol/machines/address';
import type { LiveSession } from '../protocol/protocol';

/** Looks up a session on the board by its id there. */
export type SessionLookup = (sessionId: string) => LiveSession | undefined;

/** Returns whether two sessions belong to the same hub, so that a follow-up can name both. */
export function areOfOneHub(sessionId: string, other: string): boolean {
  return addressIn(sessionId)?.machineId === addressIn(other)?.machineId;
}

/**
 * Converts the board id of another session (`other`) to the id that the hub of `sessionId` uses.
 * Both sessions are on the same machine.
 */
export function idAtHubOf(sessionId: string, other: string): string {
  return addressIn(sessionId) === undefined ? other : (addressIn(other)?.sessionId ?? other);
}

/** Finds a session on the board by the id that the hub of `sessionId` uses for it. */
export function sessionAtHubOf(
  sessionId: string,
  other: string,
  find: SessionLookup,
): LiveSession | undefined {
  const machineId = addressIn(sessionId)?.machineId;
  const isHere = machineId === undefined || addressIn(other) !== undefined;
  return find(isHere ? other : addressOf({ machineId, sessionId: other }));
}
