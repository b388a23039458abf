import type { SessionLimit } from '../../../../shared/protocol/session/limit';
import type { Label } from '../../../../shared/protocol/label';
import type { StateSource } from '../../../../shared/protocol/protocol';
import { fill } from '../../../../shared/words/l10n';
import { stateLabel, stateLabels, type LabelKey } from '../../../../shared/words/stateLabels';
import { claim, type Claim } from './claim';
import type { ProcessFacts, SessionFacts, TranscriptTurn } from '../facts/session';
import type { UsageLimit } from '../../../agents/claude/texts/usageLimit';

/**
 * A client continues on its own up to two minutes after the limit's reset; if it has not after this
 * time, in ms, it no longer will.
 */
const ownWaitMs = 5 * 60_000;
/** The client's dialog about a limit opens within this time after the end of the turn, in ms. */
const askMs = 3_000;
/** Greatest distance, in ms, between the hook of a turn's end and its transcript entry. */
const apartMs = 5_000;

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
 * The last turn, if a limit ended it. The client's statement that it stays stopped overrides an
 * older record.
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
 * The turn that a limit ended, if the last hook reports its end; the limit itself comes from the
 * transcript.
 */
export function limitedByHook(facts: SessionFacts): LimitedTurn | undefined {
  const { hook, transcript } = facts;
  const main = hook?.main;
  const limit = main?.context?.['limit'] as UsageLimit | undefined;
  if (main?.moment !== 'turnFailure' || limit === undefined) return undefined;
  const turn = limitedTurn(facts, transcript?.turn);
  if (turn !== undefined && Math.abs(turn.at - main.at) < apartMs) return turn;
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
  return turn !== undefined && Math.abs(statusAt - turn.at) < askMs ? turn : undefined;
}

/**
 * The claim that a usage limit stopped the session: a person can continue it later, or it does so
 * on its own.
 */
export function limitClaim(turn: LimitedTurn, signal: LimitSignal, now: number): Claim {
  const { limit, text } = turn;
  const { asks = false, event } = signal;
  const until = (limit.resetsAt ?? 0) + ownWaitMs;
  const goesOn = turn.continues && !asks && limit.resetsAt !== undefined && now < until;
  const told: SessionLimit = {
    ...(limit.resetsAt !== undefined && { resetsAt: new Date(limit.resetsAt).toISOString() }),
    goesOn,
    asks,
  };
  const { source, confidence, at, since } = signal;
  const isOver = limit.resetsAt !== undefined && limit.resetsAt <= now;
  const changesAt = goesOn ? until : limit.resetsAt;
  return {
    ...claim({
      kind: asks ? 'dialog' : 'resting',
      state: goesOn ? 'waiting_for_limit' : 'limit_reached',
      label: isOver && !goesOn ? stateLabel('limitOver') : limitLabel(goesOn, limit),
      source,
      confidence,
      at,
      since,
      context: { ...(event !== undefined && { event }), error: 'rate_limit', message: text },
    }),
    limit: told,
    ...(changesAt !== undefined && changesAt > now && { until: changesAt }),
  };
}

/** Label with the time of the reset, formatted by each view; its English form has the client's own text. */
function limitLabel(goesOn: boolean, { resetsAt, said }: UsageLimit): Label {
  if (resetsAt === undefined) {
    return said === undefined ? stateLabel('limitUnknown') : stateLabel('limitResets', said);
  }
  const key: LabelKey = goesOn ? 'limitGoesOn' : 'limitResets';
  const text = fill(stateLabels[key], [said ?? new Date(resetsAt).toISOString()]);
  return { key, values: [resetsAt], text };
}
