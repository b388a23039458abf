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
  /** Set where a shell's command made the change: when that command began. */
  readonly since: number | undefined;
  readonly agentId: string | undefined;
}

/** The files of one agent, by the names that its client gave them. */
interface AgentFiles {
  readonly agentId: string | undefined;
  readonly table: ChangeTable;
}

/**
 * The files in one work tree that a session and its subagents changed. The tables are those of the
 * session's facts, as there are many of them; only their real paths are stored besides.
 */
export interface SessionFiles {
  readonly sessionId: string;
  readonly agents: readonly AgentFiles[];
  /** Real paths by names that differ from them; undefined for a file outside of the tree. */
  readonly aliases: ReadonlyMap<string, string | undefined>;
  /** By real path, the row of the newest change, counted through the tables of all agents. */
  readonly rows: ReadonlyMap<string, number>;
}

export type FileFacts = Pick<SessionFacts, 'transcript' | 'subagentFiles'>;

export function noFiles(sessionId: string): SessionFiles {
  return { sessionId, agents: [], aliases: new Map(), rows: new Map() };
}

/** The names whose real paths are not known yet, with their paths that do not depend on a folder. */
export function unresolvedNames(
  before: SessionFiles,
  facts: FileFacts,
): ReadonlyMap<string, string> {
  const names = agentsOf(facts).flatMap(({ table }) => table.paths);
  const unknown = names.filter((name) => !before.aliases.has(name) && !before.rows.has(name));
  return new Map(unknown.map((name) => [name, absolutePath(name, facts.transcript?.cwd)]));
}

/** The files of newer facts; `reals` are the real paths of the names that were unresolved. */
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
      // A name and its real path are one text in memory where they are equal.
      const path = real === name ? name : real;
      const newest = rows.get(path) ?? row;
      if (table.timeAt(place) >= (times[newest] ?? 0)) rows.set(path, row);
    }
  }
  return { sessionId: before.sessionId, agents, aliases, rows };
}

/** The newest change of a file by its real path, of all agents and under all its names. */
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

/** The last changes of all files of the tree. */
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
