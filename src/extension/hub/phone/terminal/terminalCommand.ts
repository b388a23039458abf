import type { PhoneScope } from '../../../../shared/protocol/phones';

export type Verdict = PhoneScope | 'refuse';

/** A command that a person typed into the terminal of a hub. */
export type Command =
  | { readonly kind: 'judge'; readonly verdict: Verdict }
  | { readonly kind: 'pair' | 'list' | 'nothing' | 'unknown' }
  | { readonly kind: 'remove'; readonly number: number };

const verdicts: ReadonlyMap<string, Verdict> = new Map([
  ['watch', 'watch'],
  ['answer', 'answer'],
  ['watch and answer', 'answer'],
  ['refuse', 'refuse'],
]);

export function parseTerminalCommand(line: string): Command {
  const words = line.trim().toLowerCase().replaceAll(/\s+/gu, ' ');
  if (words === '') return { kind: 'nothing' };
  const verdict = verdicts.get(words);
  if (verdict !== undefined) return { kind: 'judge', verdict };
  if (words === 'pair' || words === 'list') return { kind: words };
  const [, number] = /^remove (\d{1,3})$/u.exec(words) ?? [];
  return number === undefined ? { kind: 'unknown' } : { kind: 'remove', number: Number(number) };
}
