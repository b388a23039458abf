import { toolKind } from '../../shared/agents/tools';
import { plainTitle } from '../../shared/text/plainText';
import type { OutlineEntry, OutlineKind } from '../../shared/messages/outline';
import type { ReaderItem } from '../../shared/messages/readerItems';
import type { Line } from '../transcript/file/lineFile';
import { mayBeTarget } from './seek';

/** Longest text of an outline entry, in characters. */
const maxText = 160;

const compaction = Buffer.from('"compact_boundary"');

/** Finds the entries of a transcript's outline: prompts, questions, plans, errors and compactions. */
export const outlineSearch = {
  mayBeIn(line: Line): boolean {
    return (
      mayBeTarget(line, 'prompt') ||
      mayBeTarget(line, 'question') ||
      mayBeTarget(line, 'error') ||
      line.bytes?.includes(compaction) === true
    );
  },

  findPlaces(items: readonly ReaderItem[]): readonly OutlineEntry[] {
    return items.flatMap((item) => {
      const kind = kindOf(item);
      if (kind === undefined) return [];
      const { at, part, time } = item;
      const text = plainTitle(textOf(item), maxText);
      return [{ at, part, kind, text, ...(time !== undefined && { time }) }];
    });
  },
};

function kindOf(item: ReaderItem): OutlineKind | undefined {
  if (item.sidechain === true) return undefined;
  switch (item.kind) {
    case 'prompt':
    case 'command':
      return 'prompt';
    case 'tool':
      return dialogKind(item.name);
    case 'apiError':
      return 'error';
    case 'result':
      return item.outcome === 'failed' ? 'error' : undefined;
    case 'compaction':
      return 'compaction';
    default:
      return undefined;
  }
}

function dialogKind(tool: string): OutlineKind | undefined {
  const kind = toolKind(tool);
  return kind === 'question' || kind === 'plan' ? kind : undefined;
}

function textOf(item: ReaderItem): string {
  switch (item.kind) {
    case 'command':
      return `${item.name} ${item.text.text}`.trim();
    case 'tool':
      if (item.body.type === 'questions') return item.body.questions[0]?.question ?? item.title;
      return item.body.type === 'markdown' ? headingOf(item.body.text.text) : item.summary;
    case 'result':
      return item.text.text.trim() === '' ? item.summary : item.text.text;
    case 'compaction':
      return item.text;
    case 'prompt':
    case 'apiError':
      return item.text.text;
    default:
      return '';
  }
}

/** The first line with text, without Markdown heading marks. */
function headingOf(markdown: string): string {
  const line = markdown.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.replace(/^#{1,6} /u, '');
}
