import type { Label } from '../protocol/label';
import { message, t } from './l10n';
import { isLayerText, shownDisplay } from './layerTexts';
import { stateLabels } from './stateLabels';

/** Beginnings of the labels by which a session asks for a person. */
const calls = ['somePermission', 'question', 'plan', 'toolInput', 'dialog', 'needsYou'] as const;
/** Words of the buttons that answer it. */
const answers = [message('Allow'), message('Deny'), message('Approve')];

/**
 * True for words of a layer that pass for the board's own: that a session asks for a person, or
 * that something is a button with an answer. In English and in the user's language.
 */
export function isImpostor(label: Label): boolean {
  if (isLayerText(label.key) && !label.key.startsWith('{')) return false;
  const said = folded(shownDisplay(label));
  const begins = calls.map((key) => stateLabels[key].replace('{0}', ''));
  return (
    begins.some((words) => said.startsWith(folded(words))) ||
    calls.some((key) => said.startsWith(folded(t(stateLabels[key], '')))) ||
    answers.some((words) => [folded(words), folded(t(words))].includes(said))
  );
}

/** Without what the eye passes over: case, width, and the marks around words. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
