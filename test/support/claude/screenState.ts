import type { CommonState } from '../realClient/screenTimeline.js';

/** State of the client, derived only from the text of its screen. */
export type ScreenState =
  /** The input box, without anything running. */
  | 'prompt'
  /** The input box, while subagents started in the turn still run. */
  | 'background'
  | 'working'
  | 'permission'
  | 'question'
  | 'plan'
  /** Any other prompt for a key: menus, start-up offers, the trust question. */
  | 'dialog'
  | CommonState;

export interface DialogOption {
  readonly digit: string;
  readonly label: string;
}

const rule = /^─{8,}/;
const edge = /^[ ]*[─▔]{8,}/;
const boxStart = /^[❯>!#]/;
const firstChoice = /^[ │]*(?:❯ )?1\. /;
const footerLines = 12;
/** A row below the input box for a working subagent or teammate. */
const workingAgent = /^ +◯ .* \d+s · [↓↑] /;
/** With reduced motion the line of a running turn starts with the same bullet as an answer. */
const stillSpinner = /^● [^…]+… *(?:\(|$)/;

export function screenState(screen: string): ScreenState {
  const lines = screen.trimEnd().split('\n');
  const box = inputBox(lines);
  if (box !== undefined) return turnState(lines.slice(0, box.top), lines.slice(box.bottom));
  if (lines.slice(-3).some((line) => line.startsWith('Resume this session with'))) return 'blank';
  const dialog = dialogText(screen);
  if (/Enter to select · |^ *(❯ )?\d+\. Chat about this|Review your answers/m.test(dialog)) {
    return 'question';
  }
  const asked = askedBeforeChoices(lines);
  if (/Would you like to proceed\?|Exit plan mode\?/.test(asked)) return 'plan';
  if (/Do you want to .*\?/.test(asked)) return 'permission';
  return /❯|Esc to |Enter to |ctrl\+o/.test(dialog) ? 'dialog' : 'blank';
}

/**
 * The open dialog, from its upper edge down. A full screen may still show the rule of an earlier
 * input box.
 */
export function dialogText(screen: string): string {
  const lines = screen.trimEnd().split('\n');
  const start = lines.findLastIndex((line, at) => {
    const next = lines[at + 1];
    return edge.test(line) && next !== undefined && !next.includes('Chat about this');
  });
  return lines.slice(Math.max(start, 0)).join('\n');
}

/** The lines directly above the first choice, where a dialog has its question. */
function askedBeforeChoices(lines: readonly string[]): string {
  const first = lines.findLastIndex((line) => firstChoice.test(line));
  return lines
    .slice(Math.max(first - 4, 0), Math.max(first, 0))
    .map((line) => line.trim())
    .join(' ');
}

/** Text of the input box (or its placeholder) on one line; undefined without a box. */
export function inputText(screen: string): string | undefined {
  const lines = screen.trimEnd().split('\n');
  const box = inputBox(lines);
  if (box === undefined) return undefined;
  const [first = '', ...rest] = lines.slice(box.top + 1, box.bottom);
  return [first.slice(1), ...rest]
    .map((line) => line.trim())
    .join(' ')
    .trim();
}

/**
 * Line of the screen, from 0, on which the text of the input box begins; undefined without a box.
 */
export function inputLine(screen: string): number | undefined {
  const box = inputBox(screen.trimEnd().split('\n'));
  return box && box.top + 1;
}

/**
 * The screen from the last submitted prompt down to the input box; undefined without such a prompt.
 */
export function lastTurn(screen: string): string | undefined {
  const lines = screen.trimEnd().split('\n');
  const box = inputBox(lines);
  const above = lines.slice(0, box?.top ?? 0);
  const start = above.findLastIndex((line) => line.startsWith('❯ '));
  return start < 0 ? undefined : above.slice(start).join('\n').trimEnd();
}

/** Numbered choices of the dialog on the screen. */
export function dialogOptions(screen: string): readonly DialogOption[] {
  const lines = screen.trimEnd().split('\n');
  if (inputBox(lines) !== undefined) return [];
  const found = lines.flatMap((line) => {
    const [, digit, label] = /^[ │]*(?:❯ )?(\d)\. (?:\[.\] )?(.+?) *$/.exec(line) ?? [];
    return digit === undefined || label === undefined ? [] : [{ digit, label }];
  });
  return found.slice(found.findLastIndex(({ digit }) => digit === '1'));
}

/** Finds the input box: two rules with a prompt sign between them, near the bottom. */
function inputBox(lines: readonly string[]): { top: number; bottom: number } | undefined {
  const bottom = lines.findLastIndex((line) => rule.test(line));
  const top = lines.findLastIndex((line, at) => at < bottom && rule.test(line));
  const isBox = top >= 0 && boxStart.test(lines[top + 1] ?? '');
  return isBox && lines.length - bottom <= footerLines ? { top, bottom } : undefined;
}

/** The client's status line above the box distinguishes a running turn from a finished one. */
function turnState(above: readonly string[], footer: readonly string[]): ScreenState {
  if (footer.some((line) => line.includes('esc to interrupt'))) return 'working';
  for (const line of above.toReversed()) {
    if (stillSpinner.test(line)) return 'working';
    if (/^[●❯⏺]/.test(line)) break;
    if (!/^[·✢✳✶✻✽✺*] \S/.test(line)) continue;
    if (/^. Waiting for \d+ background /.test(line)) return 'background';
    if (/…|retrying in/.test(line)) return 'working';
    break;
  }
  return footer.some((line) => workingAgent.test(line)) ? 'background' : 'prompt';
}
