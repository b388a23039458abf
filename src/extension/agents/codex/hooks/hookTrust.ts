import { createHash } from 'node:crypto';
import { tomlTexts } from '../../../util/tomlTexts';

/** A hook in the program's file, with the place by which the program identifies it. */
export interface PlacedHook {
  readonly event: string;
  /** Index of its group in the event's list, and its own in the group. */
  readonly group: number;
  readonly index: number;
  readonly matcher?: unknown;
  readonly hook: Readonly<Record<string, unknown>>;
}

/** `changed`: another form of the hook was trusted. `off`: the person has turned it off. */
export type HookTrust = 'trusted' | 'untrusted' | 'changed' | 'off';

/**
 * Returns which of the hooks in a file the person has trusted, according to the program's
 * configuration: it stores a hash for each hook. `files` are the paths by which the program may
 * know the file with the hooks.
 */
export function hookTrust(
  config: string,
  files: readonly string[],
  hooks: readonly PlacedHook[],
): readonly HookTrust[] {
  const states = new Map<string, string>();
  for (const { path, value } of tomlTexts(config)) {
    const [hooksTable, state, key, field, ...others] = path;
    if (hooksTable !== 'hooks' || state !== 'state' || others.length > 0) continue;
    states.set(`${field} ${key}`, value);
  }
  return hooks.map((hook) => {
    const keys = files.map((file) => `${file}:${placeOf(hook)}`);
    const find = (field: string): string | undefined =>
      keys.map((key) => states.get(`${field} ${key}`)).find((value) => value !== undefined);
    if (find('enabled') === 'false') return 'off';
    const trusted = find('trusted_hash');
    if (trusted === undefined) return 'untrusted';
    return trusted === trustedHash(hook) ? 'trusted' : 'changed';
  });
}

/** The hash of a hook as the program computes it, by which it notices a change. */
export function trustedHash({ event, matcher, hook }: PlacedHook): string {
  const { type, command, timeout = 600, async = false, statusMessage } = hook;
  const handler = { async, command, statusMessage, timeout, type };
  const identity = JSON.stringify({ event_name: snakeCase(event), hooks: [handler], matcher });
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

function placeOf({ event, group, index }: PlacedHook): string {
  return `${snakeCase(event)}:${group}:${index}`;
}

function snakeCase(event: string): string {
  return event.replaceAll(/\B[A-Z]/gu, (letter) => `_${letter}`).toLowerCase();
}
