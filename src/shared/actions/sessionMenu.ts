import { message } from '../words/l10n';
import type { SessionAction } from './action';
import type { ActionId } from './sessionActions';

/** An entry that opens a second level. */
export interface Submenu {
  /** Name in `missionControl.menu.…`, where the editor has it. */
  readonly id: 'review' | 'transcript' | 'new' | 'organize' | 'copy';
  readonly title: string;
  /** Parts with a line between them. */
  readonly parts: readonly (readonly ActionId[])[];
}

/** Most entries that the first level has at once, whatever the session does. */
export const maxEntries = 9;

const submenus: readonly Submenu[] = [
  {
    id: 'review',
    title: message('Review'),
    parts: [
      ['allow', 'deny', 'denyWithMessage', 'diff'],
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
 * The menu of a session, on pages and in the tree: its parts, with a line between them. Each surface
 * leaves out what it does not offer.
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

/** Actions of the menu, at both levels. */
export const menuActions: ReadonlySet<ActionId> = new Set(
  sessionMenu.flat().flatMap((entry) => (isSubmenu(entry) ? entry.parts.flat() : [entry])),
);

export function isSubmenu(entry: ActionId | Submenu): entry is Submenu {
  return typeof entry !== 'string';
}

/** Condition under which a menu offers an action, beside those of its surface. */
export function menuCondition({ menuWhen }: SessionAction): NonNullable<SessionAction['menuWhen']> {
  return menuWhen ?? [];
}
