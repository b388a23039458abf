import { addressIn } from '../../../shared/protocol/machines/address';
import type { FollowUpCondition, SourceFollowUp } from '../../../shared/protocol/session/followUp';
import { sourceTextLength, type FollowUpReason } from '../../../shared/text/followUps';
import { maxPromptLength } from '../../../shared/text/promptLimits';
import { hasPlaceholder, withQuotations } from '../../../shared/text/quotations';
import { truncateText } from '../../../shared/text/truncate';
import { examine, type Examination } from './conditions';
import { followUpOf, isReleasedByCondition } from './followUps';
import type { FollowUpSource, TestRunLocation } from './followUpSource';
import type { IsFromPerson } from './fromPerson';
import { followUpState, shownCondition } from './promptCard';
import {
  lastDeliveryTime,
  ownQueue,
  startsSession,
  type Prompt,
  type PromptQueue,
} from './promptQueue';
import type { PromptQueues } from './promptQueues';

/** Sources of the facts on which conditions depend, besides the queues. */
export interface ConditionSources {
  /** Undefined for a session that is not on the board. */
  source(sessionId: string): FollowUpSource | undefined;
  /**
   * False until the hub has read the recent sessions; until then only time conditions are decided.
   */
  isReady(): boolean;
  exceededBudget(sessionId: string): 'session' | 'day' | undefined;
  /** Resolves with the end of what a test run printed; undefined if it is unknown. */
  testOutput(run: TestRunLocation): Promise<string | undefined>;
  /** Id of this computer, as it appears in session addresses. */
  machineId(): string | undefined;
}

export interface ConditionWatchParts {
  readonly queues: Pick<PromptQueues, 'get' | 'sessionIds' | 'change'>;
  readonly sources: ConditionSources;
  readonly isOnBoard: (sessionId: string) => boolean;
  readonly isFromPerson: IsFromPerson;
  /** Returns why the session of a prompt is not started, although its condition has come true. */
  readonly startReason: (prompt: Prompt) => FollowUpReason | undefined;
  readonly clock: () => number;
}

/** Decides which conditions of follow-ups have come true, and stores the result in the queues. */
export class ConditionWatch {
  /** Sessions that collided with others while this hub was running. */
  private readonly collided = new Set<string>();

  constructor(private readonly parts: ConditionWatchParts) {}

  /** Examines the conditions in a queue; resolves after the results were written. */
  async record(target: string): Promise<void> {
    const withResults = (queue: PromptQueue): PromptQueue => {
      const prompts = queue.prompts.map((prompt) => this.withResult(target, prompt));
      const isSame = prompts.every((prompt, at) => prompt === queue.prompts[at]);
      return isSame ? queue : { ...queue, prompts };
    };
    const queue = this.parts.queues.get(target);
    if (withResults(queue) !== queue) await this.parts.queues.change(target, withResults);
  }

  /** Returns whether a prompt is held back: by its condition, by its person or by a budget. */
  isHeldBack(target: string, prompt: Prompt): boolean {
    return !isReleasedByCondition(prompt) || this.budgetReason(target, prompt) !== undefined;
  }

  /**
   * Returns why a follow-up is not sent; undefined if it only waits for its condition or for its
   * session to rest.
   */
  reasonOf(target: string, prompt: Prompt): FollowUpReason | undefined {
    const followUp = followUpOf(prompt);
    if (followUp === undefined || prompt.state === 'handedOver') return undefined;
    if (followUp === 'unknown') return 'unknownCondition';
    if (prompt.state === 'queued' && prompt.metAt === undefined)
      return this.examinePrompt(target, prompt)?.waitsFor;
    const { max = Infinity } = followUp;
    if (prompt.state === 'read') return (prompt.sent ?? 0) >= max ? 'maximum' : undefined;
    return this.budgetReason(target, prompt) ?? this.parts.startReason(prompt);
  }

  /** Returns whether a condition in the queue may come true within seconds without an event. */
  isSoon(target: string): boolean {
    const { prompts } = this.parts.queues.get(target);
    return prompts.some((prompt) => this.examinePrompt(target, prompt)?.isSoon === true);
  }

  /** Returns the times of time conditions in the queue that have not passed, in ms since 1970. */
  timesOf(target: string): readonly number[] {
    return this.parts.queues.get(target).prompts.flatMap((prompt) => {
      const followUp = isWaiting(prompt) ? followUpOf(prompt) : undefined;
      if (followUp === undefined || followUp === 'unknown') return [];
      return followUp.when.kind === 'time' ? followUp.when.at : [];
    });
  }

  /** Returns the sessions that the conditions in the queue depend on. */
  sourcesOf(target: string): readonly string[] {
    const { prompts } = this.parts.queues.get(target);
    return prompts.flatMap((prompt) => this.dependencyOf(target, prompt) ?? []);
  }

  /** Returns the sessions whose queues have follow-ups that depend on this session. */
  targetsOf(source: string): readonly string[] {
    const all = this.parts.queues.sessionIds;
    return all.filter((target) => this.sourcesOf(target).includes(source));
  }

