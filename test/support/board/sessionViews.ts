import type { ChangedFile, SessionView, Signal } from '../../../src/shared/api/missionControl';
import { builderNow } from '../sessionBuilder';

/** A signal of a turn; later ones of a turn have a later `minute`. */
export function aSignal(
  kind: string,
  turn: number,
  data: Signal['data'] = {},
  { ok, minute = 0 }: { readonly ok?: boolean; readonly minute?: number } = {},
): Signal {
  return { kind, turn, data, at: minutesIn(turn, minute), ...(ok !== undefined && { ok }) };
}

/** A moment in a turn: each takes an hour. */
export function minutesIn(turn: number, minute: number): string {
  return new Date(Date.parse(builderNow) + (turn * 60 + minute) * 60_000).toISOString();
}

/** A file that was changed in one turn, or last in it. */
export function aFile(path: string, lastTurn: number, turns = 1, edits = turns): ChangedFile {
  return { path, edits, turns, lastTurn };
}

export function changesOf(...latest: readonly ChangedFile[]): NonNullable<SessionView['changes']> {
  return { files: latest.length, edits: latest.length, latest };
}

/** A session at rest after its third turn, in which nothing was delivered. */
export function aView(overrides: Partial<SessionView> = {}): SessionView {
  return {
    sessionId: 's',
    title: 'Add pagination',
    projectPath: '/home/dev/api-server',
    projectName: 'api-server',
    core: { group: 'needs_you', state: 'idle', since: builderNow },
    turn: 3,
    signals: [],
    pullRequests: [],
    ...overrides,
  };
}
