import { language } from '../../shared/words/l10n';
import { type ItemOf, keyOf, type ReaderItem } from '../../shared/messages/readerItems';
import { emptyOverview, isUnread, type Overview } from '../../shared/messages/overview';
import { branchAt, type RewoundBranch } from '../../shared/messages/rewoundBranch';
import { combineReadCalls, type RunCall } from './runs';

/**
 * A row of the list: an item with its result, a run of calls, the header of a rewound branch, or a
 * day separator.
 */
export type ReaderRow =
  | { readonly kind: 'day'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'item';
      readonly key: string;
      readonly item: ReaderItem;
      readonly result?: ItemOf<'result'>;
      /** True if the row belongs to the one above, so that there is less space between them. */
      readonly attached: boolean;
      readonly takenBack: boolean;
    }
  | {
      readonly kind: 'takenBack';
      readonly key: string;
      readonly branch: RewoundBranch;
      /** First loaded item of the branch. */
      readonly first: ReaderItem;
    }
  | {
      readonly kind: 'run';
      readonly key: string;
      readonly calls: readonly RunCall[];
      readonly attached: boolean;
      readonly takenBack: boolean;
    };

export type ItemRow = Extract<ReaderRow, { kind: 'item' }>;
export type RewoundBranchRow = Extract<ReaderRow, { kind: 'takenBack' }>;
export type RunRow = Extract<ReaderRow, { kind: 'run' }>;

export interface Rows {
  readonly rows: readonly ReaderRow[];
  /**
   * Row key by item: a result has its call's row, which may be the row of a run. In a collapsed
   * branch all items have the header's row.
   */
  readonly rowOf: ReadonlyMap<string, string>;
}

/** Key of a branch's row and its fold. */
export function branchKey({ from }: RewoundBranch): string {
  return `branch:${from}`;
}

/** Facts that require the complete file, and which rewound branches are expanded. */
export interface ShownOverview extends Overview {
  readonly isOpen: (key: string) => boolean;
}

const noOverview: ShownOverview = { ...emptyOverview, isOpen: () => false };

/** Builds rows from items in file order. Unchanged rows keep their identity. */
export class RowBuilder {
  private readonly dayFormat = new Intl.DateTimeFormat(language(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  private previousRows = new Map<string, ReaderRow>();
  /** Key of each call's run, so that a run keeps its key when calls are added at either end. */
  private runOf = new Map<string, string>();

  build(items: readonly ReaderItem[], overview = noOverview): Rows {
    const results = new Map<string, ItemOf<'result'>>();
    const calls = new Set<string>();
    for (const item of items) {
      if (item.kind === 'tool') calls.add(item.id);
      else if (item.kind === 'result') results.set(item.toolUseId, item);
    }
    const rows: ReaderRow[] = [];
    const rowOf = new Map<string, string>();
    const callKeys = new Map<string, string>();
    let day = '';
    let above: RewoundBranch | undefined;
    for (const item of items) {
      const key = keyOf(item);
      if (item.kind === 'queued' && !isUnread(overview, item)) continue;
      const branch = branchAt(overview.takenBack, item.at);
      if (branch !== undefined) {
        const headerKey = branchKey(branch);
        if (branch !== above) rows.push({ kind: 'takenBack', key: headerKey, branch, first: item });
        above = branch;
        if (!overview.isOpen(headerKey)) {
          rowOf.set(key, headerKey);
          continue;
        }
      }
      above = branch;
      if (item.kind === 'result' && calls.has(item.toolUseId)) {
        const callKey = callKeys.get(item.toolUseId);
        if (callKey !== undefined) rowOf.set(key, callKey);
        continue;
      }
      const today = item.time === undefined ? day : this.dayFormat.format(item.time);
      if (today !== day && day !== '') rows.push({ kind: 'day', key: `day ${key}`, text: today });
      day = today;
      rowOf.set(key, key);
      const result = item.kind === 'tool' ? results.get(item.id) : undefined;
      if (item.kind === 'tool') callKeys.set(item.id, key);
      const attached = isAttached(item, rows.at(-1));
      const takenBack = branch !== undefined;
      rows.push({
        kind: 'item',
        key,
        item,
        attached,
        takenBack,
        ...(result !== undefined && { result }),
      });
    }
    return this.combineRuns(rows, rowOf);
  }

  private combineRuns(rows: readonly ReaderRow[], rowOf: Map<string, string>): Rows {
    const runOf = new Map<string, string>();
    const usedKeys = new Set<string>();
    const keyForRun = (calls: readonly RunCall[]): string => {
      const before = calls.map(({ key }) => this.runOf.get(key));
      const name = before.find((key) => key !== undefined && !usedKeys.has(key));
      const fresh = `run:${calls[0]?.key ?? ''}`;
      const key = name ?? (usedKeys.has(fresh) ? `${fresh}+` : fresh);
      usedKeys.add(key);
      for (const call of calls) runOf.set(call.key, key);
      return key;
    };
    const folded = combineReadCalls(rows, keyForRun);
    this.runOf = runOf;
    for (const [item, row] of rowOf) rowOf.set(item, runOf.get(row) ?? row);
    return { rows: this.reuseUnchanged(folded), rowOf };
  }

  private reuseUnchanged(rows: readonly ReaderRow[]): readonly ReaderRow[] {
    const next = new Map<string, ReaderRow>();
    const kept = rows.map((row) => {
      const before = this.previousRows.get(row.key);
      const reused = before !== undefined && isSame(before, row) ? before : row;
      next.set(row.key, reused);
      return reused;
    });
    this.previousRows = next;
    return kept;
  }
}

function isSame(one: ReaderRow, other: ReaderRow): boolean {
  if (one.kind === 'day' || other.kind === 'day') {
    return one.kind === 'day' && other.kind === 'day' && one.text === other.text;
  }
  if (one.kind === 'takenBack' || other.kind === 'takenBack') {
    return (
      one.kind === 'takenBack' &&
      other.kind === 'takenBack' &&
      one.branch.text === other.branch.text &&
      one.first === other.first
    );
  }
  if (one.attached !== other.attached || one.takenBack !== other.takenBack) return false;
  if (one.kind === 'run' || other.kind === 'run') {
    return one.kind === 'run' && other.kind === 'run' && areSameCalls(one.calls, other.calls);
  }
  return one.item === other.item && one.result === other.result;
}

function areSameCalls(one: readonly RunCall[], other: readonly RunCall[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ item, result }, index) => {
      const call = other[index];
      return item === call?.item && result === call.result;
    })
  );
}

function isAttached(item: ReaderItem, previous: ReaderRow | undefined): boolean {
  if (previous?.kind !== 'item') return false;
  const above = previous.item.kind;
  if (item.kind === 'tool' || item.kind === 'thinking') {
    return above === 'tool' || above === 'thinking' || above === 'result';
  }
  return item.kind === 'commandOutput' && (above === 'command' || above === 'commandOutput');
}

/** Estimated height of a row in pixels, used until it is measured. */
export function estimateHeight(row: ReaderRow): number {
  if (row.kind === 'day') return 44;
  if (row.kind === 'run' || row.kind === 'takenBack') return 36;
  const { item } = row;
  switch (item.kind) {
    case 'prompt':
    case 'queued':
    case 'text':
      return 46 + 21 * Math.min(60, Math.ceil(item.text.text.length / 90));
    case 'tool':
      return item.body.type === 'edits' ? 180 : 62;
    default:
      return 36;
  }
}
