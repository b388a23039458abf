import type { SessionLimit } from '../../../../shared/protocol/session/limit';
import type { Label } from '../../../../shared/protocol/label';
import type { StateSource } from '../../../../shared/protocol/protocol';
import { fillTemplate } from '../../../../shared/words/l10n';
import { stateLabel, stateLabels, type LabelKey } from '../../../../shared/words/stateLabels';
import { createClaim, type Claim } from './claim';
import type { ProcessFacts, SessionFacts, TranscriptTurn } from '../facts/session';
import type { UsageLimit } from '../facts/usageLimit';

/**
 * A client continues on its own up to two minutes after the limit's reset. After this time, in ms,
 * it will not do so any more.
 */
const continuationLimitMs = 5 * 60_000;
/** The client's dialog about a limit opens within this time after the end of the turn, in ms. */
const dialogDelayMs = 3_000;
/**
 * Greatest difference, in ms, between the times of a turn's end in the hook and in the transcript.
 */
const endToleranceMs = 5_000;

/** A turn that ended at a usage limit. */
export interface LimitedTurn {
  readonly at: number;
  readonly text: string;
  readonly limit: UsageLimit;
  /** True if the client continues on its own after the reset. */
  readonly continues: boolean;
}

interface LimitSignal {
  readonly source: StateSource;
  readonly confidence: number;
  /** Time of the evidence and start of the state, in ms since 1970. */
  readonly at: number;
  readonly since?: number | undefined;
  readonly event?: string;
  /** True if the client's dialog about the limit is open. */
  readonly asks?: boolean;
}

/**
 * The last turn, if a limit ended it. A later announcement of the client that it stays stopped
 * overrides one that it continues.
 */
export function limitedTurn(
  { hook }: Pick<SessionFacts, 'hook'>,
  turn: TranscriptTurn | undefined,
): LimitedTurn | undefined {
  if (turn?.limit === undefined) return undefined;
  const { at, text, limit, continuesAt } = turn;
  const continues = continuesAt !== undefined && continuesAt > (hook?.staysAt ?? 0);
  return { at, text, limit, continues };
}

/**
 * The turn that a limit ended, if the last hook reports its end. The transcript's record of that
 * turn is preferred, because it also contains whether the client continues.
 */
export function limitedByHook(facts: SessionFacts): LimitedTurn | undefined {
  const { hook, transcript } = facts;
  const main = hook?.main;
  const limit = main?.context?.['limit'] as UsageLimit | undefined;
  if (main?.moment !== 'turnFailure' || limit === undefined) return undefined;
  const turn = limitedTurn(facts, transcript?.turn);
  if (turn !== undefined && Math.abs(turn.at - main.at) < endToleranceMs) return turn;
  const { message } = main.context ?? {};
  const text = typeof message === 'string' ? message : '';
  return { at: main.at, text, limit, continues: false };
}

/** The turn that a limit ended, while the client's dialog about the limit is open. */
export function limitAskedAbout(
  facts: SessionFacts,
  { waitingFor, statusAt }: ProcessFacts,
): LimitedTurn | undefined {
  if (waitingFor !== 'dialog open') return undefined;
  const turn = limitedTurn(facts, facts.transcript?.turn);
  return turn !== undefined && Math.abs(statusAt - turn.at) < dialogDelayMs ? turn : undefined;
}

/**
 * The claim that a usage limit stopped the session, which then continues on its own or needs a
 * person to continue it.
 */
export function limitClaim(turn: LimitedTurn, signal: LimitSignal, now: number): Claim {
  const { limit, text } = turn;
  const { asks = false, event } = signal;
  const until = (limit.resetsAt ?? 0) + continuationLimitMs;
  const continues = turn.continues && !asks && limit.resetsAt !== undefined && now < until;
  const sessionLimit: SessionLimit = {
    ...(limit.resetsAt !== undefined && { resetsAt: new Date(limit.resetsAt).toISOString() }),
    goesOn: continues,
    asks,
  };
  const { source, confidence, at, since } = signal;
  const isReset = limit.resetsAt !== undefined && limit.resetsAt <= now;
  const changesAt = continues ? until : limit.resetsAt;
  return {
    ...createClaim({
      kind: asks ? 'dialog' : 'resting',
      state: continues ? 'waiting_for_limit' : 'limit_reached',
      label: isReset && !continues ? stateLabel('limitOver') : limitLabel(continues, limit),
      source,
      confidence,
      at,
      since,
      context: { ...(event !== undefined && { event }), error: 'rate_limit', message: text },
    }),
    limit: sessionLimit,
    ...(changesAt !== undefined && changesAt > now && { until: changesAt }),
  };
}

/**
 * Label with the time of the reset, which each view formats. The English form contains the client's
 * own text.
 */
function limitLabel(continues: boolean, { resetsAt, said }: UsageLimit): Label {
  if (resetsAt === undefined) {
    return said === undefined ? stateLabel('limitUnknown') : stateLabel('limitResets', said);
  }
  const key: LabelKey = continues ? 'limitGoesOn' : 'limitResets';
  const text = fillTemplate(stateLabels[key], [said ?? new Date(resetsAt).toISOString()]);
  return { key, values: [resetsAt], text };
}
