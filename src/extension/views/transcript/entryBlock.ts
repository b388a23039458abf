import { formatDuration, formatTokens } from '../../../shared/format';
import { t } from '../../../shared/l10n';
import { plainTitle } from '../../../shared/plainText';
import { type Block, foldAfter, hanging, linesOf } from './block';
import type { Entry } from './entry';
import { describeInput, toolTitle } from './toolInput';
import { describeResult } from './toolResult';

/** How times and paths are written; the document is the same wherever these are. */
export interface TextStyle {
  /** `20:25:11`. */
  readonly clock: (at: number) => string;
  /** `Friday, 20 November 2026`. */
  readonly day: (at: number) => string;
  /** A path as seen from the session's project. */
  readonly relative: (path: string) => string;
}

type Result = Extract<Entry, { kind: 'toolResult' }>;
type ToolUse = Extract<Entry, { kind: 'toolUse' }>;

/** The block of an entry; none for a result, which joins its call, and for a turn of no length. */
export function blockOf(
  entry: Exclude<Entry, { kind: 'toolResult' }>,
  style: TextStyle,
): Block | undefined {
  const time = entry.at === undefined ? '' : ` · ${style.clock(entry.at)}`;
  switch (entry.kind) {
    case 'prompt':
      return heading(linesOf(entry.text), `${entry.queued ? ` · ${t('queued')}` : ''}${time}`);
    case 'command': {
      const [first = '', ...rest] = linesOf(entry.args);
      return heading([`${plainTitle(entry.name, 80)} ${first}`.trimEnd(), ...rest], time);
    }
    case 'commandOutput':
      return output(entry.text, entry.isError);
    case 'notification':
      return notification(entry, time);
    case 'text':
      return { kind: 'speech', lines: hanging('●', linesOf(entry.text)), folds: [] };
    case 'thinking':
      return closedText(`✻ ${t('Thinking')}`, entry.text);
    case 'summary':
      return closedText(`✻ ${t('Summary of the conversation so far')}`, entry.text);
    case 'toolUse':
      return toolBlock(entry, undefined, style);
    case 'interrupt':
      return {
        kind: 'error',
        name: t('Interrupted'),
        lines: [`■ ${t('Interrupted')}${time}`],
        folds: [],
      };
    case 'apiError': {
      const lines = linesOf(entry.text || t('API error'));
      const name = plainTitle(lines[0] ?? '', 80);
      const [first = '', ...rest] = lines;
      return {
        kind: 'error',
        name,
        lines: hanging('✗', [first + time, ...rest]),
        folds: [],
        hasError: true,
      };
    }
    case 'compaction':
      return {
        kind: 'rule',
        name: t('Compacted'),
        lines: [compactionLine(entry) + time],
        folds: [],
      };
    case 'notice':
      return { kind: 'notice', lines: hanging('·', linesOf(entry.text)), folds: [] };
    case 'turnEnd':
      if (entry.durationMs < 1000) return undefined;
      return {
        kind: 'notice',
        lines: [`· ${t('Took {0}', formatDuration(entry.durationMs))}${time}`],
        folds: [],
      };
  }
}

/** The call with what came back, once it did; the outline shows whether it failed. */
export function toolBlock(use: ToolUse, result: Result | undefined, style: TextStyle): Block {
  const input = describeInput(use.name, use.input, style.relative);
  const name = [toolTitle(use.name), input.summary].filter((part) => part !== '').join('  ');
  const time = use.at === undefined ? '' : ` · ${style.clock(use.at)}`;
  const call: Block = {
    kind: 'tool',
    name,
    lines: [`▸ ${name}${time}`, ...input.body.map(indented)],
    folds: foldAfter(1, input.body.length, Math.max(1, input.visible)),
  };
  if (result === undefined) return call;
  const { lines, visible } = describeResult(use.name, result);
  const sign = result.denial !== undefined ? '⊘' : result.isError ? '✗' : '⎿';
  return {
    ...call,
    lines: [...call.lines, ...hanging(sign, lines, '  ')],
    folds: [...call.folds, ...foldAfter(call.lines.length, lines.length, visible)],
    ...(result.isError ? { hasError: true, detail: result.denial ?? 'failed' } : {}),
  };
}

/** A result whose call is not in the text: the file was cut before it. */
export function orphanBlock(result: Result): Block {
  const { lines, visible } = describeResult('', result);
  return {
    kind: 'output',
    lines: hanging(result.isError ? '✗' : '⎿', lines, '  '),
    folds: foldAfter(0, lines.length, visible),
  };
}

/** A separator where a new day begins. */
export function dayBlock(at: number, style: TextStyle): Block {
  return { kind: 'rule', lines: [`── ${style.day(at)} ──`], folds: [] };
}

function heading(lines: readonly string[], suffix: string): Block {
  const [first = '', ...rest] = lines;
  return {
    kind: 'heading',
    name: plainTitle(first, 100) || t('Prompt'),
    lines: hanging('❯', [`${first}${suffix}`, ...rest]),
    folds: foldAfter(0, lines.length, 10),
  };
}

function output(text: string, isError: boolean): Block {
  const lines = linesOf(text);
  return {
    kind: 'output',
    lines: hanging(isError ? '✗' : '⎿', lines, '  '),
    folds: foldAfter(0, lines.length, 3),
  };
}

function notification(entry: Extract<Entry, { kind: 'notification' }>, time: string): Block {
  const name = plainTitle(entry.summary, 200);
  const result = entry.result === '' ? [] : linesOf(entry.result);
  return {
    kind: 'notice',
    name,
    lines: [`◆ ${name}${time}`, ...hanging('⎿', result, '  ')],
    folds: foldAfter(1, result.length, 3),
    ...(entry.status === 'failed' ? { hasError: true, detail: t('failed') } : {}),
  };
}

function closedText(title: string, text: string): Block {
  const lines = linesOf(text);
  return {
    kind: 'notice',
    lines: [title, ...lines.map((line) => (line === '' ? '' : `  ${line}`))],
    folds: [{ start: 0, end: lines.length, closed: true }],
  };
}

function compactionLine(entry: Extract<Entry, { kind: 'compaction' }>): string {
  const { trigger, tokensBefore, tokensAfter } = entry;
  const what =
    trigger === 'auto' ? t('Conversation compacted automatically') : t('Conversation compacted');
  const size =
    tokensBefore === undefined || tokensAfter === undefined
      ? ''
      : `: ${t('{0} → {1} tokens', formatTokens(tokensBefore), formatTokens(tokensAfter))}`;
  return `── ${what}${size} ──`;
}

function indented(line: string): string {
  return line === '' ? '' : `    ${line}`;
}
