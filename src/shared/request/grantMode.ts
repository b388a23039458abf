/**
 * Permission modes in which the client asks for whatever no rule allows. In any other, such as
 * `auto`, a request is one that the client itself found suspicious, or the person wants no changes,
 * as in `plan`.
 */
const askingModes: ReadonlySet<string> = new Set(['default', 'acceptEdits']);

/** True if a grant may allow requests in this permission mode; old clients state none. */
export function isGrantableMode(mode: string | undefined): boolean {
  return mode === undefined || askingModes.has(mode);
}
