import { t } from '../../shared/words/l10n';
import { plainTitle } from '../../shared/text/plainText';
import { compareText } from '../../shared/board/boardOrder';
import type { CardTag } from '../../shared/protocol/marks';
import type { LiveSession } from '../../shared/protocol/protocol';

/** Sessions of one project, in order. */
export interface ProjectPart {
  readonly path: string;
  readonly name: string;
  readonly ids: readonly string[];
  readonly pinned: boolean;
  readonly tags: readonly CardTag[];
}

/**
 * Groups sessions by project. Pinned projects come first, then those in the order of their names,
 * sessions without one at the end.
 */
export function byProject(
  ids: readonly string[],
  sessions: ReadonlyMap<string, LiveSession>,
): readonly ProjectPart[] {
  const parts = new Map<string, ProjectPart & { readonly ids: string[] }>();
  for (const id of ids) {
    const session = sessions.get(id);
    if (session === undefined) continue;
    const { projectPath: path, projectName, projectPinned: pinned = false } = session;
    const part = parts.get(path);
    if (part === undefined) {
      const tags = (session.tags ?? []).filter(({ project }) => project === true);
      parts.set(path, { path, name: nameOf(projectName), ids: [id], pinned, tags });
    } else part.ids.push(id);
  }
  return [...parts.values()].sort(
    (a, b) =>
      Number(a.path === '') - Number(b.path === '') ||
      Number(b.pinned) - Number(a.pinned) ||
      a.name.localeCompare(b.name) ||
      compareText(a.path, b.path),
  );
}

function nameOf(projectName: string): string {
  return plainTitle(projectName, 120) || t('No project');
}
