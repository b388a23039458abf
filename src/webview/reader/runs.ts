import { toolKind } from '../../shared/agents/tools';
import { counted } from '../../shared/words/l10n';
import type { ItemOf } from '../../shared/messages/readerItems';
import type { ItemRow, ReaderRow, RunRow } from './rows';

/** A call that read or searched, with its result. */
export type RunCall = ItemRow & {
  readonly item: ItemOf<'tool'>;
  readonly result: ItemOf<'result'>;
};

type ReadKind = 'read' | 'search' | 'page';

/** Minimum number of calls in a run; shorter sequences stay separate rows. */
const minCalls = 2;

/**
 * Combines successive calls that only read or searched into one row. A call that failed, shows a
 * picture or has no result yet stays a separate row.
 */
export function combineReadCalls(
  rows: readonly ReaderRow[],
  keyForRun: (calls: readonly RunCall[]) => string,
): readonly ReaderRow[] {
  const folded: ReaderRow[] = [];
  let run: RunCall[] = [];
  const finishRun = (): void => {
    const [first] = run;
    if (first === undefined || run.length < minCalls) folded.push(...run);
    else {
      const { attached, takenBack } = first;
      folded.push({ kind: 'run', key: keyForRun(run), calls: run, attached, takenBack });
    }
    run = [];
  };
  for (const row of rows) {
    const isCall = isRunCall(row);
    if (!isCall || !canShareRun(run[0], row)) finishRun();
    if (isCall) run.push(row);
    else folded.push(row);
  }
  finishRun();
  return folded;
}

function canShareRun(one: RunCall | undefined, other: RunCall): boolean {
  return one?.item.sidechain === other.item.sidechain && one?.takenBack === other.takenBack;
}

function isRunCall(row: ReaderRow): row is RunCall {
  if (row.kind !== 'item' || row.item.kind !== 'tool' || readKindOf(row.item.name) === undefined)
    return false;
  return row.result?.outcome === 'done' && row.result.pictures === 0;
}

/** Kind of a tool that changes nothing; undefined for all others. */
function readKindOf(tool: string): ReadKind | undefined {
  switch (toolKind(tool)) {
    case 'read':
    case 'readNotebook':
      return 'read';
    case 'search':
    case 'find':
    case 'list':
    case 'searchWeb':
      return 'search';
    case 'fetch':
      return 'page';
    default:
      return undefined;
  }
}

/** Summary of a run: `Read 3 files · Searched once`. */
export function runText({ calls }: RunRow): string {
  const of = (sort: ReadKind) => calls.filter(({ item }) => readKindOf(item.name) === sort);
  const files = new Set(of('read').map(({ item }) => item.path ?? item.summary)).size;
  const texts = [
    files > 0 && counted(files, 'Read 1 file', 'Read {0} files'),
    of('search').length > 0 && counted(of('search').length, 'Searched once', 'Searched {0} times'),
    of('page').length > 0 && counted(of('page').length, 'Fetched 1 page', 'Fetched {0} pages'),
  ];
  return texts.filter((text) => text !== false).join(' · ');
}
