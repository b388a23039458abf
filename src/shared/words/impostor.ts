import type { Label } from '../protocol/label';
import { looksLike, skeleton } from '../text/lookalikes';
import { message, t } from './l10n';
import { isLayerText, shownDisplay } from './layerTexts';
import { stateLabels } from './stateLabels';

/** Beginnings of the labels by which a session asks for a person. */
const calls = ['somePermission', 'question', 'plan', 'toolInput', 'dialog', 'needsYou'] as const;
/** Words of the buttons that answer it. */
const answers = [message('Allow'), message('Deny'), message('Approve')];
/** Characters of a text that are looked at: more than a label or a name has. */
const compared = 2_000;

/**
 * True for words of a layer that pass for the board's own: that a session asks for a person, or
 * that something is a button with an answer. In English and in the user's language.
 */
export function isImpostor(label: Label): boolean {
  if (isLayerText(label.key) && !label.key.startsWith('{')) return false;
  return passesForOurs(shownDisplay(label));
}

/** True for a foreign text that a reader takes for words of the board, in whatever letters. */
export function passesForOurs(text: string): boolean {
  const beginning = text.slice(0, compared);
  const given = [skeleton(beginning), skeleton(beginning, true)];
  const isLike = (words: string, isWhole: boolean): boolean =>
    given.some((one) => looksLike(one, skeletonOf(words), isWhole));
  return (
    calls.some((key) =>
      [stateLabels[key].replace('{0}', ''), t(stateLabels[key], '')].some((words) =>
        isLike(words, false),
      ),
    ) || answers.some((words) => isLike(words, true) || isLike(t(words), true))
  );
}

/** Of the board's own words, which are few. */
const skeletons = new Map<string, string>();

function skeletonOf(words: string): string {
  const known = skeletons.get(words) ?? skeleton(words);
  skeletons.set(words, known);
  return known;
}
