import { plainTitle } from './plainText';

/** Longest name that a person gives a session, in characters. */
export const maxGivenName = 80;

/** Longest word of a tag, in characters. */
export const maxTagLength = 24;

/**
 * Why a typed text is not a valid name: it is empty, too long, or contains characters that are not
 * displayed.
 */
export type NameFault = 'empty' | 'long' | 'unshowable';

/**
 * Validates a typed text as a name. Characters that are not displayed are never removed; they make
 * the name invalid.
 */
export function parseGivenName(
  typed: string,
  maxLength: number,
): { readonly name: string } | { readonly fault: NameFault } {
  const trimmed = typed.trim();
  if (trimmed === '') return { fault: 'empty' };
  if (/\p{Cc}/u.test(trimmed)) return { fault: 'unshowable' };
  const name = trimmed.replace(/\s+/gu, ' ');
  if (name.length > maxLength) return { fault: 'long' };
  return plainTitle(name, maxLength) === name ? { name } : { fault: 'unshowable' };
}
