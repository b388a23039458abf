import { useId, type KeyboardEvent } from 'react';
import { canStopByDenial } from '../../../shared/agents/agentLabels';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { decideOn } from '../../decide/decide';
import { useHasEditor, usePage } from '../../page';
import { fieldKey } from '../../typing/draftKeys';
import { useField, useShownDraft } from '../../typing/useField';
import { Button } from '../Button';
import type { Message } from './useMessage';

interface Props {
  readonly session: LiveSession;
  readonly message: Message;
  /** Label of the field. */
  readonly label: string;
  /** Name of the button that sends the message. */
  readonly send: string;
  /** Builds the message to send, if it contains more than the typed text. */
  readonly whole?: ((words: string) => string) | undefined;
}

/**
 * Form for a message to the agent in place of an answer. Enter sends and Shift+Enter starts a line,
 * as in the prompt box; on a phone Enter starts a line.
 */
export function MessageForm({ session, message, label, send, whole }: Props) {
  const id = useId();
  const page = usePage();
  const hasEditor = useHasEditor();
  const { key, words } = message;
  const canStop = canStopByDenial(session);
  const interrupt = canStop && message.interrupt;
  const field = useField<HTMLTextAreaElement>(fieldKey(key));
  useShownDraft(key);
  const decide = () =>
    decideOn(
      page,
      session,
      { kind: 'deny', message: whole === undefined ? words : whole(words), interrupt },
      'pointer',
    );
  const closeForm = () => {
    // Returns the focus to the button that opened the form; in the pane that button is in the
    // footer.
    (field.current?.closest('.pane') ?? field.current?.closest('.answer'))
      ?.querySelector<HTMLElement>('[data-action="denyWithMessage"], [data-action="reply"]')
      ?.focus();
    message.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') closeForm();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide();
    else if (hasEditor && event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      // An empty message would be a plain denial, which requires a button or a key with a modifier.
      if (words.trim() !== '') decide();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className="answer-form stack gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        decide();
      }}
    >
      <label htmlFor={`${id}message`}>{label}</label>
      <textarea
        ref={field}
        id={`${id}message`}
        className="answer-words"
        data-action="words"
        rows={3}
        dir="auto"
        value={words}
        onChange={({ target }) => message.change({ words: target.value })}
        onKeyDown={onKeyDown}
      />
      {canStop && (
        <label className="answer-check across gap-6">
          <input
            type="checkbox"
            checked={interrupt}
            onChange={({ target }) => message.change({ interrupt: target.checked })}
          />
          {t('Stop the turn as well')}
        </label>
      )}
      <div className="answer-buttons across wraps gap-4-6">
        <Button type="submit" primary name={send} action="sendMessage" tabIndex={0} />
        <Button name={t('Cancel')} tabIndex={0} onClick={closeForm} />
      </div>
    </form>
  );
}
