import { useEffect, useId, type KeyboardEvent } from 'react';
import { isLoaded } from '../../../shared/presentation';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { maxPromptLength } from '../../../shared/text/promptLimits';
import { counted, t } from '../../../shared/words/l10n';
import { focusCardOrFirst, focusSelectionBar } from '../../keys/focus';
import { selectedText, useDraft, usePage } from '../../page';
import { bulkPromptText, type Participants } from '../../select/bulkActions';
import { fieldKey } from '../../typing/draftKeys';
import { useField } from '../../typing/useField';
import { Button } from '../Button';

/** Key of the draft, which belongs to no session. */
const key = 'together';

/**
 * Box for one prompt to all selected sessions, each through its own queue. Enter sends it, as on a
 * card. The box stays while somebody writes, even if the selected sessions leave the board.
 */
export function BulkPromptForm({
  participants: { able, reasons },
}: {
  readonly participants: Participants;
}) {
  const { board, drafts, prompts, pulse, selection } = usePage();
  const id = useId();
  const text = textOf(fieldsOf(useDraft(key))['words']);
  const field = useField<HTMLTextAreaElement>(fieldKey(key));
  useEffect(() => field.current?.focus(), [field]);
  const running = able.filter(isLoaded).map(({ sessionId }) => sessionId);
  useEffect(() => selection.write(running));
  const send = () => {
    if (text.trim() === '' || able.length === 0 || pulse.refuseIfLost()) return;
    for (const session of able) prompts.add(session, text);
    drafts.drop(key);
    const done = counted(able.length, 'Sent to {0} session.', 'Sent to {0} sessions.');
    board.announcer.announce([done, ...reasons].join(' '));
    focusCardOrFirst(selection.anchor);
    selection.endWriting();
    selection.setOutcome(
      able.map(({ sessionId }) => sessionId),
      reasons,
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      focusSelectionBar('prompt');
      selection.endWriting();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      if (able.length === 0) board.announcer.announce(noRecipientReason);
      else send();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const noRecipientReason = reasons.join(' ') || selectedText(0);
  return (
    <form
      className="prompt-form stack gap-4 all-columns"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        className="prompt-words"
        aria-label={t('Prompt for the selected sessions')}
        aria-describedby={`${id}promise`}
        placeholder={t('Prompt for the selected sessions')}
        rows={2}
        dir="auto"
        maxLength={maxPromptLength}
        value={text}
        onChange={({ target }) => {
          if (target.value === '') drafts.drop(key);
          else drafts.store(key, { words: target.value });
        }}
        onKeyDown={onKeyDown}
      />
      <div className="prompt-end across wraps gap-4-6">
        <p id={`${id}promise`} className="prompt-promise small muted breaks">
          {able.length === 0 ? noRecipientReason : [bulkPromptText(able), ...reasons].join(' ')}
        </p>
        <Button
          type="submit"
          primary
          name={sendLabel(able)}
          action="sendTogether"
          disabled={able.length === 0 || text.trim() === ''}
        />
      </div>
    </form>
  );
}

/** Label that says whether sessions will be resumed, because that starts processes. */
function sendLabel(sessions: Participants['able']): string {
  const resumes = !sessions.every(isLoaded);
  return resumes ? t('Resume and Send to {0}', sessions.length) : t('Send to {0}', sessions.length);
}
