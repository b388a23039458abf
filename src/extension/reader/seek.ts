import { isDialogTool, toolNames } from '../../shared/agents/tools';
import type { ItemPlace, ReaderItem } from '../../shared/messages/readerItems';
import type { SeekTarget } from '../../shared/messages/readerMessages';
import type { Line, LineFile } from '../transcript/file/lineFile';

/** Byte sequences of each target: a line without any of them is not parsed. */
const markers: Readonly<Record<SeekTarget, readonly Buffer[]>> = {
  prompt: ['"user"', '"queued_command"', '"local_command"'].map((text) => Buffer.from(text)),
  question: [...toolNames('question'), ...toolNames('plan')].map((name) =>
    Buffer.from(`"${name}"`),
  ),
  error: ['"is_error":true', '"is_error": true', '"isApiErrorMessage"'].map((text) =>
    Buffer.from(text),
  ),
};

const toolResult = Buffer.from('"tool_use_id":');

function isTarget(item: ReaderItem, target: SeekTarget): boolean {
  if (item.sidechain === true) return false;
  switch (target) {
    case 'prompt':
      return item.kind === 'prompt' || item.kind === 'command';
    case 'question':
      return item.kind === 'tool' && isDialogTool(item.name);
    case 'error':
      return item.kind === 'apiError' || (item.kind === 'result' && item.outcome === 'failed');
  }
}

/** False if the line cannot contain such a target and need not be parsed. */
export function mayBeTarget({ bytes }: Line, target: SeekTarget): boolean {
  if (bytes === undefined || !markers[target].some((trace) => bytes.includes(trace))) return false;
  return target !== 'prompt' || !bytes.includes(toolResult);
}

/** The nearest target before the line at `at`, or after it. */
export async function seekIn(
  file: LineFile,
  target: SeekTarget,
  direction: 'back' | 'on',
  at: number,
  itemsOf: (line: Line) => readonly ReaderItem[],
): Promise<ItemPlace | undefined> {
  for (let next = at; ;) {
    const { from, to, lines } =
      direction === 'back' ? await file.readBefore(next) : await file.readAfter(next);
    if (lines.length === 0) return undefined;
    const ordered = direction === 'back' ? lines.toReversed() : lines;
    for (const line of ordered) {
      if ((direction === 'on' && line.at <= at) || !mayBeTarget(line, target)) continue;
      const found = itemsOf(line).find((item) => isTarget(item, target));
      if (found !== undefined) return { at: found.at, part: found.part };
    }
    next = direction === 'back' ? from : to;
    if (next === 0) return undefined;
  }
}
