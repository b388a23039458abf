import { addressOf } from '../../../shared/protocol/machines/address';
import type { SessionMachine } from '../../../shared/protocol/machines/machineNews';
import {
  comingTime,
  pastTime,
  spentTokens,
  spentUsd,
  tokenCount,
} from '../../../shared/protocol/plausible';
import type { LiveSession } from '../../../shared/protocol/protocol';

/** Fields that hold a time in ISO 8601, anywhere in a card. */
const times: ReadonlySet<string> = new Set([
  'at',
  'since',
  'stateSince',
  'startedAt',
  'endedAt',
  'lastActivityAt',
  'requestedAt',
  'resetsAt',
  'reviewed',
  'dueAt',
  'metAt',
]);

/** Time fields that may be in the future. */
const coming: ReadonlySet<string> = new Set(['resetsAt', 'dueAt']);

/**
 * Fields with foreign data: a request's input and a state's context stay unchanged, even if names
 * in them equal those of times.
 */
const foreign: ReadonlySet<string> = new Set(['toolInput', 'suggestions', 'context']);

/**
 * Fields of cards and details that hold a sum, with their limits: an absurd value would outweigh
 * the whole board.
 */
const sums: ReadonlyMap<string, (sum: number) => number> = new Map([
  ['usd', spentUsd],
  ['totalUsd', spentUsd],
  ['tokens', spentTokens],
  ['input', spentTokens],
  ['output', spentTokens],
  ['cacheRead', spentTokens],
  ['cacheCreation', spentTokens],
  ['total', spentTokens],
  ['usedTokens', (count: number) => tokenCount(count) ?? 0],
  ['sizeTokens', (count: number) => tokenCount(count) ?? 0],
  ['usedPercent', (percent: number) => Math.min(100, Math.max(0, percent))],
]);

/** Replaces an invalid time. */
const never = new Date(0).toISOString();

/**
 * Converts a session of another machine for this board: its id to an address, its times to the
 * desk's clock.
 */
export function machineSession(
  session: LiveSession,
  machine: SessionMachine,
  skewMs: number,
): LiveSession {
  const address = (sessionId: string): string => addressOf({ machineId: machine.id, sessionId });
  const { collisions } = session;
  const moved = shifted(session, skewMs);
  const { pendingRequest, followUps } = moved;
  return {
    ...moved,
    // Their conditions stay as signed, with the machine's own ids: an edit repeats them.
    ...(followUps && {
      followUps: followUps.map((one) => ({ ...one, sessionId: address(one.sessionId) })),
    }),
    // A disconnected machine can't be reached: the card shows the request without actions.
    ...(machine.away !== undefined && {
      prompting: undefined,
      unseen: undefined,
      pendingRequest: pendingRequest && { ...pendingRequest, call: undefined },
    }),
    sessionId: address(session.sessionId),
    machine,
    // Paths of another machine must never be opened on this one.
    transcriptPath: '',
    hasTranscript: session.transcriptPath !== '',
    subagents: moved.subagents.map(({ transcriptPath = '', ...subagent }) => ({
      ...subagent,
      hasTranscript: transcriptPath !== '',
    })),
    ...(collisions && {
      collisions: {
        ...collisions,
        found: (moved.collisions ?? collisions).found.map((one) => ({
          ...one,
          sessionId: address(one.sessionId),
          proof: one.proof.map((fact) => ({ ...fact, sessionId: address(fact.sessionId) })),
        })),
      },
    }),
  };
}

/**
 * Copies a machine's data, with times converted to the desk's clock and to one comparable format,
 * and with sums limited to plausible values.
 */
export function shifted<Value>(value: Value, skewMs: number): Value {
  if (Array.isArray(value)) return value.map((one) => shifted(one, skewMs)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]: [string, unknown]) => {
    if (foreign.has(name)) return [name, field];
    if (typeof field === 'string' && times.has(name)) return [name, moved(name, field, skewMs)];
    if (typeof field === 'number') return [name, sums.get(name)?.(field) ?? field];
    return [name, shifted(field, skewMs)];
  });
  return Object.fromEntries(entries) as Value;
}

function moved(name: string, time: string, skewMs: number): string {
  const at = Date.parse(time) - skewMs;
  const believed = coming.has(name) ? comingTime(at) : pastTime(at);
  return believed === undefined ? never : new Date(believed).toISOString();
}
