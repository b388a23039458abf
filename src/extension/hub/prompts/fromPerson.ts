import type { KnownKeys } from '../signed/knownKeys';
import type { Seals } from '../signed/seals';
import type { Prompt } from './promptQueue';

/**
 * Returns whether the stored prompt, exactly as it is in the queue's file, has a valid signature of
 * a known key.
 */
export type IsFromPerson = (sessionId: string, prompt: Prompt) => boolean;

/** Creates a check that caches each prompt's result until the known keys change. */
export function createPersonCheck(
  seals: Pick<Seals, 'isSigned'>,
  keys: Pick<KnownKeys, 'version'>,
): IsFromPerson {
  const checked = new WeakMap<Prompt, { readonly version: number; readonly isSigned: boolean }>();
  return (sessionId, prompt) => {
    const before = checked.get(prompt);
    if (before?.version === keys.version) return before.isSigned;
    const isSigned = isSignedByPerson(seals, sessionId, prompt);
    checked.set(prompt, { version: keys.version, isSigned });
    return isSigned;
  };
}

function isSignedByPerson(
  seals: Pick<Seals, 'isSigned'>,
  sessionId: string,
  prompt: Prompt,
): boolean {
  const { id, text, signed, dueAt, when, repeat, from, newSession } = prompt;
  if (signed === undefined) return false;
  const { kind, hub, window, seal } = signed;
  // Absent fields are not part of the signed text.
  const body = { window, change: { kind, id, text, dueAt, when, repeat, from, newSession } };
  return seals.isSigned('prompts', hub, sessionId, body, seal);
}
