import { t } from '../../../shared/words/l10n';
import type { ItemOf, ReaderItem } from '../../../shared/messages/readerItems';
import { branchAt, type RewoundBranch } from '../../../shared/messages/rewoundBranch';
import { rewoundLabel } from '../../../shared/words/rewoundLabel';
import { unreadPromptText } from '../../../shared/words/unreadPromptText';
import type { TextStyle } from '../../reader/items/textStyle';
import { copyTextOf } from '../../reader/items/itemText';

/** Head of the document: facts about the complete transcript. */
export interface MarkdownHead {
  readonly title: string;
  /** Project, branch and similar facts; empty ones are omitted. */
  readonly facts: readonly string[];
  readonly file: string;
}

/**
 * A transcript as one Markdown text: each prompt is a heading, each result follows its call, and
 * rewound branches are block quotes.
 */
export function markdownText(
  { title, facts, file }: MarkdownHead,
  items: readonly ReaderItem[],
  style: Pick<TextStyle, 'clock' | 'day'>,
  takenBack: readonly RewoundBranch[] = [],
): string {
  const about = [...facts, `${t('File')}: ${code(file)}`].filter((fact) => fact !== '');
  const parts = [`# ${title}`, about.join('  \n')];
  const results = new Map<string, ItemOf<'result'>>();
  const calls = new Set<string>();
  for (const item of items) {
    if (item.kind === 'result') results.set(item.toolUseId, item);
    if (item.kind === 'tool') calls.add(item.id);
  }
  let lastDay = '';
  let lastBranch: RewoundBranch | undefined;
  for (const item of items) {
    if (item.kind === 'result' && calls.has(item.toolUseId)) continue;
    const day = item.time === undefined ? lastDay : style.day(item.time);
    if (day !== lastDay) parts.push(`---\n\n*${day}*`);
    lastDay = day;
    const time = item.time === undefined ? '' : ` · ${style.clock(item.time)}`;
    const result = item.kind === 'tool' ? results.get(item.id) : undefined;
    const pieces = [pieceOf(item, time), ...(result === undefined ? [] : [resultPiece(result)])];
    const branch = branchAt(takenBack, item.at);
    if (branch !== undefined && branch !== lastBranch)
      pieces.unshift(`*${rewoundLabel(branch.text)}*`);
    if (branch === undefined) parts.push(...pieces);
    else if (branch === lastBranch)
      parts.push(`${parts.pop() ?? ''}\n>\n${asQuote(joined(pieces))}`);
    else parts.push(asQuote(joined(pieces)));
    lastBranch = branch;
  }
  return `${joined(parts)}\n`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function pieceOf(item: ReaderItem, time: string): string {
  const text = copyTextOf(item);
  switch (item.kind) {
    case 'prompt':
      return heading(`${item.queued ? ` · ${t('queued')}` : ''}${time}`, asQuote(text));
    case 'queued':
      return heading(` · ${t(unreadPromptText)}${time}`, asQuote(text));
    case 'command':
      return heading(time, asQuote(text));
    case 'text':
      return text;
    case 'thinking':
      return asQuote(`*${t('Thinking')}*\n\n${text}`);
    case 'summary':
      return asQuote(`*${t('Summary of the conversation so far')}*\n\n${text}`);
    case 'tool':
      return toolPiece(item, text, time);
    case 'result':
      return resultPiece(item);
    case 'commandOutput':
      return asCodeBlock(text);
    case 'notification':
      return `◆ **${item.summary}**${time}${item.failed ? ` · ${t('failed')}` : ''}${item.text.text === '' ? '' : `\n\n${asCodeBlock(item.text.text)}`}`;
    case 'interrupt':
      return `■ **${t('Interrupted')}**${time}`;
    case 'apiError':
      return `✗ **${text}**${time}`;
    case 'compaction':
    case 'turnEnd':
    case 'notice':
    case 'unreadable':
      return `*${oneLine(text)}*${time}`;
  }
}

function heading(after: string, text: string): string {
  return `## ❯ ${t('Prompt')}${after}\n\n${text}`;
}

function toolPiece({ title, summary, body }: ItemOf<'tool'>, text: string, time: string): string {
  const head = `▸ **${title}**${summary === '' ? '' : ` ${code(summary)}`}${time}`;
  switch (body.type) {
    case 'none':
      return head;
    case 'edits': {
      const changes = body.edits.map(({ before, after }) =>
        [...prefixLines('-', before), ...prefixLines('+', after)].join('\n'),
      );
      return [head, ...changes.map((change) => asCodeBlock(change, 'diff'))].join('\n\n');
    }
    case 'command':
      return text === summary ? head : `${head}\n\n${asCodeBlock(text, 'sh')}`;
    case 'markdown':
      return `${head}\n\n${asQuote(text)}`;
    default:
      return text === '' ? head : `${head}\n\n${asCodeBlock(text)}`;
  }
}

const signs = { done: '⎿', failed: '✗', refused: '⊘', stopped: '⊘' } as const;

function resultPiece({ outcome, summary, text }: ItemOf<'result'>): string {
  if (text.text === '' || text.text === summary) return `${signs[outcome]} ${code(summary)}`;
  return `${signs[outcome]} ${summary}\n\n${asCodeBlock(text.text)}`;
}

function prefixLines(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => `${sign} ${line}`.trimEnd());
}

function asQuote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** A fence longer than any run of backticks in the text, so that the text can't close it. */
function fence(text: string, least: number): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([row]) => row.length));
  return '`'.repeat(Math.max(least, longest + 1));
}

function asCodeBlock(text: string, language = ''): string {
  const row = fence(text, 3);
  return `${row}${language}\n${text}\n${row}`;
}

function code(text: string): string {
  if (text === '') return '';
  const row = fence(text, 1);
  const gap = row.length > 1 ? ' ' : '';
  return `${row}${gap}${oneLine(text)}${gap}${row}`;
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
