import { useId, type KeyboardEvent } from 'react';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import { isAtWork } from '../../../shared/presentation';
import { maxPromptLength } from '../../../shared/text/promptLimits';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { useDraft, useHasEditor, usePage } from '../../page';
import { focusSession } from '../../keys/focus';
import { isUnreached, promiseOf } from '../../../shared/board/promiseText';
import { draftKey, fieldKey } from '../../typing/draftKeys';
import { useField, useShown } from '../../typing/useField';
import { Button, useTabIndex } from '../Button';
import { CopyOrDiscard } from '../kept/CopyOrDiscard';

interface Props {
  readonly session: LiveSession;
  /** Reason why nothing can be sent; undefined if it can. */
  readonly against: string | undefined;
}

/**
 * Prompt box. Enter sends, as in the client, and Shift+Enter starts a line; on a phone, whose
 * keyboard has no such combination, Enter starts a line.
 */
export function PromptForm({ session, against }: Props) {
  const { sessionId, pid } = session;
  const { board, prompts, view } = usePage();
  const hasEditor = useHasEditor();
  const id = useId();
  const key = draftKey('prompt', sessionId);
  const { words, alive } = fieldsOf(useDraft(key));
  const draft = textOf(words);
  const field = useField<HTMLTextAreaElement>(fieldKey(key));
  useShown(key);
  // The session ended while the person was typing: Enter must not resume it.
  const isRevival = pid === undefined && alive === true;
  const { waitsFor = 'limit' } = session.prompting ?? {};
  // A prompt that waits for a limit's reset does not delay the others.
  const queues = waitsFor !== 'limit' || isAtWork(session) || isUnreached(session);
  const send = () => {
    if (against === undefined && prompts.send(session))
      board.announcer.say(queues ? t('Queued.') : t('Sent.'));
  };
  const leave = () => {
    focusSession(document.body, sessionId);
    if (view.state.get().disclosed.has(`prompt/${sessionId}`)) view.toggle(`prompt/${sessionId}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave();
    else if (hasEditor && event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      if (isRevival) board.announcer.say(ended());
      else if (against !== undefined) board.announcer.say(against);
      else send();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className="prompt-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        className="prompt-words"
        data-action="prompt"
        aria-label={t('Next prompt')}
        aria-describedby={`${id}promise`}
        placeholder={t('Next prompt')}
        rows={2}
        dir="auto"
        maxLength={maxPromptLength}
        tabIndex={useTabIndex()}
        value={draft}
        onChange={({ target }) => prompts.write(session, target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="prompt-end">
        <p id={`${id}promise`} className="prompt-promise">
          {against ?? (isRevival ? ended() : promiseOf(session))}
        </p>
        <Button
          type="submit"
          primary
          name={sendLabel(session, queues)}
          action="sendPrompt"
          disabled={against !== undefined || draft.trim() === ''}
        />
        {against !== undefined && draft !== '' && (
          <CopyOrDiscard words={draft} onDiscard={() => prompts.write(session, '')} />
        )}
      </div>
    </form>
  );
}

const ended = () =>
  t('The session has ended in the meantime. The button resumes it and sends the prompt.');

function sendLabel({ pid }: LiveSession, queues: boolean): string {
  if (pid === undefined) return t('Resume and Send');
  return queues ? t('Queue') : t('Send');
}
