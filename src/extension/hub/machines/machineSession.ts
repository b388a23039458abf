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

/** Fields that hold a time in ISO 8601, at any depth of a card. */
const timeFields: ReadonlySet<string> = new Set([
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
const futureTimeFields: ReadonlySet<string> = new Set(['resetsAt', 'dueAt']);

/**
 * Fields whose content is not converted: the input of a request and the context of a state may
 * contain names that equal those of time fields.
 */
const opaqueFields: ReadonlySet<string> = new Set(['toolInput', 'suggestions', 'context']);

/**
 * Fields of cards and details that hold a sum, with their limits: an absurd value of one machine
 * would dominate the totals of the board.
 */
const sumLimits: ReadonlyMap<string, (sum: number) => number> = new Map([
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

/** Replacement for an invalid time. */
const epoch = new Date(0).toISOString();

/**
 * Converts a session of another machine for this board: its id to an address, its times to the
 * clock of the desk.
 */
export function convertSession(
  session: LiveSession,
  machine: SessionMachine,
  skewMs: number,
): LiveSession {
  const address = (sessionId: string): string => addressOf({ machineId: machine.id, sessionId });
  const { collisions } = session;
  const converted = toDeskClock(session, skewMs);
  const { pendingRequest, followUps } = converted;
  return {
    ...converted,
    // Conditions of follow-ups keep the ids of the machine, because they are signed and an edit
    // repeats them.
    ...(followUps && {
      followUps: followUps.map((one) => ({ ...one, sessionId: address(one.sessionId) })),
    }),
    // A disconnected machine cannot be reached, so the card shows its request without actions.
    ...(machine.away !== undefined && {
      prompting: undefined,
      unseen: undefined,
      pendingRequest: pendingRequest && { ...pendingRequest, call: undefined },
    }),
    sessionId: address(session.sessionId),
    machine,
    account: undefined,
    // Paths of another machine must never be opened on this one; those of an account are here.
    ...(machine.account !== true && {
      transcriptPath: '',
      hasTranscript: session.transcriptPath !== '',
      subagents: converted.subagents.map(({ transcriptPath = '', ...subagent }) => ({
        ...subagent,
        hasTranscript: transcriptPath !== '',
      })),
    }),
    ...(collisions && {
      collisions: {
        ...collisions,
        found: (converted.collisions ?? collisions).found.map((one) => ({
          ...one,
          sessionId: address(one.sessionId),
          proof: one.proof.map((fact) => ({ ...fact, sessionId: address(fact.sessionId) })),
        })),
      },
    }),
  };
}

/**
 * Copies data of a machine. Times are converted to the clock of the desk and to one format, so that
 * they are comparable; sums are limited to plausible values.
 */
export function toDeskClock<Value>(value: Value, skewMs: number): Value {
  if (Array.isArray(value)) return value.map((one) => toDeskClock(one, skewMs)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]: [string, unknown]) => {
    if (opaqueFields.has(name)) return [name, field];
    if (typeof field === 'string' && timeFields.has(name))
      return [name, convertTime(name, field, skewMs)];
    if (typeof field === 'number') return [name, sumLimits.get(name)?.(field) ?? field];
    return [name, toDeskClock(field, skewMs)];
  });
  return Object.fromEntries(entries) as Value;
}

function convertTime(name: string, time: string, skewMs: number): string {
  const at = Date.parse(time) - skewMs;
  const limited = futureTimeFields.has(name) ? comingTime(at) : pastTime(at);
  return limited === undefined ? epoch : new Date(limited).toISOString();
}
