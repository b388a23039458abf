/** Without characters that look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Six characters that phone and desk show while they pair: both show the same only where nobody sits
 * between them. `fingerprint` is that of their channel.
 */
export function matchingCode(fingerprint: Uint8Array): string {
  const text = [...fingerprint.subarray(0, 6)].map((byte) => letters[byte % 32] ?? '').join('');
  return `${text.slice(0, 3)} ${text.slice(3)}`;
}
