import type { CommonState } from '../realClient/screenTimeline.js';

/** State of Codex, derived only from the text of its screen. */
export type CodexScreenState =
  /** The composer, without anything running. */
  | 'prompt'
  | 'working'
  | 'permission'
  | 'question'
  | 'plan'
  /** Any other prompt for a key: menus, the trust questions of the start. */
  | 'dialog'
  | CommonState;

const choice = /^ *› \d+\. /;
/** The line below the composer that names model and folder; it is missing until the start is over. */
const modelLine = /^ {2}\S.* · \S/;
/** Keys that a dialog names in its last line. */
const dialogKeys =
  /\b(?:enter|esc) (?:to )?(?:confirm|continue|select|close|back|cancel|skip|submit)/;

export function codexScreenState(screen: string): CodexScreenState {
  const lines = screen.trimEnd().split('\n');
  const composer = composerLine(lines);
  if (composer !== undefined) return turnState(lines.slice(0, composer));
  if (!dialogKeys.test(lines.at(-1) ?? '')) return 'blank';
  const asked = lines.slice(-dialogLines).join('\n');
  if (/enter to submit answer/.test(asked)) return 'question';
  if (/Implement this plan\?/.test(asked)) return 'plan';
  return /Would you like to /.test(asked) ? 'permission' : 'dialog';
}

/** Number of the last lines of the screen in which a dialog has its question. */
const dialogLines = 25;
const footerLines = 5;
const placeholder = 'Ask Codex to do anything';

/** Text of the composer; empty for its placeholder, undefined without a composer. */
export function composerText(screen: string): string | undefined {
  const lines = screen.trimEnd().split('\n');
  const at = composerLine(lines);
  const text = at === undefined ? undefined : lines[at]?.slice(1).trim();
  return text === placeholder ? '' : text;
}

/** The last submitted prompt on the screen. */
export function lastPrompt(screen: string): string | undefined {
  const lines = screen.trimEnd().split('\n');
  const above = lines.slice(0, composerLine(lines) ?? lines.length);
  return above
    .findLast((line) => line.startsWith('› '))
    ?.slice(2)
    .trim();
}

/** Line of the composer: a prompt sign near the bottom above the line that names the model. */
function composerLine(lines: readonly string[]): number | undefined {
  const at = lines.findLastIndex((line) => /^›( |$)/.test(line));
  if (at < 0 || choice.test(lines[at] ?? '') || lines.length - at > footerLines) return undefined;
  return lines.slice(at + 1).some((line) => modelLine.test(line)) ? at : undefined;
}

/**
 * While text is streamed the client shows no status line, so the last prompt decides: a turn has
 * ended once its duration, an error or an interruption stands below it.
 */
function turnState(above: readonly string[]): CodexScreenState {
  for (const line of above.toReversed()) {
    if (/^(?:[•◦] .*esc to interrupt\)|› )/.test(line)) return 'working';
    if (/^(?: {2}Worked for |■ )/.test(line)) return 'prompt';
  }
  return 'prompt';
}
