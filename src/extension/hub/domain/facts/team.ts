import { isSubagentTool } from '../../../../shared/agents/tools';
import { fieldsOf } from '../../../../shared/text/fields';
import { textField } from '../words/labels';
import type { BackgroundTask, HookReport, UsageTotal } from './event';
import type { HookFacts, OpenTool, SessionFacts, TranscriptTurn } from './session';

/** A teammate as the call told of it that started it. */
export interface SpawnedTeammate {
  readonly name: string;
  /** Of one in its lead's process the id of its subagent. */
  readonly agentId: string;
  readonly description: string | undefined;
  /** Set for one that runs in a pane of its own, with a session of its own. */
  readonly isInPane: boolean;
  readonly at: number;
}

/** A teammate with a session of its own, as its lead shows it. */
export interface TeammateFacts {
  readonly sessionId: string;
  readonly name: string;
  /** Its transcript. */
  readonly path: string;
  /** `spawned`: it has not begun its first turn. */
  readonly state: 'spawned' | 'working' | 'idle' | 'ended';
  /** When it came to rest or ended, ms since 1970; undefined while it works. */
  readonly restedAt: number | undefined;
  readonly startedAt: number;
  /** Whether its last turn failed, or was cut off by its end. */
  readonly isBroken: boolean;
  readonly openTool: OpenTool | undefined;
  readonly usage: UsageTotal | undefined;
}

/** A call that a teammate in a pane asks a permission for, as it told its lead. */
export interface TeammateRequest {
  /** Its name. */
  readonly teammate: string;
  readonly tool: OpenTool;
}

/** Requests of teammates that are kept. */
const keptRequests = 16;

export function requestsAfter(
  before: readonly TeammateRequest[],
  request: TeammateRequest,
): readonly TeammateRequest[] {
  const others = before.filter(({ tool }) => tool.id !== request.tool.id);
  return [...others, request].slice(-keptRequests);
}

/** The team that a session is a teammate of, and its name there. */
export interface Membership {
  readonly team: string;
  readonly name: string;
}

/** Teammates of a session that are kept. */
const keptSpawned = 32;

/** The teammates after a call's result; the same list where it started none. */
export function spawnedAfter(
  before: readonly SpawnedTeammate[],
  { tool = '', input, response }: HookReport,
  at: number,
): readonly SpawnedTeammate[] {
  if (!isSubagentTool(tool) || textField(response, 'status') !== 'teammate_spawned') return before;
  const name = textField(response, 'name') ?? textField(input, 'name');
  const agentId = textField(response, 'agent_id');
  if (name === undefined || agentId === undefined) return before;
  const pane = textField(response, 'tmux_pane_id');
  const one: SpawnedTeammate = {
    name,
    agentId,
    description: textField(input, 'description'),
    isInPane: pane !== undefined && pane !== 'in-process',
    at,
  };
  return [...before.filter((other) => other.name !== name), one].slice(-keptSpawned);
}

export function membershipOf({ transcript }: SessionFacts): Membership | undefined {
  const { teamName: team, agentName: name } = transcript ?? {};
  return team === undefined || name === undefined ? undefined : { team, name };
}

/** The beginning of the lead's session id: a session's own team is named by it. */
export function leadPrefix({ team }: Membership): string | undefined {
  return /^session-([0-9a-f]{8})$/u.exec(team)?.[1];
}

/** What a lead shows of a teammate's session. */
export function teammateOf(facts: SessionFacts, { name }: Membership): TeammateFacts {
  const { sessionId, hook, transcript, usage } = facts;
  return {
    sessionId,
    name,
    path: transcript?.path ?? '',
    ...activityOf(facts),
    startedAt: hook?.firstAt ?? transcript?.firstAt ?? 0,
    openTool: openTool(facts),
    usage,
  };
}

type Activity = Pick<TeammateFacts, 'state' | 'restedAt' | 'isBroken'>;

function activityOf({ hook, transcript, processes }: SessionFacts): Activity {
  const main = hook?.main;
  const turn = transcript?.turn;
  if (main?.kind === 'ended') {
    const isBroken = hook?.endedFrom !== 'rest' || goesOn(turn, hook.stopped?.at);
    return { state: 'ended', restedAt: main.at, isBroken };
  }
  const gone = processes.at(-1)?.gone;
  if (gone !== undefined) {
    return { state: 'ended', restedAt: gone.at, isBroken: main?.kind === 'working' };
  }
  const works: Activity = { state: 'working', restedAt: undefined, isBroken: false };
  if (turn !== undefined && turn.at > (main?.at ?? 0)) {
    if (goesOn(turn)) return works;
    return { state: 'idle', restedAt: turn.at, isBroken: turn.kind === 'failed' };
  }
  if (main === undefined || main.moment === 'sessionStart') {
    return { state: 'spawned', restedAt: undefined, isBroken: false };
  }
  return main.kind === 'resting'
    ? { state: 'idle', restedAt: main.at, isBroken: main.state === 'error' }
    : works;
}

/** Whether a turn is one that has not ended, and that began after another one's end. */
function goesOn(turn: TranscriptTurn | undefined, endedAt = 0): boolean {
  const isOpen = turn?.kind === 'prompted' || turn?.kind === 'responding';
  return isOpen && turn.at > endedAt;
}

/** The newest call without a result. */
function openTool({ hook, transcript }: SessionFacts): OpenTool | undefined {
  const open = hook === undefined ? (transcript?.openTools ?? []) : hook.openTools;
  return open.findLast(({ id }) => transcript?.answered.has(id) !== true);
}

export function isSameTeammate(a: TeammateFacts, b: TeammateFacts): boolean {
  const other = fieldsOf(b);
  return Object.entries(a).every(([field, value]) => Object.is(value, other[field]));
}

/** The tasks of a turn's list that run, and how many teammates: one is listed for as long as it lives, at work or not. */
export function withoutTeam(tasks: readonly BackgroundTask[]): {
  readonly running: readonly BackgroundTask[];
  readonly teammates?: number;
} {
  const listed = tasks.filter(({ status = 'running' }) => status === 'running');
  const running = listed.filter(({ type }) => type !== 'teammate');
  const teammates = listed.length - running.length;
  return teammates === 0 ? { running } : { running, teammates };
}

/** Whether the turn's end listed teammates: the client lists those at rest as well. */
export function hasTeam({ main }: HookFacts): boolean {
  return typeof main?.context?.['teammates'] === 'number';
}
