import type { ToPhone } from '../../../shared/phone/phoneMessages';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';

/**
 * Returns the answers to a message that is invalid in this version: a page that stays open while
 * its hub is replaced sends messages of the previous version. The page shows the problem and
 * restores the decision or text of the person.
 */
export function answersToOldPage(value: unknown): readonly ToPhone[] {
  const problem = t(
    'Not done: this page belongs to another version of Mission Control. Reload it.',
  );
  const { type, call, sessionId, change } = fieldsOf(fieldsOf(value)['message']);
  const answer: ToPhone = { type: 'problem', problem };
  const page = { sequence: 0, problem };
  if (type === 'decide') {
    const message = { type: 'undecided', ...page, call: textOf(call) } as const;
    return [answer, { type: 'page', message }];
  }
  if (type === 'changePrompts') {
    const id = textOf(fieldsOf(change)['id']);
    const message = { type: 'promptProblem', ...page, sessionId: textOf(sessionId), id } as const;
    return [answer, { type: 'page', message }];
  }
  return [answer];
}
