import {
  AlarmClock,
  Check,
  ChevronsUpDown,
  CircleHelp,
  Copy,
  CornerUpLeft,
  Diff,
  FileCheck,
  FileJson,
  FileSearch,
  FolderGit,
  FolderGit2,
  FolderOpen,
  FolderX,
  GitFork,
  GitPullRequest,
  ListChecks,
  MessageSquare,
  MessageSquarePlus,
  OctagonPause,
  Plus,
  RefreshCw,
  ScrollText,
  SquareTerminal,
  X,
} from 'lucide-react';
import { isAway } from '../shared/board/machineText';
import { whyText } from '../shared/board/whyText';
import { t } from '../shared/words/l10n';
import type { ControlCard } from '../shared/messages/pageMessages';
import { hasFailed, isInterruptible, isRunning, isWithoutTerminal } from '../shared/presentation';
import type { LiveSession } from '../shared/protocol/protocol';
import { isEdit, requestKind } from '../shared/request/requestKind';
import { openablePulls } from '../shared/board/displayText';
import { hasWorktree, offersRemoval } from '../shared/board/worktreeName';
import { continuation } from '../shared/text/promptLimits';
import type { Mute } from '../shared/protocol/windows';
import {
  asksForTool,
  asksForWords,
  hasProject,
  hasTranscriptFile,
  isControlled,
  takesPrompts,
} from './text/cardFacts';
import { awayActions } from './awayActions';
import { openPrompt } from './promptBox';
import { blockedActions } from './blockedActions';
import { action, sessionCommand, type CardAction } from './cardAction';
import { decideOn, showRest } from './decide/decide';
import { sessionSelector } from './keys/focus';
import { answerKey, denyKey, shortcutOf } from './keys/shortcut';
import { markActions } from './markActions';
import { reveal, type Page } from './page';
import { reviewActions } from './reviewActions';
import { continueLater, continueName, mayContinueLater } from './text/limitText';

