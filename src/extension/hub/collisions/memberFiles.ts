import { absolutePath } from '../domain/facts/absolutePath';
import { ChangeTable } from '../domain/facts/changeTable';
import type { SessionFacts } from '../domain/facts/session';
import type { Held } from './touchIndex';

/** The files of one agent, by the names that its client gave them. */
interface Source {
  readonly agentId: string | undefined;
  readonly table: ChangeTable;
}

export type Work = Pick<SessionFacts, 'transcript' | 'subagentFiles'>;

/** The names of files, as facts have them. */
export interface Differences {
  readonly changed: readonly string[];
  /** Paths of files of which nothing is known any more. */
  readonly forgotten: readonly string[];
}

const none: readonly Source[] = [];

/**
 * The files that a session and its subagents changed, read from its facts when somebody asks: there are
 * many of them, and nothing of them is kept twice.
 */
export class MemberFiles {
  private sources = none;
  private folder: string | undefined;
  /** Real paths of those that are named otherwise, by that name; undefined for what is of no tree. */
  private readonly reals = new Map<string, string | undefined>();

  constructor(private readonly sessionId: string) {}

  get isEmpty(): boolean {
    return this.sources.length === 0;
  }

  /** Takes what is known now; the differences are those from what was known before. */
  take({ transcript, subagentFiles }: Work): Differences {
    const before = this.sources;
    const all = [{ agentId: undefined, changes: transcript?.changes }, ...subagentFiles.values()];
    this.folder = transcript?.cwd;
    this.sources = all.flatMap(({ agentId, changes }): Source | [] =>
      changes === undefined || changes.files.length === 0
        ? []
        : { agentId, table: ChangeTable.of(changes.files) },
    );
    const changed: string[] = [];
    const gone: string[] = [];
    const agents = new Set([...before, ...this.sources].map(({ agentId }) => agentId));
    for (const agentId of agents) {
      const tables = [before, this.sources].map((sources) => tableOf(sources, agentId));
      compare(tables[0], tables[1], changed, gone);
    }
    const isLeft = (name: string): boolean =>
      this.sources.some(({ table }) => table.find(name) >= 0);
    const lost = gone.filter((name) => !changed.includes(name));
    // The change by another agent counts again.
    return {
      changed: [...changed, ...lost.filter(isLeft)],
      forgotten: lost.filter((name) => !isLeft(name)),
    };
  }

  /** The name as a path that does not depend on a folder, if the folder is known. */
  pathOf(name: string): string {
    return absolutePath(name, this.folder);
  }

  /** Notes the real path of a file; undefined where it is of no tree. */
  setReal(name: string, path: string | undefined): void {
    if (path !== name) this.reals.set(name, path); // One text in memory, not two.
  }

  isNoted(name: string): boolean {
    return this.reals.has(name);
  }

  /** Undefined for a file of no tree. */
  realOf(name: string): string | undefined {
    return this.reals.has(name) ? this.reals.get(name) : name;
  }

  forgetName(name: string): void {
    this.reals.delete(name);
  }

  forgetAll(): void {
    this.sources = none;
    this.reals.clear();
  }

  /** The last change of a file by its real path: the newest of all agents, under all its names. */
  heldAt(path: string): Held | undefined {
    const names = [...this.reals].flatMap(([name, real]) => (real === path ? name : []));
    if (!this.reals.has(path)) names.push(path);
    let newest: Held | undefined;
    for (const source of this.sources) {
      for (const name of names) newest = newer(newest, this.heldIn(source, name, path));
    }
    return newest;
  }

  /** The last changes of all files of the tree. */
  all(): readonly Held[] {
    const newest = new Map<string, Held>();
    for (const source of this.sources) {
      for (const name of source.table.paths) {
        const path = this.realOf(name);
        const held = path === undefined ? undefined : this.heldIn(source, name, path);
        const last = held && newer(newest.get(held.path), held);
        if (last !== undefined) newest.set(last.path, last);
      }
    }
    return [...newest.values()];
  }

  /** Real paths of all files of the tree. */
  paths(): ReadonlySet<string> {
    const names = this.sources.flatMap(({ table }) => table.paths);
    return new Set(names.flatMap((name) => this.realOf(name) ?? []));
  }

  private heldIn({ agentId, table }: Source, name: string, path: string): Held | undefined {
    const place = table.find(name);
    const found = place < 0 ? undefined : table.at(place);
    if (found === undefined) return undefined;
    const [, , , , at, since] = found;
    return { sessionId: this.sessionId, path, at, since, agentId };
  }
}

function tableOf(sources: readonly Source[], agentId: string | undefined): ChangeTable {
  return sources.find((one) => one.agentId === agentId)?.table ?? ChangeTable.empty;
}

/**
 * Adds the names that are in one of two tables alone or have other times. A change puts its file at the
 * end, so that the files before it are as they were; where they are not, more is told than changed.
 */
function compare(
  before: ChangeTable = ChangeTable.empty,
  after: ChangeTable = ChangeTable.empty,
  changed: string[],
  gone: string[],
): void {
  if (before === after) return;
  let place = 0;
  for (const [old, name] of before.paths.entries()) {
    const isSame = name === after.paths[place] && before.timeAt(old) === after.timeAt(place);
    if (isSame) place += 1;
    else gone.push(name);
  }
  changed.push(...after.paths.slice(place));
}

function newer(one: Held | undefined, other: Held | undefined): Held | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.at >= one.at ? other : one;
}
