import { isSubagentTool } from '../../../../shared/agents/tools';
import { fieldsOf } from '../../../../shared/text/fields';
import { textField } from '../words/labels';
import type { BackgroundTask, HookReport, UsageTotal } from './event';
import type { HookFacts, OpenTool, SessionFacts, TranscriptTurn } from './session';

/** A teammate as reported by the call that started it. */
export interface SpawnedTeammate {
  readonly name: string;
  /** For a teammate in its lead's process, the id of its subagent. */
  readonly agentId: string;
  readonly description: string | undefined;
  /** True for a teammate in its own terminal pane, with its own session. */
  readonly isInPane: boolean;
  readonly at: number;
}

/** A teammate with its own session, as shown on its lead's card. */
export interface TeammateFacts {
  readonly sessionId: string;
  readonly name: string;
  /** Path of the teammate's transcript. */
  readonly path: string;
  /** `spawned`: the first turn has not started yet. */
  readonly state: 'spawned' | 'working' | 'idle' | 'ended';
  /** When the teammate became idle or ended, in ms since 1970; undefined while it works. */
  readonly restedAt: number | undefined;
  readonly startedAt: number;
  /** True if the last turn failed, or the session ended during it. */
  readonly isBroken: boolean;
  readonly openTool: OpenTool | undefined;
  readonly usage: UsageTotal | undefined;
}

/** A call for which a teammate in a terminal pane requests permission, as sent to its lead. */
export interface TeammateRequest {
  /** The teammate's name. */
  readonly teammate: string;
  readonly tool: OpenTool;
}

/** Maximum number of teammates' requests to retain per lead. */
const maxRequests = 16;

export function addTeammateRequest(
  before: readonly TeammateRequest[],
  request: TeammateRequest,
): readonly TeammateRequest[] {
  const others = before.filter(({ tool }) => tool.id !== request.tool.id);
  return [...others, request].slice(-maxRequests);
}

/** The team that a session belongs to as a teammate, and its name there. */
export interface Membership {
  readonly team: string;
  readonly name: string;
}

/** Maximum number of teammates to retain per lead. */
const maxSpawned = 32;

/**
 * Adds the teammate that a call started according to its result; returns the same list if it
 * started none.
 */
export function addSpawnedTeammate(
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
  return [...before.filter((other) => other.name !== name), one].slice(-maxSpawned);
}

export function membershipOf({ transcript }: SessionFacts): Membership | undefined {
  const { teamName: team, agentName: name } = transcript ?? {};
  return team === undefined || name === undefined ? undefined : { team, name };
}

/**
 * Prefix of the lead's session id, which is part of the team's name; undefined for a team with a
 * name of a different form.
 */
export function leadPrefix({ team }: Membership): string | undefined {
  return /^session-([0-9a-f]{8})$/u.exec(team)?.[1];
}

/** Derives a teammate's facts from its session. */
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
    const isBroken = hook?.endedFrom !== 'rest' || isOpenTurn(turn, hook.lastTurnEnd?.at);
    return { state: 'ended', restedAt: main.at, isBroken };
  }
  const gone = processes.at(-1)?.gone;
  if (gone !== undefined) {
    return { state: 'ended', restedAt: gone.at, isBroken: main?.kind === 'working' };
  }
  const works: Activity = { state: 'working', restedAt: undefined, isBroken: false };
  if (turn !== undefined && turn.at > (main?.at ?? 0)) {
    if (isOpenTurn(turn)) return works;
    return { state: 'idle', restedAt: turn.at, isBroken: turn.kind === 'failed' };
  }
  if (main === undefined || main.moment === 'sessionStart') {
    return { state: 'spawned', restedAt: undefined, isBroken: false };
  }
  return main.kind === 'resting'
    ? { state: 'idle', restedAt: main.at, isBroken: main.state === 'error' }
    : works;
}

/** True for a turn that has not ended and that began after `endedAt`. */
function isOpenTurn(turn: TranscriptTurn | undefined, endedAt = 0): boolean {
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

/**
 * Splits the background tasks of a turn's end into running tasks and the number of teammates,
 * because the client lists a teammate as long as it lives, even while it is idle.
 */
export function splitTeam(tasks: readonly BackgroundTask[]): {
  readonly running: readonly BackgroundTask[];
  readonly teammates?: number;
} {
  const listed = tasks.filter(({ status = 'running' }) => status === 'running');
  const running = listed.filter(({ type }) => type !== 'teammate');
  const teammates = listed.length - running.length;
  return teammates === 0 ? { running } : { running, teammates };
}

/** True if the turn's end listed teammates, including idle ones. */
export function hasTeam({ main }: HookFacts): boolean {
  return typeof main?.context?.['teammates'] === 'number';
}
