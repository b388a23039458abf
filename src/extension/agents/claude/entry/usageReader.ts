import { lineText } from '../../../transcript/lines/lineText';
import type { UsageReader } from '../../transcripts/format';
import { messagesIn } from './messageUsage';
import { isRepeated, usageKey, writtenUsage, type WrittenUsage } from './repeatedUsage';

/** Reads the usage in the lines of one file; lines that repeat it are not parsed. */
export function usageReader(): UsageReader {
  /** Id and usage of the last line; undefined if the next line must be parsed anyway. */
  let last: WrittenUsage | undefined;
  return {
    mark: usageKey,
    read(line, mark) {
      if (last !== undefined && isRepeated(last, line, mark)) return [];
      const records = messagesIn(lineText(line));
      const [only, ...others] = records;
      last = only && others.length === 0 ? writtenUsage(line, mark, only.messageId) : undefined;
      return records;
    },
  };
}
