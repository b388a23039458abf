import { concatenate, type Bytes } from '../channel/bytes';

/** Kind of a connecting phone. `known`: paired. `pairing`: has a ticket. */
export type CallerKind = 'known' | 'pairing';

/** First frame of a connection; the only one that is not fully encrypted. */
export interface FirstFrame {
  readonly meeting: CallerKind;
  /** Id of the device or of the ticket, 16 bytes. */
  readonly id: Bytes;
  /** First message of the handshake. */
  readonly message: Bytes;
}

const typeBytes: Readonly<Record<CallerKind, number>> = { known: 1, pairing: 2 };
export const idLength = 16;
/** Maximum length in bytes; the first message of either handshake is shorter. */
const maxFrameLength = 400;

export function firstFrame({ meeting, id, message }: FirstFrame): Bytes {
  return concatenate(Uint8Array.of(typeBytes[meeting]), id, message);
}

/** Parses a first frame; undefined if the bytes are not one. */
export function readFirstFrame(frame: Bytes): FirstFrame | undefined {
  if (frame.length <= 1 + idLength || frame.length > maxFrameLength) return undefined;
  const meeting = frame[0] === typeBytes.known ? 'known' : 'pairing';
  if (frame[0] !== typeBytes[meeting]) return undefined;
  return { meeting, id: frame.slice(1, 1 + idLength), message: frame.slice(1 + idLength) };
}

/**
 * WebSocket close codes of a hub. A carrier could send any of them as well, so a phone only
 * displays them and deletes nothing because of them.
 */
export const closeCodes = {
  /** The hub is shutting down; a new one may replace it. */
  leaving: 1001,
  /** The hub does not know the device: it was removed, or is paired with a different hub. */
  unknownDevice: 4001,
  /** The ticket was used, has expired, or is from an earlier pairing. */
  ticketOver: 4002,
  /** The handshake or a frame could not be decrypted. */
  unreadable: 4003,
  /** The person at the desk refused the device. */
  refused: 4004,
  /** The device was removed while it was connected. */
  removed: 4005,
  /** The limit of open connections is reached. */
  crowded: 4006,
} as const;
export type CloseReason = keyof typeof closeCodes;
