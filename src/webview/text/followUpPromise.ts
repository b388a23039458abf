import { canPromptAgent } from '../../shared/agents/agentLabels';
import { branchName, openablePulls } from '../../shared/board/texts/displayText';
import { isAway } from '../../shared/board/texts/machineText';
import { deliveryText } from '../../shared/board/texts/promiseText';
import { newSessionStart } from '../../shared/board/newSessionText';
import { promptCondition, quoted, withSource } from '../../shared/board/queuedFollowUps';
import type { ControlCard } from '../../shared/messages/pageMessages';
import { addressIn } from '../../shared/protocol/machines/address';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { FollowUpQuote } from '../../shared/text/followUpQuotes';
import { isRepeatCount, maxRepeats, minRepeats } from '../../shared/text/followUps';
import { plainTitle } from '../../shared/text/plainText';
import { counted, t } from '../../shared/words/l10n';
import { isControlled, supportsFollowUps, canReceivePrompts } from '../../shared/actions/cardFacts';
import { isLoaded } from '../../shared/presentation';
import { areOfOneHub, type SessionLookup } from '../../shared/board/hubIds';
import {
  canRepeat,
  fieldsToSend,
  hasSource,
  partiesOf,
  timeOfDraftMs,
  type FollowUpDraft,
  type WhenChoice,
} from '../decide/followUpDraft';
import { reasonAgainstPrompts } from './promptText';

/** True if a prompt that is written for one session can be sent to a different one. */
export function isTargetOf(
  session: LiveSession,
  other: LiveSession,
  control: ControlCard,
): boolean {
  return (
    isSourceOf(session, other) &&
    isControlled(control, other) &&
    canReceivePrompts(other) &&
    supportsFollowUps(other)
  );
}

/**
 * True if a prompt of one session can wait for a different one; both must belong to the same hub.
 */
export function isSourceOf(session: LiveSession, other: LiveSession): boolean {
  return (
    other.sessionId !== session.sessionId &&
    isLoaded(other) &&
    !isAway(other) &&
    areOfOneHub(session.sessionId, other.sessionId)
  );
}

/**
 * True if a prompt of the session can start a new one: its hub supports that, is on this machine,
 * whose windows start it, and can start the session's agent.
 */
export function supportsNewSessions(session: LiveSession): boolean {
  const { sessionId, prompting } = session;
  return (
    prompting?.newSessions === true && addressIn(sessionId) === undefined && canPromptAgent(session)
  );
}

/** Input of the sentences about a follow-up. */
export interface FollowUpContext {
  /** The session of the prompt box. */
  readonly session: LiveSession;
  readonly draft: FollowUpDraft;
  readonly find: SessionLookup;
  readonly control: ControlCard;
  readonly now: number;
}

/** Reason why the follow-up can't be sent as it is; undefined if it can. */
export function reasonAgainstFollowUp(context: FollowUpContext): string | undefined {
  const { session, draft, find, control, now } = context;
  const { box, target: to, source } = partiesOf(session.sessionId, draft);
  const target = find(to);
  if (target === undefined) return t('{0} is no longer on the board.', nameOf(context, 'to'));
  if (to !== box && !isLoaded(target)) return t('{0} has ended.', nameOf(context, 'to'));
  const against = draft.startsNew
    ? reasonAgainstStart(session, draft, control)
    : reasonAgainstPrompts(target, control);
  if (against !== undefined) return to === box ? against : `${quoted(target)}: ${against}`;
  if (draft.when !== 'turn' && !supportsFollowUps(target))
    return t(
      'Prompts with a condition can’t be sent to {0}: an older version runs there.',
      quoted(target),
    );
  if (draft.when === 'time') {
    const at = timeOfDraftMs(draft);
    if (Number.isNaN(at)) return t('Choose a time.');
    if (at <= now) return t('This time has passed.');
  }
  if (draft.when === 'ended' && source === to && !draft.startsNew)
    return t('Choose a different session: to wait for, or to send to.');
  if (draft.repeats && canRepeat(draft) && !isRepeatCount(Number(draft.max)))
    return t('Choose a number from {0} to {1}.', minRepeats, maxRepeats);
  return undefined;
}

