import type { Label } from '../protocol/label';
import { looksLike, skeleton } from '../text/lookalikes';
import { message, t } from './l10n';
import { isLayerText, shownLayerLabel } from './layerTexts';
import { stateLabels } from './stateLabels';

/** Labels of states in which a session needs a person; compared by prefix. */
const needsYouLabels = [
  'somePermission',
  'question',
  'plan',
  'toolInput',
  'dialog',
  'needsYou',
] as const;
/** Names of the buttons that answer a request. */
const answerButtons = [message('Allow'), message('Deny'), message('Approve')];
/** Maximum number of characters compared; labels and names are shorter. */
const maxCompared = 2_000;

/**
 * True for a layer's label that imitates one of the board's own texts, in English or the user's
 * language: a state that needs a person, or a button that answers a request.
 */
export function labelImitatesBoard(label: Label): boolean {
  if (isLayerText(label.key) && !label.key.startsWith('{')) return false;
  return imitatesBoardText(shownLayerLabel(label));
}

/**
 * True for untrusted text that readers would mistake for a text of the board, even in lookalike
 * letters.
 */
export function imitatesBoardText(text: string): boolean {
  const beginning = text.slice(0, maxCompared);
  const given = [skeleton(beginning), skeleton(beginning, true)];
  const isLike = (words: string, isWhole: boolean): boolean =>
    given.some((one) => looksLike(one, skeletonOf(words), isWhole));
  return (
    needsYouLabels.some((key) =>
      [stateLabels[key].replace('{0}', ''), t(stateLabels[key], '')].some((words) =>
        isLike(words, false),
      ),
    ) || answerButtons.some((words) => isLike(words, true) || isLike(t(words), true))
  );
}

/** Cached skeletons of the board's own texts, which are few. */
const skeletons = new Map<string, string>();

function skeletonOf(words: string): string {
  const known = skeletons.get(words) ?? skeleton(words);
  skeletons.set(words, known);
  return known;
}
