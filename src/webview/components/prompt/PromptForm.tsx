import { useId, type KeyboardEvent } from 'react';
import { t } from '../../../shared/l10n';
import { maxPromptLength } from '../../../shared/promptLimits';
import type { LiveSession } from '../../../shared/protocol';
import { usePage, usePrompts } from '../../page';
import { promiseOf } from '../../promptText';

interface Props {
  readonly session: LiveSession;
  readonly tabIndex: number;
}

/** The box for the next prompt. Enter sends it, as in the client's own; Shift+Enter begins a line. */
export function PromptForm({ session, tabIndex }: Props) {
  const { sessionId } = session;
  const { board, prompts, view } = usePage();
  const id = useId();
  const draft = usePrompts(({ drafts }) => drafts.get(sessionId) ?? '');
  const queues =
    session.prompting?.waitsFor !== undefined || session.agentState.group === 'autonomous';
  const send = () => {
    if (prompts.send(sessionId)) board.announcer.say(queues ? t('Put in line.') : t('Sent.'));
  };
  const leave = (from: HTMLElement) => {
    from.closest('[data-session]')?.querySelector<HTMLElement>('[data-action="open"]')?.focus();
    if (view.state.get().disclosed.has(`prompt/${sessionId}`)) view.toggle(`prompt/${sessionId}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave(event.currentTarget);
    else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) send();
    else return;
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
        className="prompt-words"
        data-action="prompt"
        aria-label={t('Next prompt')}
        aria-describedby={`${id}promise`}
        placeholder={t('Next prompt')}
        rows={2}
        dir="auto"
        maxLength={maxPromptLength}
        tabIndex={tabIndex}
        value={draft}
        onChange={({ target }) => prompts.write(sessionId, target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="prompt-end">
        <p id={`${id}promise`} className="prompt-promise">
          {promiseOf(session)}
        </p>
        <button
          type="submit"
          className="primary"
          data-action="sendPrompt"
          tabIndex={tabIndex}
          disabled={draft.trim() === ''}
        >
          {sendLabel(session, queues)}
        </button>
      </div>
    </form>
  );
}

function sendLabel({ pid }: LiveSession, queues: boolean): string {
  if (pid === undefined) return t('Resume and Send');
  return queues ? t('Put in Line') : t('Send');
}
