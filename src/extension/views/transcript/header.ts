import { formatModel, formatPath } from '../../../shared/format';
import { counted, t } from '../../../shared/l10n';
import { plainTitle } from '../../../shared/plainText';
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
export const fileLinePrefix = `${t('File')}: `;

export function headerLines(facts: HeaderFacts, style: TextStyle, home: string): string[] {
  const started = facts.startedAt;
  const lines = [
    plainTitle(facts.title, 300) || t('Untitled session'),
    joined([
      plainTitle(facts.projectName, 80),
      plainTitle(facts.gitBranch ?? '', 80),
      plainTitle(formatModel(facts.model ?? ''), 80),
      started === undefined ? '' : t('started {0}, {1}', style.day(started), style.clock(started)),
    ]),
    `${fileLinePrefix}${plainTitle(formatPath(facts.file, home), 1000)}`,
  ];
  if (facts.skippedBytes > 0) {
    const shown = megabytes(facts.totalBytes - facts.skippedBytes);
    const total = megabytes(facts.totalBytes);
    lines.unshift(
      `! ${t('Only the last {0} of {1} are shown. The file below has everything.', shown, total)}`,
    );
  }
  if (facts.badLines > 0) {
    const said = counted(
      facts.badLines,
      '1 line of the file could not be read.',
      '{0} lines of the file could not be read.',
    );
    lines.push(`! ${said}`);
  }
  return lines;
}

function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;
}
