/** Result of a change that has been written to disk. */
export const savedResult = { isKept: true } as const;
export type SavedResult = typeof savedResult;

/** Error codes for a full disk or an exhausted quota. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** Thrown if a change was not written to disk. */
export class NotSavedError extends Error {
  override readonly name = 'NotKept';
  /** True if the disk or the user's quota is full. */
  readonly isFull: boolean;

  constructor(
    file: string,
    cause: unknown,
    /** True if permissions were revoked in memory while the file still grants them. */
    readonly isRevocation = false,
  ) {
    super(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    this.isFull = fullCodes.has(code);
  }
}