/** Reason why the draft can't start a session; undefined if it can. */
function reasonAgainstStart(
  session: LiveSession,
  { when, folder }: FollowUpDraft,
  control: ControlCard,
): string | undefined {
  if (!isControlled(control, session))
    return t('Prompts can’t be sent from this window right now.');
  if (!supportsNewSessions(session)) return t('No session can be started from this one.');
  if (folder === '') return t('Choose a folder.');
  if (!isControlled(control, { projectPath: folder }))
    return t('Answering outside the terminal is turned off for this project in the settings.');
  return when === 'turn' ? t('Choose when the new session starts.') : undefined;
}

/** Text that explains what will happen to the follow-up. */
export function promiseOfFollowUp(context: FollowUpContext): string {
  const { session, draft, find, now } = context;
  const { box, target: to } = partiesOf(session.sessionId, draft);
  const target = find(to);
  const { when, repeat, newSession } = fieldsToSend(box, draft);
  const name = nameOf(context, 'to');
  if (when === undefined) {
    const promise = deliveryText(target ?? session);
    return to === box ? promise : t('Goes to {0}. {1}', name, promise);
  }
  const shown = newSession === undefined ? when : withSource(when, box);
  const words = promptCondition(to, shown, find, now);
  const sentences = [
    newSession !== undefined
      ? t('{0}. You answer it on its card.', newSessionStart(newSession, words))
      : to === box
        ? t('Sent {0}.', words)
        : t('Sent to {0} {1}.', name, words),
    draft.when === 'time' ? '' : t('Only what happens from now on counts.'),
    repeat === undefined ? '' : t('Then again each time, {0} times at most.', repeat.max),
    sourceGoneText(context),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/**
 * Sentence that the chosen source has ended or left the board while the row was open; otherwise
 * empty.
 */
function sourceGoneText(context: FollowUpContext): string {
  const { session, draft, find } = context;
  if (!hasSource(draft)) return '';
  const { box, source: of } = partiesOf(session.sessionId, draft);
  if (of === box) return '';
  const source = find(of);
  const name = nameOf(context, 'of');
  if (source === undefined) return t('{0} is no longer on the board.', name);
  return isLoaded(source) ? '' : t('{0} has ended.', name);
}

/** The title of the chosen target or source in quotation marks, also after it has left the board. */
function nameOf({ session, draft, find }: FollowUpContext, which: 'to' | 'of'): string {
  const id = draft[which];
  const chosen = id === '' ? session : find(id);
  return quoted(chosen ?? { title: which === 'to' ? draft.toTitle : draft.ofTitle });
}

/** Names of the conditions in the list to choose from. */
export const whenNames: Readonly<Record<WhenChoice, () => string>> = {
  turn: () => t('After this turn'),
  time: () => t('At a time'),
  finished: () => t('Finished'),
  ended: () => t('Ended'),
  testsGreen: () => t('Tests pass'),
  testsRed: () => t('Tests fail'),
  committed: () => t('Committed'),
  pushed: () => t('Pushed'),
  pullOpened: () => t('Pull request opened'),
  pullMerged: () => t('Pull request merged'),
  checksGreen: () => t('Checks pass'),
  checksRed: () => t('Checks fail'),
  collisionGone: () => t('Collision gone'),
};

/** Longest example of a quotation, in characters. */
const exampleLength = 80;

/** Text for what a placeholder would quote now, as far as the board has it. */
export function quoteExample(quote: FollowUpQuote, session: LiveSession | undefined): string {
  switch (quote) {
    case 'last message': {
      const { message } = session?.agentState.context ?? {};
      return typeof message === 'string'
        ? t('Its last message, now: {0}', plainTitle(message, exampleLength))
        : t('The last message of the session.');
    }
    case 'files': {
      const files = session?.changes?.files ?? 0;
      return files === 0
        ? t('The files that the session changed.')
        : counted(files, 'The changed files, now {0} file.', 'The changed files, now {0} files.');
    }
    case 'branch': {
      const branch = session === undefined ? '' : branchName(session);
      return branch === '' ? t('The branch of the session.') : t('The branch, now {0}.', branch);
    }
    case 'pr': {
      const [pull] = session === undefined ? [] : openablePulls(session);
      return pull === undefined
        ? t('The session’s newest pull request.')
        : t('The newest pull request, now {0}.', pull.url);
    }
    case 'test output':
      return t('The results of the last test runs, and the end of what the newest printed.');
  }
}
