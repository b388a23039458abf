import { useId, useState, type KeyboardEvent } from 'react';
import { textOf } from '../../../shared/fields';
import { t } from '../../../shared/l10n';
import type { LiveSession } from '../../../shared/protocol';
import { decideOn } from '../../decide';
import { answerDraft } from '../../drafts';
import { useDraft, usePage } from '../../page';

interface Props {
  readonly session: LiveSession;
  /** What is written, for the person who writes. */
  readonly label: string;
  /** The button that sends it. */
  readonly send: string;
  readonly onClose: () => void;
}

/** What the agent reads in place of the answer that it asked for. */
export function MessageForm({ session, label, send, onClose }: Props) {
  const id = useId();
  const page = usePage();
  const draft = answerDraft(session.sessionId, 'message');
  const message = textOf(useDraft(draft));
  const [interrupt, setInterrupt] = useState(false);
  const decide = () => decideOn(page, session, { kind: 'deny', message, interrupt }, 'pointer');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className="answer-form"
      onSubmit={(event) => {
        event.preventDefault();
        decide();
      }}
    >
      <label htmlFor={`${id}message`}>{label}</label>
      <textarea
        id={`${id}message`}
        className="answer-words"
        data-action="words"
        rows={3}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the person who writes in it
        autoFocus
        value={message}
        onChange={({ target }) => page.drafts.keep(draft, target.value)}
        onKeyDown={onKeyDown}
      />
      <label className="answer-check">
        <input
          type="checkbox"
          checked={interrupt}
          onChange={({ target }) => setInterrupt(target.checked)}
        />
        {t('Stop the turn as well')}
      </label>
      <div className="answer-buttons">
        <button type="submit" className="primary" data-action="sendMessage">
          {send}
        </button>
        <button type="button" className="secondary" onClick={onClose}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}
