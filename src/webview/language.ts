import { ownJson, parseJson } from '../shared/text/boundedJson';
import { setLanguage, type Translations } from '../shared/words/l10n';

/** Sets language and texts from the attributes that the host wrote into the document. */
export function applyPageLanguage(root: HTMLElement): void {
  const { words } = root.dataset;
  if (words !== undefined)
    setLanguage(document.documentElement.lang, parseJson(words, ownJson) as Translations);
}
