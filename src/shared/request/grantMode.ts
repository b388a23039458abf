/**
 * Permission modes in which the client asks about every call that no rule allows. In other modes
 * it asks about calls that it found suspicious, as in `auto`, or the person wants no changes, as in
 * `plan`.
 */
const askingModes: ReadonlySet<string> = new Set(['default', 'acceptEdits']);

/** True if a grant may allow requests in this permission mode; old clients state none. */
export function isGrantableMode(mode: string | undefined): boolean {
  return mode === undefined || askingModes.has(mode);
}
