/** Elements that the client adds anywhere in a text for the model. */
export const additionNames: ReadonlySet<string> = new Set([
  'system-reminder',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'local-command-caveat',
]);

/** Elements that the client puts before a person's text, from the source of client 2.1.332. */
const contextNames: ReadonlySet<string> = new Set([
  ...additionNames,
  'browser',
  'browser_instruction',
  'fork-boilerplate',
  'post-tool-use-hook',
  'system_reminder',
  'terminal',
  'user-prompt-submit-hook',
]);

const opening = /\s*<([a-z_-]+)(?:\s[^<>]*)?>/uy;

/**
 * A prompt without the context that the client put before it, such as the file that is open in the
 * editor. A prompt that consists only of context is returned unchanged, and so is a tag that a
 * person typed after other text.
 */
export function ownWords(prompt: string): string {
  let from = 0;
  for (;;) {
    opening.lastIndex = from;
    const [open, name = ''] = opening.exec(prompt) ?? [];
    if (open === undefined || !contextNames.has(name)) break;
    const closing = `</${name}>`;
    const end = prompt.indexOf(closing, from + open.length);
    if (end < 0) break;
    from = end + closing.length;
  }
  const own = prompt.slice(from);
  return from === 0 || own.trim() === '' ? prompt : own;
}
