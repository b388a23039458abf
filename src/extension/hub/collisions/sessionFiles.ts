import { absolutePath } from '../domain/facts/absolutePath';
import { ChangeTable } from '../domain/facts/changeTable';
import type { SessionFacts } from '../domain/facts/session';

/** The last change of one file by one session. */
export interface LastChange {
  readonly sessionId: string;
  /** Real path. */
  readonly path: string;
  /** In ms since 1970. */
  readonly at: number;
  /** Start of the shell command that made the change; undefined for any other change. */
  readonly since: number | undefined;
  readonly agentId: string | undefined;
}

/** The changed files of one agent, named as its client named them. */
interface AgentFiles {
  readonly agentId: string | undefined;
  readonly table: ChangeTable;
}

/**
 * The files that a session and its subagents changed in one work tree. The tables are shared with
 * the session's facts, because they can be large; only differing real paths are stored in addition.
 */
export interface SessionFiles {
  readonly sessionId: string;
  readonly agents: readonly AgentFiles[];
  /**
   * Real paths by name, for names that are not real paths themselves; undefined for a file outside
   * the tree.
   */
  readonly aliases: ReadonlyMap<string, string | undefined>;
  /** Row of the newest change by real path. Rows are numbered through the tables of all agents. */
  readonly rows: ReadonlyMap<string, number>;
}

export type FileFacts = Pick<SessionFacts, 'transcript' | 'subagentFiles'>;

export function noFiles(sessionId: string): SessionFiles {
  return { sessionId, agents: [], aliases: new Map(), rows: new Map() };
}

/** Returns the names whose real paths are unknown, each with its absolute path. */
export function unresolvedNames(
  before: SessionFiles,
  facts: FileFacts,
): ReadonlyMap<string, string> {
  const names = agentsOf(facts).flatMap(({ table }) => table.paths);
  const unknown = names.filter((name) => !before.aliases.has(name) && !before.rows.has(name));
  return new Map(unknown.map((name) => [name, absolutePath(name, facts.transcript?.cwd)]));
}

/** Returns the files after newer facts; `reals` are the real paths of the names that were unresolved. */
export function filesAfter(
  before: SessionFiles,
  facts: FileFacts,
  reals: ReadonlyMap<string, string | undefined>,
): SessionFiles {
  const agents = agentsOf(facts);
  const aliases = new Map<string, string | undefined>();
  const rows = new Map<string, number>();
  const times: number[] = [];
  for (const { table } of agents) {
    for (const [place, name] of table.paths.entries()) {
      const row = times.push(table.timeAt(place)) - 1;
      const known = before.aliases.has(name) ? before.aliases.get(name) : name;
      const real = reals.has(name) ? reals.get(name) : known;
      if (real !== name) aliases.set(name, real);
      if (real === undefined) continue;
      // Reuses the name's string where the real path is equal, which saves memory.
      const path = real === name ? name : real;
      const newest = rows.get(path) ?? row;
      if (table.timeAt(place) >= (times[newest] ?? 0)) rows.set(path, row);
    }
  }
  return { sessionId: before.sessionId, agents, aliases, rows };
}

/** Returns the newest change of a file by its real path, among all agents and names. */
export function lastChange(
  { sessionId, agents, rows }: SessionFiles,
  path: string,
): LastChange | undefined {
  let row = rows.get(path) ?? -1;
  for (const { agentId, table } of agents) {
    const change = row < 0 ? undefined : table.at(row);
    if (change !== undefined) {
      const [, , , , at, since] = change;
      return { sessionId, path, at, since, agentId };
    }
    row -= table.length;
  }
  return undefined;
}

/** Returns the last change of each file in the tree. */
export function lastChanges(files: SessionFiles): readonly LastChange[] {
  return [...files.rows.keys()].flatMap((path) => lastChange(files, path) ?? []);
}

function agentsOf({ transcript, subagentFiles }: FileFacts): readonly AgentFiles[] {
  const all = [{ agentId: undefined, changes: transcript?.changes }, ...subagentFiles.values()];
  return all.flatMap(({ agentId, changes }): AgentFiles | [] =>
    changes === undefined || changes.files.length === 0
      ? []
      : { agentId, table: ChangeTable.of(changes.files) },
  );
}
