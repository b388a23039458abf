/** A client with a window of this size compacts by itself when so many tokens are left; measured. */
const longWindow = { tokens: 1_000_000, left: 23_000 } as const;

/**
 * At how many tokens the client compacts the conversation by itself. What it did before in the same
 * conversation counts most; undefined where nothing is known.
 */
export function compactionPoint(
  windowTokens: number,
  seenAt: number | undefined,
): number | undefined {
  if (windowTokens <= 0) return undefined;
  if (seenAt !== undefined && seenAt <= windowTokens) return seenAt;
  return windowTokens >= longWindow.tokens ? windowTokens - longWindow.left : undefined;
}
