/**
 * True if an answer ends with a question to the user. The rule is structural and does not interpret
 * the text: the last sentence outside code, or the one before a closing list of choices, ends with
 * a question mark.
 */
export function asksUser(answer: string): boolean {
  const lines = withoutCode(answer)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  let last = lines.length - 1;
  if (last < 0) return false;
  if (endsWithQuestion(lines[last] ?? '')) return true;
  while (last >= 0 && isListItem(lines[last] ?? '')) last -= 1;
  const beforeList = last < lines.length - 1 ? lines[last] : undefined;
  return beforeList !== undefined && endsWithQuestion(beforeList);
}

/** Removes code blocks and inline code; a fence that is never closed is text. */
function withoutCode(text: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  let openedAt = 0;
  for (const line of text.split('\n')) {
    if (fence === undefined) {
      fence = fences.find((one) => line.startsWith(one));
      openedAt = kept.length;
      kept.push(line);
    } else if (line.startsWith(fence)) {
      kept.length = openedAt;
      fence = undefined;
    } else kept.push(line);
  }
  return kept.join('\n').replace(/`[^`\n]*`/gu, 'code');
}

const fences = ['```', '~~~'];

function isListItem(line: string): boolean {
  return /^(?:[-*+•]|\(?[0-9A-Za-z]{1,2}[.)])\s/u.test(line);
}

/**
 * True if a line ends with a question mark, including full-width and Arabic ones; closing quotes,
 * brackets, emphasis and a colon may follow.
 */
function endsWithQuestion(line: string): boolean {
  return /[?？؟][)\]"'”’»*_:\s]*$/u.test(line);
}
