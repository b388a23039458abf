import { t } from '../../shared/words/l10n';
import { plainTitle } from '../../shared/text/plainText';
import { compareText } from '../../shared/board/boardOrder';
import { isOfAccount, machineName, placeName } from '../../shared/board/texts/machineText';
import { shownTags } from '../../shared/board/sessionNames';
import type { CardTag } from '../../shared/protocol/marks';
// oxlint-disable-next-line no-restricted-imports -- the imported module contains no schema
import { addressOf } from '../../shared/protocol/machines/address';
import type { LiveSession } from '../../shared/protocol/protocol';

/** The sessions of one project on one machine, and the project's name and marks. */
export interface ProjectGroupData {
  /**
   * Identifies the project on this board, where several machines may have projects at the same
   * path.
   */
  readonly key: string;
  readonly path: string;
  /** Id of the project's machine; absent for this machine. */
  readonly machine?: string;
  readonly name: string;
  /** Name of the project's machine; empty for this machine. */
  readonly machineName: string;
  /** True if `machineName` is the name of an account on this computer. */
  readonly isAccount: boolean;
  /** Displayed name of the project, with the machine's name unless it is this machine. */
  readonly place: string;
  readonly ids: readonly string[];
  readonly pinned: boolean;
  readonly tags: readonly CardTag[];
}

/**
 * Groups sessions by project: pinned projects first, then by name, sessions without a project last.
 */
export function groupByProject(
  ids: readonly string[],
  sessions: ReadonlyMap<string, LiveSession>,
): readonly ProjectGroupData[] {
  const groups = new Map<string, ProjectGroupData & { readonly ids: string[] }>();
  for (const id of ids) {
    const session = sessions.get(id);
    if (session === undefined) continue;
    const { projectPath: path, projectName, projectPinned: pinned = false, machine } = session;
    const key = projectKey(session);
    const group = groups.get(key);
    if (group === undefined) {
      const tags = shownTags(session).filter(({ project }) => project === true);
      const name = projectTitle(projectName);
      const location = { key, path, ...(machine !== undefined && { machine: machine.id }) };
      const otherMachine = machineName(session);
      const place = placeName({ projectName: name, machine }, 120);
      const isAccount = isOfAccount(session);
      const labels = { name, machineName: otherMachine, isAccount, place };
      groups.set(key, { ...location, ...labels, ids: [id], pinned, tags });
    } else group.ids.push(id);
  }
  return [...groups.values()].sort(
    (a, b) =>
      Number(a.path === '') - Number(b.path === '') ||
      Number(b.pinned) - Number(a.pinned) ||
      a.name.localeCompare(b.name) ||
      compareText(a.key, b.key),
  );
}

/** Identifies a project by its machine and path. */
export function projectKey({
  projectPath,
  machine,
}: Pick<LiveSession, 'projectPath' | 'machine'>): string {
  return machine === undefined
    ? projectPath
    : addressOf({ machineId: machine.id, sessionId: projectPath });
}

function projectTitle(projectName: string): string {
  return plainTitle(projectName, 120) || t('No project');
}