export const cardActions: readonly CardAction[] = [
  action({
    id: 'openTranscript',
    name: () => t('Open Transcript'),
    Icon: ScrollText,
    key: 'Enter',
    run: ({ board }, { sessionId }) => board.post({ type: 'openTranscript', sessionId }),
  }),
  action({
    id: 'allow',
    name: () => t('Allow'),
    Icon: Check,
    chord: answerKey,
    decides: true,
    applies: asksForTool,
    run: (page, session) =>
      void (decideOn(page, session, { kind: 'allow' }, 'key') || lookOn(page, session)),
  }),
  action({
    id: 'deny',
    name: () => t('Deny'),
    Icon: X,
    chord: denyKey,
    decides: true,
    applies: asksForTool,
    run: (page, session) =>
      void (decideOn(page, session, { kind: 'deny' }, 'key') || look(page, session)),
  }),
  action({
    id: 'denyWithMessage',
    name: () => t('Deny with a Message'),
    Icon: MessageSquare,
    decides: true,
    applies: asksForTool,
    run: (page, session) => look(page, session, 'denyWithMessage'),
  }),
  action({
    id: 'answer',
    name: () => t('Answer the Question or Plan'),
    Icon: ListChecks,
    chord: answerKey,
    decides: true,
    applies: asksForWords,
    run: (page, { sessionId }) => reveal(page, sessionId, 'answer'),
  }),
  action({
    id: 'reply',
    name: () => t('Reply with a Message'),
    Icon: MessageSquare,
    decides: true,
    applies: asksForWords,
    run: (page, session) => look(page, session, 'reply'),
  }),
  action({
    id: 'diff',
    name: () => t('Show What an Edit Changes'),
    Icon: Diff,
    key: 'v',
    decides: true,
    applies: (session) => asksForTool(session) && isEdit(session.pendingRequest?.toolName ?? ''),
    run: ({ board }, { sessionId }) => board.post({ type: 'showRequestDiff', sessionId }),
  }),
  action({
    id: 'reviewPlan',
    name: () => t('Review a plan in the editor'),
    Icon: FileCheck,
    decides: true,
    applies: ({ pendingRequest }) =>
      pendingRequest?.call?.answerable === true && requestKind(pendingRequest.toolName) === 'plan',
    run: ({ board }, { sessionId }) => board.post({ type: 'reviewPlan', sessionId }),
  }),
  action({
    id: 'prompt',
    name: () => t('Send a Prompt'),
    Icon: MessageSquarePlus,
    chord: answerKey,
    controls: true,
    applies: takesPrompts,
    run: openPrompt,
  }),
  action({
    id: 'retrySession',
    name: () => t('Retry a Turn That Failed'),
    nameFor: () => t('Retry'),
    Icon: RefreshCw,
    controls: true,
    onPhone: true,
    tappedTwice: true,
    applies: (session) => hasFailed(session) && takesPrompts(session),
    run: retry,
  }),
  action({
    id: 'continueAtReset',
    name: () => t('Continue when the limit has reset'),
    nameFor: ({ limit }) => continueName(limit),
    Icon: AlarmClock,
    controls: true,
    onPhone: true,
    applies: (session) => mayContinueLater(session, Date.now()),
    run: continueLater,
  }),
  ...blockedActions,
  sessionCommand({
    id: 'interruptSession',
    name: () => t('Interrupt the Turn'),
    nameFor: () => t('Interrupt'),
    Icon: OctagonPause,
    controls: true,
    onPhone: true,
    tappedTwice: true,
    applies: isInterruptible,
  }),
  action({
    id: 'details',
    name: () => t('Show or Hide Details'),
    nameFor: () => t('Details'),
    Icon: ChevronsUpDown,
    key: 'e',
    whileAway: true,
    run: ({ view }, { sessionId }) => void view.toggle(`details/${sessionId}`),
  }),
  action({
    id: 'why',
    name: () => t('Why this state?'),
    Icon: CircleHelp,
    key: 'w',
    whileAway: true,
    run: explainState,
  }),
  ...reviewActions,
  sessionCommand({
    id: 'goToTerminal',
    name: () => t('Go to Terminal'),
    nameFor: ({ background, machine }) =>
      background !== undefined && machine === undefined
        ? t('Attach in Terminal')
        : t('Go to Terminal'),
    Icon: SquareTerminal,
    part: 'go',
    applies: (session) => session.pid !== undefined && !isWithoutTerminal(session),
  }),
  action({
    id: 'giveBack',
    name: () => t('Give Request Back to Terminal'),
    Icon: CornerUpLeft,
    part: 'go',
    controls: true,
    applies: (session) =>
      session.pendingRequest?.call?.answerable === true && !isWithoutTerminal(session),
    run({ board }, { sessionId, pendingRequest }) {
      const call = pendingRequest?.call?.id;
      if (call !== undefined) board.post({ type: 'handBack', sessionId, call });
    },
  }),
  sessionCommand({
    id: 'resumeSession',
    name: () => t('Resume in Terminal'),
    nameFor: (session) =>
      isWithoutTerminal(session) ? t('Take Over in Terminal') : t('Resume in Terminal'),
    Icon: SquareTerminal,
    part: 'go',
    applies: (session) => !isRunning(session) || isWithoutTerminal(session),
  }),
  sessionCommand({
    id: 'forkSession',
    name: () => t('Fork in Terminal'),
    Icon: GitFork,
    part: 'go',
    applies: hasTranscriptFile,
  }),
  sessionCommand({
    id: 'newSession',
    name: () => t('New Session Here'),
    Icon: Plus,
    part: 'go',
    applies: hasProject,
  }),
  sessionCommand({
    id: 'newSessionInWorktree',
    name: () => t('New Session in a Worktree…'),
    Icon: FolderGit2,
    part: 'go',
    applies: (session) => hasProject(session) && session.repository !== undefined,
  }),
  sessionCommand({
    id: 'openWorktree',
    name: () => t('Open Worktree in New Window'),
    Icon: FolderGit,
    part: 'go',
    applies: hasWorktree,
  }),
  sessionCommand({
    id: 'removeWorktree',
    name: () => t('Remove Worktree…'),
    Icon: FolderX,
    part: 'go',
    applies: offersRemoval,
  }),
  sessionCommand({
    id: 'openProject',
    name: () => t('Open Project'),
    Icon: FolderOpen,
    part: 'go',
    applies: hasProject,
  }),
  sessionCommand({
    id: 'openPullRequest',
    name: () => t('Open Pull Request'),
    Icon: GitPullRequest,
    whileAway: true,
    part: 'go',
    applies: (session) => openablePulls(session).length > 0,
  }),
  ...markActions,
  sessionCommand({
    id: 'openRawTranscript',
    name: () => t('Open Raw Transcript'),
    Icon: FileJson,
    part: 'file',
    applies: hasTranscriptFile,
  }),
  sessionCommand({
    id: 'revealTranscriptFile',
    name: () => t('Reveal Transcript File'),
    Icon: FileSearch,
    part: 'file',
    applies: hasTranscriptFile,
  }),
  sessionCommand({
    id: 'copySessionId',
    name: () => t('Copy Session ID'),
    Icon: Copy,
    part: 'file',
    whileAway: true,
    said: () => t('Session ID copied.'),
  }),
  ...awayActions,
];

