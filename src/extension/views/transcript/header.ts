import { formatModel, formatPath } from '../../../shared/format';
import { plainLine } from '../../../shared/plainText';
import { joined } from '../sessionText';
import type { TextStyle } from './entryBlock';

/** What the first lines say of the whole. */
export interface HeaderFacts {
  readonly title: string;
  readonly projectName: string;
  readonly gitBranch: string | undefined;
  readonly model: string | undefined;
  readonly startedAt: number | undefined;
  readonly file: string;
  /** Bytes of the file that stand before the shown part. */
  readonly skippedBytes: number;
  readonly totalBytes: number;
  readonly badLines: number;
}

/** Starts the line that names the file; the editor makes a link of the rest. */
export const fileLinePrefix = 'File: ';

export function headerLines(facts: HeaderFacts, style: TextStyle, home: string): string[] {
  const started = facts.startedAt;
  const lines = [
    plainLine(facts.title, 300) || 'Untitled session',
    joined([
      plainLine(facts.projectName, 80),
      plainLine(facts.gitBranch ?? '', 80),
      plainLine(formatModel(facts.model ?? ''), 80),
      started === undefined ? '' : `started ${style.day(started)}, ${style.clock(started)}`,
    ]),
    `${fileLinePrefix}${plainLine(formatPath(facts.file, home), 1000)}`,
  ];
  if (facts.skippedBytes > 0) {
    const [shown, total] = [facts.totalBytes - facts.skippedBytes, facts.totalBytes].map(megabytes);
    lines.unshift(`! Only the last ${shown} of ${total} are shown. The file below has everything.`);
  }
  if (facts.badLines > 0) {
    const count = facts.badLines === 1 ? '1 line' : `${facts.badLines} lines`;
    lines.push(`! ${count} of the file could not be read.`);
  }
  return lines;
}

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;
}
