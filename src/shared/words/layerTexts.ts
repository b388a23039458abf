import type { Label } from '../protocol/label';
import { allWords, t } from './l10n';

/** What a layer says, in the language of the user where its words are known, else as it was sent. */
export function shownDisplay({ key, values, text }: Label): string {
  return Object.hasOwn(allWords(), key) ? t(key, ...values) : text;
}
