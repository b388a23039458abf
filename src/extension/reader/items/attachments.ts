/**
 * Offset of the trailing lines of a text that only name attachments, including the line break
 * before them; the text's length if there are none.
 */
export function attachmentsStart(text: string, names: readonly string[]): number {
  let start = text.length;
  for (;;) {
    const name = names.find((one) => text.endsWith(one, start));
    if (name === undefined) return start;
    const at = start - name.length;
    if (at === 0) return 0;
    if (text[at - 1] !== '\n') return start;
    start = at - 1;
  }
}