/** A phone has no window that does it, and sends the prompt itself. */
function retry({ board, place, prompts }: Page, session: LiveSession): void {
  const { sessionId } = session;
  if (place === 'phone') {
    if (!prompts.add(session, continuation)) return;
  } else {
    board.post({ type: 'sessionCommand', command: 'retrySession', sessionId });
  }
  board.announcer.say(t('Asked to continue.'));
}

/** Brings the request into sight and may press one of its buttons. */
function look({ view }: Page, { sessionId, pendingRequest }: LiveSession, button?: string): void {
  const card = document.querySelector(sessionSelector(sessionId));
  const call = pendingRequest?.call?.id;
  if (card?.querySelector('.answer') === null) view.toggle(`details/${sessionId}`);
  else if (call !== undefined && card?.querySelector('.answer-body') === null)
    view.open(`answer/${call}`);
  if (button !== undefined) {
    card?.querySelector<HTMLElement>(`.answer [data-action="${button}"]`)?.click();
  }
}

/** Like `look`, but scrolls to the next unseen part where the request is in sight already. */
function lookOn(page: Page, session: LiveSession): void {
  const call = session.pendingRequest?.call?.id;
  if (call === undefined || !showRest(page, call)) look(page, session);
}

export function actionById(id: string): CardAction | undefined {
  return cardActions.find((one) => one.id === id);
}

/** State of the board that decides which actions are offered. */
export interface ActionContext {
  readonly mutes: readonly Mute[];
  readonly control: ControlCard;
}

/** True where this window offers the action for the session. */
export function isOffered(
  { applies, controls, whileAway }: CardAction,
  session: LiveSession,
  { mutes, control }: ActionContext,
): boolean {
  if (isAway(session) && whileAway !== true) return false;
  return applies(session, mutes) && (controls !== true || isControlled(control, session));
}

/** The action of a key for a session, or of the key together with Ctrl or Cmd. */
export function actionForKey(
  { key, isChord }: { readonly key: string; readonly isChord: boolean },
  session: LiveSession,
  circumstances: ActionContext,
): CardAction | undefined {
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  return cardActions.find(
    (one) => (isChord ? one.chord : one.key) === pressed && isOffered(one, session, circumstances),
  );
}

/** The shortcut that runs the action for the session, as it is printed; undefined where none does. */
export function shortcutFor(
  action: CardAction,
  session: LiveSession,
  circumstances: ActionContext,
): string | undefined {
  const { key, chord } = action;
  const pressed =
    chord === undefined ? { key: key ?? '', isChord: false } : { key: chord, isChord: true };
  if (actionForKey(pressed, session, circumstances) !== action) return undefined;
  return shortcutOf(action);
}

/** Toggles the explanation and announces it, as it never has the focus. */
function explainState({ board, clock, view }: Page, session: LiveSession): void {
  if (view.toggle(`why/${session.sessionId}`) === 'closed') return;
  const lines = whyText(session, clock.get());
  board.announcer.say(lines.map(({ text }) => `${text}.`).join(' '));
}
