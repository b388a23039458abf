import { language } from '../../shared/words/l10n';
import { type ItemOf, keyOf, type ReaderItem } from '../../shared/messages/readerItems';

/** A row of the list: an item with its result, or the beginning of a day. */
export type ReaderRow =
  | { readonly kind: 'day'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'item';
      readonly key: string;
      readonly item: ReaderItem;
      readonly result?: ItemOf<'result'>;
      /** True where the row belongs to the one above, with less space between. */
      readonly attached: boolean;
    };

export type ItemRow = Extract<ReaderRow, { kind: 'item' }>;

export interface Rows {
  readonly rows: readonly ReaderRow[];
  /** Row key of each item; a result has the row of its call. */
  readonly rowOf: ReadonlyMap<string, string>;
}

/** Makes rows of items in file order. Unchanged rows keep their objects. */
export class RowMaker {
  private readonly dayFormat = new Intl.DateTimeFormat(language(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  private known = new Map<string, ReaderRow>();

  make(items: readonly ReaderItem[]): Rows {
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
    for (const item of items) {
      const key = keyOf(item);
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
      rows.push({ kind: 'item', key, item, attached, ...(result !== undefined && { result }) });
    }
    return { rows: this.same(rows), rowOf };
  }

  private same(rows: readonly ReaderRow[]): readonly ReaderRow[] {
    const next = new Map<string, ReaderRow>();
    const kept = rows.map((row) => {
      const before = this.known.get(row.key);
      const same = before !== undefined && isSame(before, row) ? before : row;
      next.set(row.key, same);
      return same;
    });
    this.known = next;
    return kept;
  }
}

function isSame(one: ReaderRow, other: ReaderRow): boolean {
  if (one.kind === 'day' || other.kind === 'day') {
    return one.kind === 'day' && other.kind === 'day' && one.text === other.text;
  }
  return one.item === other.item && one.result === other.result && one.attached === other.attached;
}

function isAttached(item: ReaderItem, previous: ReaderRow | undefined): boolean {
  if (previous?.kind !== 'item') return false;
  const above = previous.item.kind;
  if (item.kind === 'tool' || item.kind === 'thinking') {
    return above === 'tool' || above === 'thinking' || above === 'result';
  }
  return item.kind === 'commandOutput' && (above === 'command' || above === 'commandOutput');
}

/** Estimated height of a row in pixels, until it is measured. */
export function guessHeight(row: ReaderRow): number {
  if (row.kind === 'day') return 44;
  const { item } = row;
  switch (item.kind) {
    case 'prompt':
    case 'text':
      return 46 + 21 * Math.min(60, Math.ceil(item.text.text.length / 90));
    case 'tool':
      return item.body.type === 'edits' ? 180 : 62;
    default:
      return 36;
  }
}
