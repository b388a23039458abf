import { message } from '../words/l10n';
import type { SessionAction } from './action';
import type { ActionId } from './sessionActions';

/** An entry that opens a submenu. */
export interface Submenu {
  /** Suffix of the editor's menu id `missionControl.menu.…`. */
  readonly id: 'review' | 'transcript' | 'new' | 'organize' | 'copy';
  readonly title: string;
  /** Groups of actions, separated by lines. */
  readonly parts: readonly (readonly ActionId[])[];
}

/** Maximum number of entries on the first level, in any state of the session. */
export const maxEntries = 9;

const submenus: readonly Submenu[] = [
  {
    id: 'review',
    title: message('Review'),
    parts: [
      ['allow', 'allowForAWhile', 'deny', 'denyWithMessage', 'diff'],
      ['reviewChanges', 'reviewAllChanges', 'markReviewed', 'markNotReviewed'],
      ['openPullRequest', 'collision'],
      ['revealInBoard', 'details', 'why'],
    ],
  },
  {
    id: 'transcript',
    title: message('Transcript'),
    parts: [['openTranscriptAsText', 'openRawTranscript', 'revealTranscriptFile']],
  },
  {
    id: 'new',
    title: message('New'),
    parts: [
      ['followUp'],
      ['newSession', 'newSessionInWorktree', 'forkSession'],
      ['openProject', 'openWorktree'],
    ],
  },
  {
    id: 'organize',
    title: message('Organize'),
    parts: [
      ['pin', 'unpin', 'renameSession', 'tagSession'],
      ['pinProject', 'unpinProject', 'tagProject'],
      ['mute', 'unmute', 'controlProject', 'allowBlockedCall', 'openPermissions'],
      ['dismiss', 'restore', 'removeWorktree', 'endSession'],
    ],
  },
  {
    id: 'copy',
    title: message('Copy'),
    parts: [['copyTitle', 'copyFolder', 'copySessionId']],
  },
];

/**
 * The menu of a session, on pages and in the tree: groups separated by lines. Each surface omits
 * actions that it does not offer.
 */
export const sessionMenu: readonly (readonly (ActionId | Submenu)[])[] = [
  [
    'openTranscript',
    'reviewRequest',
    'prompt',
    'retrySession',
    'continueAtReset',
    'interruptSession',
  ],
  ['goToTerminal', 'resumeSession', 'takeOverSession', 'giveBack'],
  submenus,
];

/** Actions on both levels of the menu. */
export const menuActions: ReadonlySet<ActionId> = new Set(
  sessionMenu.flat().flatMap((entry) => (isSubmenu(entry) ? entry.parts.flat() : [entry])),
);

export function isSubmenu(entry: ActionId | Submenu): entry is Submenu {
  return typeof entry !== 'string';
}

/** Condition under which a menu offers an action, in addition to its surface's conditions. */
export function menuCondition({ menuWhen }: SessionAction): NonNullable<SessionAction['menuWhen']> {
  return menuWhen ?? [];
}
