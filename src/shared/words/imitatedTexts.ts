import type { Label } from '../protocol/label';
import { looksLike, skeleton } from '../text/lookalikes';
import { allTranslations, message, t, type Translations } from './l10n';
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
  const { states, buttons } = ownSkeletons();
  return given.some(
    (one) =>
      states.some((state) => looksLike(one, state, false)) ||
      buttons.some((button) => looksLike(one, button, true)),
  );
}

/** Skeletons of the board's own texts, in English and the user's language. */
interface OwnSkeletons {
  readonly language: Translations;
  readonly states: readonly string[];
  readonly buttons: readonly string[];
}

let cached: OwnSkeletons | undefined;

function ownSkeletons(): OwnSkeletons {
  const language = allTranslations();
  if (cached?.language === language) return cached;
  const states = needsYouLabels.flatMap((key) => [
    stateLabels[key].replace('{0}', ''),
    t(stateLabels[key], ''),
  ]);
  const buttons = answerButtons.flatMap((words) => [words, t(words)]);
  const skeletons = (all: readonly string[]) => all.map((words) => skeleton(words));
  return (cached = { language, states: skeletons(states), buttons: skeletons(buttons) });
}
