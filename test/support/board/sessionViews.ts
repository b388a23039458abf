import type { ChangedFile, SessionView, Signal } from '../../../src/shared/api/missionControl';
import { builderNow } from '../sessionBuilder';

/** A signal of a turn; pass an increasing `minute` for several signals of one turn. */
export function aSignal(
  kind: string,
  turn: number,
  data: Signal['data'] = {},
  { ok, minute = 0 }: { readonly ok?: boolean; readonly minute?: number } = {},
): Signal {
  return { kind, turn, data, at: minutesIn(turn, minute), ...(ok !== undefined && { ok }) };
}

/** Time of a minute within a turn; turns are one hour apart. */
export function minutesIn(turn: number, minute: number): string {
  return new Date(Date.parse(builderNow) + (turn * 60 + minute) * 60_000).toISOString();
}

/** A changed file: the turn of its last edit, and how many turns edited it. */
export function aFile(path: string, lastTurn: number, turns = 1, edits = turns): ChangedFile {
  return { path, edits, turns, lastTurn };
}

export function changesOf(...latest: readonly ChangedFile[]): NonNullable<SessionView['changes']> {
  return { files: latest.length, edits: latest.length, latest };
}

/** A session that is idle after its third turn and has delivered nothing. */
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
