import { concatenated, type Bytes } from '../channel/bytes';

/** `known`: a phone that was paired before. `pairing`: one that has a ticket. */
export type CallerKind = 'known' | 'pairing';

/** First frame of a connection, the only one that is not sealed as a whole. */
export interface FirstFrame {
  readonly meeting: CallerKind;
  /** Id of the device or of the ticket, 16 bytes. */
  readonly id: Bytes;
  /** First message of the handshake. */
  readonly message: Bytes;
}

const marks: Readonly<Record<CallerKind, number>> = { known: 1, pairing: 2 };
export const idLength = 16;
/** Beyond the first message of either handshake. */
const longest = 400;

export function firstFrame({ meeting, id, message }: FirstFrame): Bytes {
  return concatenated(Uint8Array.of(marks[meeting]), id, message);
}

/** Undefined where the bytes are no first frame. */
export function readFirstFrame(frame: Bytes): FirstFrame | undefined {
  if (frame.length <= 1 + idLength || frame.length > longest) return undefined;
  const meeting = frame[0] === marks.known ? 'known' : 'pairing';
  if (frame[0] !== marks[meeting]) return undefined;
  return { meeting, id: frame.slice(1, 1 + idLength), message: frame.slice(1 + idLength) };
}

/**
 * Code by which a hub closes a connection. A carrier could send each of them, too, so that a phone
 * takes them for a hint to its person and forgets nothing by them.
 */
export const closings = {
  /** The hub ends, and another one may follow. */
  leaving: 1001,
  /** The hub has no such device: it was removed, or it belongs to another hub. */
  unknownDevice: 4001,
  /** The ticket was used, has expired or was of an earlier pairing. */
  ticketOver: 4002,
  /** The handshake or a frame could not be opened. */
  unreadable: 4003,
  /** The person at the desk refused. */
  refused: 4004,
  /** The device was removed while it was connected. */
  removed: 4005,
  /** More connections than ever are open. */
  crowded: 4006,
} as const;
export type CloseReason = keyof typeof closings;
