import type { ToPhone } from '../../../shared/phone/phoneMessages';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';

/**
 * Answers a message that is not valid in this version: a page that stays open while its hub is
 * replaced still sends the earlier hub's messages. The page shows the problem, and gets back the
 * person's decision or text.
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
