import { plainTitle } from './plainText';

/** Longest name that a person gives a session, in characters. */
export const maxGivenName = 80;

/** Longest word of a tag, in characters. */
export const maxTagLength = 24;

/** Why a typed text is no name: it has nothing, too much, or what draws nothing. */
export type NameFault = 'empty' | 'long' | 'unshowable';

/** A typed text as a name, or why it is none. What is no text to see is refused, not removed. */
export function givenName(
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
