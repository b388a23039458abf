import { t } from '../../../shared/l10n';
import { withoutControls } from '../../../shared/plainText';

/** Lines of a block, counted from its first one, both ends included. */
export interface BlockFold {
  readonly start: number;
  readonly end: number;
  /** Closed when the document opens: long, and not what one came to read. */
  readonly closed: boolean;
}

export type BlockKind = 'heading' | 'speech' | 'tool' | 'output' | 'error' | 'notice' | 'rule';

/** A piece of the document. What an entry adds is one block; a tool's result joins its call's. */
export interface Block {
  readonly kind: BlockKind;
  /** For the outline; absent for blocks that it leaves out. */
  readonly name?: string;
  readonly detail?: string;
  readonly lines: readonly string[];
  readonly folds: readonly BlockFold[];
  readonly hasError?: boolean;
}

const maxLines = 2_000;
const maxLineLength = 4_000;

/** Foreign text as lines fit for a document: no controls, no endless lines, not endlessly many. */
export function linesOf(text: string): string[] {
  const lines = withoutControls(text).trimEnd().split('\n');
  const shown = lines.slice(0, maxLines).map(shortened);
  if (lines.length > maxLines) shown.push(t('… {0} more lines', lines.length - maxLines));
  return shown;
}

function shortened(line: string): string {
  const trimmed = line.trimEnd();
  if (trimmed.length <= maxLineLength) return trimmed;
  return t(
    '{0}… {1} more characters',
    trimmed.slice(0, maxLineLength),
    trimmed.length - maxLineLength,
  );
}

/** The first line after a sign, the others under it. */
export function hanging(sign: string, lines: readonly string[], margin = ''): string[] {
  const indent = margin + ' '.repeat(sign.length + 1);
  return lines.map((line, index) => {
    if (index === 0) return `${margin}${sign} ${line}`.trimEnd();
    return line === '' ? '' : indent + line;
  });
}

/** A fold that leaves the first `visible` lines readable; none where it would hide next to nothing. */
export function foldAfter(first: number, count: number, visible: number): readonly BlockFold[] {
  if (count <= visible + 3) return [];
  return [{ start: first + visible - 1, end: first + count - 1, closed: true }];
}
