/**
 * True if a text matches a pattern in which `*` stands for any text. There is no backtracking over
 * several `*`, so the time is at most proportional to the product of both lengths.
 */
export function matchesWildcards(glob: string, text: string): boolean {
  const [start = '', ...rest] = glob.split('*');
  if (!text.startsWith(start)) return false;
  const end = rest.pop();
  if (end === undefined) return text.length === start.length;
  let from = start.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - from >= end.length && text.endsWith(end);
}
