import { jsonIn } from '../../../../shared/text/boundedJson';
import { fieldsOf, textOf } from '../../../../shared/text/fields';
import { t } from '../../../../shared/words/l10n';
import type { EntryPart } from '../../transcripts/entry';

const intro = /^(?:Another Claude session sent a message:)?/u;
const opening = /\s*<(agent|teammate)-message(?: (?:teammate_id|from)="([^"<>]*)")?[^<>]*>/uy;

/**
 * Messages of other agents in place of a prompt, as client 2.1.332 delivers them to a lead or a
 * teammate; the text after them is for the model. Empty if the prompt does not start with one.
 */
export function agentMessages(text: string): readonly EntryPart[] {
  const messages: EntryPart[] = [];
  let at = intro.exec(text)?.[0].length ?? 0;
  for (;;) {
    opening.lastIndex = at;
    const [opened, kind = '', sender = ''] = opening.exec(text) ?? [];
    if (opened === undefined) return messages;
    const closing = `</${kind}-message>`;
    const end = text.indexOf(closing, at + opened.length);
    if (end < 0) return messages;
    messages.push(partOfMessage(sender, text.slice(at + opened.length, end).trim()));
    at = end + closing.length;
  }
}

/**
 * Converts a message to a part of an entry. A message of the client itself starts with a line of
 * JSON; a message of a team's lead is shown as the prompt of its teammate.
 */
function partOfMessage(sender: string, message: string): EntryPart {
  const [line = ''] = message.split('\n', 1);
  const fields = line.startsWith('{') ? fieldsOf(jsonIn(line)) : {};
  if (sender === 'team-lead' && fields['type'] === undefined)
    return { kind: 'prompt', text: message, queued: false };
  const name = sender === '' ? t('another agent') : sender;
  const notification = (summary: string, result: string): EntryPart => {
    return { kind: 'notification', summary, status: '', result };
  };
  switch (fields['type']) {
    case 'idle_notification':
      return notification(t('Teammate {0} finished', name), textOf(fields['result']));
    case 'shutdown_request':
      return notification(t('{0} asks to shut down', name), textOf(fields['reason']));
    default:
      return notification(t('Message from {0}', name), message);
  }
}
