import { stateLabel } from '../../../../shared/words/stateLabels';
import { asksUser } from '../words/asksUser';
import { createClaim, type Claim } from './claim';
import { limitClaim, limitedTurn } from './limitClaim';
import { failureLabel } from '../words/labels';
import type { SessionFacts, TranscriptTurn } from '../facts/session';
import { finishedTask } from '../facts/tasks';

/** Evidence that the client is idle, which does not include the reason. */
interface RestSignal {
  readonly source: 'hook' | 'registry';
  readonly confidence: number;
  readonly at: number;
  /** Start of the process, in ms since 1970: anything that ended earlier belongs to a previous run. */
  readonly startedAt: number;
  readonly event: string;
  /** True if a shell is running in the background. */
  readonly shell?: boolean;
  /** True if the last turn failed, though the transcript may not say so yet. */
  readonly hasFailed?: boolean | undefined;
  /** True if the client may have been idle before `at`. */
  readonly mayBeOlder?: boolean;
}

/** Kinds of turns after which the client is idle. */
const endKinds: ReadonlySet<TranscriptTurn['kind']> = new Set(['ended', 'interrupted', 'failed']);

/** The claim of an idle client, with the reason from the end of the transcript. */
export function restClaim(facts: SessionFacts, signal: RestSignal, now: number): Claim {
  const { source, confidence, at, event } = signal;
  const turn = lastTurn(facts, signal.startedAt);
  // A compaction while idle makes the client busy for a moment; the idle state still starts at the
  // turn's end.
  const wasCompacted = turn?.compactedAt !== undefined && turn.compactedAt <= at;
  const hasEnded = turn !== undefined && endKinds.has(turn.kind);
  const since = wasCompacted || (signal.mayBeOlder === true && hasEnded) ? turn.at : undefined;
  const common = { kind: 'resting', source, confidence, at, since } as const;
  if (turn?.kind === 'interrupted') {
    const label = stateLabel('interrupted');
    return createClaim({ ...common, state: 'interrupted', label, context: { event } });
  }
  const limited = limitedTurn(facts, turn);
  if (limited !== undefined) return limitClaim(limited, { ...common, event }, now);
  if (turn?.kind === 'failed' || signal.hasFailed === true) {
    const { error, text } = turn?.kind === 'failed' ? turn : {};
    const label = failureLabel(error, text);
    const context = { event, error, message: text };
    return createClaim({ ...common, state: 'error', label, context });
  }
  if (turn?.kind === 'ended') {
    const context = { event, message: turn.text };
    const { tasks = [], humanPromptAt } = facts.transcript ?? {};
    const finished = finishedTask(tasks, humanPromptAt);
    if (finished !== undefined) {
      const label = stateLabel('finished', finished.subject);
      return createClaim({ ...common, state: 'task_complete', label, context });
    }
    if (asksUser(turn.text)) {
      const label = stateLabel('question');
      return createClaim({ ...common, state: 'awaiting_input', label, confidence: 0.6, context });
    }
  }
  const context = {
    event,
    ...(turn?.kind === 'ended' && turn.text !== '' && { message: turn.text }),
    ...(signal.shell === true && { backgroundShell: true }),
  };
  return createClaim({ ...common, state: 'idle', label: stateLabel('idle'), context });
}

/** The last turn of this process; undefined if a newer prompt is not in the transcript yet. */
function lastTurn(
  { transcript, hook }: SessionFacts,
  startedAt: number,
): TranscriptTurn | undefined {
  const turn = transcript?.turn;
  if (turn === undefined || turn.at < startedAt) return undefined;
  const isTranscriptBehind = (transcript?.lastAt ?? turn.at) < (hook?.humanPromptAt ?? 0);
  return isTranscriptBehind && turn.kind !== 'interrupted' ? undefined : turn;
}
