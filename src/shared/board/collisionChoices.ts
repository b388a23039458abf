import type { Collision } from '../protocol/work/collisions';
import { plainLine } from '../text/plainText';
import { t } from '../words/l10n';
import { isCarried } from './texts/collisionText';

/** Actions that a person can choose for a collision; none runs automatically. */
export const collisionChoices = [
  'seeBoth',
  'promptThis',
  'promptOther',
  'interrupt',
  'denyWithMessage',
  'newSessionInWorktree',
  'dismissCollision',
] as const;
export type CollisionChoice = (typeof collisionChoices)[number];

/** The title of a choice in menus. */
export function collisionChoiceTitle(choice: CollisionChoice, { level }: Collision): string {
  switch (choice) {
    case 'seeBoth':
      return t('See Both Changes');
    case 'promptThis':
      return t('Prompt This Agent…');
    case 'promptOther':
      return t('Prompt the Other Agent…');
    case 'interrupt':
      return t('Interrupt');
    case 'denyWithMessage':
      return t('Deny with Message…');
    case 'newSessionInWorktree':
      return t('New Session in a Worktree…');
    case 'dismissCollision':
      return level === 3 ? t('Don’t Show This Again') : t('Don’t Show Again for These Two');
  }
}

/** A draft prompt for either session; it is sent only when the person sends it. */
export function collisionPrompt(collision: Collision, to: 'this' | 'other'): string {
  const files = promptFiles(collision);
  const { level, side } = collision;
  if (level === 1)
    return t(
      'Another session in this folder also changed {0}. Read it again before you change it.',
      files,
    );
  const isAsker = (side === 'asks') === (to === 'this');
  if (level === 2)
    return isAsker
      ? denialMessage(collision)
      : t(
          'Another session is about to change {0}, which you changed. Leave it as it is for now.',
          files,
        );
  const isTaker = (side === 'took') === (to === 'this');
  if (isCarried(collision))
    return isTaker
      ? t(
          'You switched the branch while another session had uncommitted changes here: {0}. Say which branch it was on and whether you still need this one. Change nothing yet.',
          files,
        )
      : t(
          'Another session switched the branch, and your uncommitted changes came along: {0}. Check which branch you are on before you go on.',
          files,
        );
  return isTaker
    ? t(
        'You changed uncommitted work of another session: {0}. Say what you did and how it can be brought back. Change nothing yet.',
        files,
      )
    : t(
        'Another session has taken uncommitted work of yours: {0}. Check what is left of it before you go on.',
        files,
      );
}

/** A draft message for denying the request. */
export function denialMessage(collision: Collision): string {
  return t(
    'Another session changed {0} in the meantime. Read it again before you change it.',
    promptFiles(collision),
  );
}

/** Paths for an agent, uncut, because it has to find the files. */
function promptFiles({ files, fileCount }: Collision): string {
  const names = files.map((file) => plainLine(file, Infinity)).join(', ');
  const more = fileCount - files.length;
  return more > 0 ? t('{0} and {1} more', names, more) : names;
}
