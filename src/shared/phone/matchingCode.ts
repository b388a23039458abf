/** Letters and digits without lookalikes. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Six characters that phone and desk show while they pair; they are equal only if no third party
 * relays the connection. `fingerprint` is the channel's.
 */
export function matchingCode(fingerprint: Uint8Array): string {
  const text = [...fingerprint.subarray(0, 6)].map((byte) => letters[byte % 32] ?? '').join('');
  return `${text.slice(0, 3)} ${text.slice(3)}`;
}