  /**
   * Returns the follow-ups in queues of other sessions that depend on this session, and those in
   * its own queue that start a session, in the form that its card shows.
   */
  followUpsOf(source: string): readonly SourceFollowUp[] {
    return this.parts.queues.sessionIds.flatMap((target) => {
      const found = this.parts.queues
        .get(target)
        .prompts.filter((prompt) =>
          target === source
            ? prompt.state === 'queued' && startsSession(prompt)
            : this.dependencyOf(target, prompt) === source,
        );
      return found.map((prompt) => ({
        sessionId: target,
        id: prompt.id,
        text: truncateText(prompt.text, sourceTextLength),
        when: shownCondition(prompt.when),
        ...followUpState(prompt, this.reasonAtSource(target, prompt)),
      }));
    });
  }

  /**
   * Returns the text to send: the placeholders of a follow-up are replaced by quotations of its
   * source.
   */
  async textOf(target: string, prompt: Prompt): Promise<string> {
    const followUp = followUpOf(prompt);
    if (followUp === undefined || followUp === 'unknown' || !hasPlaceholder(prompt.text))
      return prompt.text;
    const { when } = followUp;
    const from = typeof prompt.from === 'string' ? prompt.from : undefined;
    const source = this.localId(('of' in when ? when.of : from) ?? target);
    const { sources } = this.parts;
    const found = source === undefined ? undefined : sources.source(source);
    const run = hasPlaceholder(prompt.text, ['test output']) ? found?.testRun : undefined;
    const testOutput = run && (await sources.testOutput(run).catch(() => undefined));
    return withQuotations(prompt.text, { ...found?.texts, testOutput }, maxPromptLength).trim();
  }

  /** Returns why a follow-up is not sent, for the card of its source, which does not show the queue. */
  private reasonAtSource(target: string, prompt: Prompt): FollowUpReason | undefined {
    if (!this.parts.isOnBoard(target)) return 'targetGone';
    return this.parts.isFromPerson(target, prompt) ? this.reasonOf(target, prompt) : 'unsigned';
  }

  private withResult(target: string, prompt: Prompt): Prompt {
    const verdict = this.examinePrompt(target, prompt);
    if (verdict === undefined) return prompt;
    if (verdict.isMet) return { ...prompt, metAt: this.parts.clock() };
    const { base = prompt.base } = verdict;
    return base === prompt.base ? prompt : { ...prompt, ...(base !== undefined && { base }) };
  }

  /**
   * Evaluates the condition of a waiting follow-up. Returns undefined for any other prompt, and for
   * one without a person's signature.
   */
  private examinePrompt(target: string, prompt: Prompt): Examination | undefined {
    const followUp = isWaiting(prompt) ? followUpOf(prompt) : undefined;
    if (followUp === undefined || followUp === 'unknown') return undefined;
    const { sources, isFromPerson, clock, queues } = this.parts;
    if (!isFromPerson(target, prompt)) return undefined;
    const { when } = followUp;
    if (when.kind !== 'time' && !sources.isReady()) return { isMet: false };
    const source = this.sourceId(target, when);
    if (source === undefined) return { isMet: false, waitsFor: 'sourceElsewhere' };
    const { since = prompt.at, base, sent = 0 } = prompt;
    const queue = ownQueue(queues.get(source));
    const state = when.kind === 'time' ? undefined : sources.source(source);
    if (state?.isColliding === true) this.collided.add(source);
    return examine(
      followUp,
      { since, base, sent, hasCollided: this.collided.has(source) },
      {
        source: state,
        isQueued: queue.prompts.some(
          (one) => one.id !== prompt.id && this.isSentFirst(source, one),
        ),
        deliveredAt: lastDeliveryTime(queue),
        now: clock(),
      },
    );
  }

  /**
   * Returns whether a prompt in the source's own queue is sent, or may have been sent, before the
   * source counts as finished.
   */
  private isSentFirst(source: string, prompt: Prompt): boolean {
    if (prompt.state === 'handedOver' || prompt.state === 'uncertain') return true;
    const isNext = prompt.state === 'queued' && prompt.dueAt === undefined;
    return isNext && !this.isHeldBack(source, prompt);
  }

  private budgetReason(target: string, { repeat, when }: Prompt): FollowUpReason | undefined {
    if (when === undefined || repeat === undefined) return undefined;
    const exceeded = this.parts.sources.exceededBudget(target);
    return exceeded === undefined
      ? undefined
      : exceeded === 'session'
        ? 'sessionBudget'
        : 'dayBudget';
  }

  /**
   * Returns the session that the condition of a queued prompt depends on; undefined without one.
   */
  private dependencyOf(target: string, prompt: Prompt): string | undefined {
    const followUp = prompt.state === 'queued' ? followUpOf(prompt) : undefined;
    if (followUp === undefined || followUp === 'unknown' || followUp.when.kind === 'time')
      return undefined;
    return this.sourceId(target, followUp.when);
  }

  /** Returns the session that a condition depends on; undefined if it is on another machine. */
  private sourceId(target: string, when: FollowUpCondition): string | undefined {
    return when.kind === 'time' || when.of === undefined ? target : this.localId(when.of);
  }

  private localId(sessionId: string): string | undefined {
    const address = addressIn(sessionId);
    if (address === undefined) return sessionId;
    return address.machineId === this.parts.sources.machineId() ? address.sessionId : undefined;
  }
}

/** Returns whether a follow-up's condition has not come true yet. */
function isWaiting({ state, when, metAt }: Prompt): boolean {
  return state === 'queued' && when !== undefined && metAt === undefined;
}
