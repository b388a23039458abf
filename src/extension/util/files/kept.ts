/** Result of a change that is on the disk: a call that answers with it has waited for that. */
export const kept = { isKept: true } as const;
export type Kept = typeof kept;

/** Codes by which file systems report that there is no room for more bytes or files. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** Thrown where a change is not on the disk. */
export class NotKept extends Error {
  override readonly name = 'NotKept';
  /** True where the disk, or the quota of this user, is full. */
  readonly isFull: boolean;

  constructor(
    file: string,
    cause: unknown,
    /** True where rights were taken away in memory, and the file still grants them. */
    readonly isRevocation = false,
  ) {
    super(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    this.isFull = fullCodes.has(code);
  }
}
