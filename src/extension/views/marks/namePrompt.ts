import { plainTitle } from '../../../shared/text/plainText';
import { t } from '../../../shared/words/l10n';
import { escapeForInputBox } from '../markdown';

/**
 * The hint below the input box for a name. `own` is the client's title if the session was renamed.
 */
export function namePrompt(own: string | undefined): string {
  return own === undefined
    ? t('A name of your own, in all windows; Claude Code keeps its title')
    : escapeForInputBox(t('Leave it empty to go back to “{0}”', plainTitle(own, 60)));
}
