/**
 * Whether an answer ends by asking the user something. A structural rule, no guess at meaning: the
 * last sentence outside code ends with a question mark, be it before a closing list of choices.
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

/** The text without its code blocks; a fence that is never closed is text. */
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

/** Whether a question mark ends the line: closing quotes, brackets, emphasis and a colon may follow; full-width and Arabic marks count. */
function endsWithQuestion(line: string): boolean {
  return /[?？؟][)\]"'”’»*_:\s]*$/u.test(line);
}
