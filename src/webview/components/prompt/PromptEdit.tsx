import type { KeyboardEvent } from 'react';
import { fieldsOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import { maxPromptLength } from '../../../shared/text/promptLimits';
import { repeatedFields } from '../../../shared/board/queuedFollowUps';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { draftFromFields } from '../../decide/followUpDraft';
import { useBoard, useDraft, useHasEditor, usePage } from '../../page';
import { reasonAgainstPrompts, unknownCondition } from '../../text/promptText';
import { draftKey, fieldKey } from '../../typing/draftKeys';
import { useField, useShownDraft } from '../../typing/useField';
import { Button, useTabIndex } from '../Button';
import { CopyOrDiscard } from '../kept/CopyOrDiscard';

interface Props {
  readonly session: LiveSession;
  /** Id of the prompt. */
  readonly id: string;
  /** False if the prompt left the queue while it was being edited. */
  readonly isQueued: boolean;
}

/** Editor of a queued prompt; the text stays if the prompt has left the queue. */
export function PromptEdit({ session, id, isQueued }: Props) {
  const { board, prompts, drafts } = usePage();
  const key = draftKey('edit', session.sessionId, id);
  const { words } = fieldsOf(useDraft(key));
  const against = useBoard(({ control }) => reasonAgainstPrompts(session, control));
  if (typeof words !== 'string')
    return <p className="prompt-text clips as-typed breaks">{t('Loading the whole prompt…')}</p>;
  const prompt = session.prompting?.prompts.find((one) => one.id === id);
  const finish = (keeps: boolean) => {
    // The condition is read from the queue, because a different window may have changed it
    // meanwhile.
    const fields = prompt && repeatedFields(session.sessionId, prompt);
    if (keeps && fields === undefined) board.announcer.announce(unknownCondition());
    else if (keeps && fields !== undefined) {
      const followUp = draftFromFields(session.sessionId, fields, (one) =>
        board.state.get().sessions.get(one),
      );
      prompts.saveEdit(session, id, fields, followUp);
    } else prompts.cancelEdit(session, id);
  };
  const sendAsNew = () => {
    if (prompts.add(session, words)) drafts.drop(key);
  };
  return (
    <div className="prompt-edit stack gap-4 all-columns">
      <Words {...{ session, id, isQueued, words }} onEnd={finish} />
      <div className="prompt-end across wraps gap-4-6">
        {isQueued ? (
          <>
            <Button primary name={t('Save')} onClick={() => finish(true)} />
            <Button name={t('Cancel')} onClick={() => finish(false)} />
          </>
        ) : (
          <>
            <p className="prompt-promise muted">
              {t('It left the queue unchanged. Your text wasn’t sent.')} {against}
            </p>
            <Button
              primary
              name={t('Send as Next Prompt')}
              action="sendKept"
              disabled={against !== undefined || words.trim() === ''}
              onClick={sendAsNew}
            />
            <CopyOrDiscard words={words} onDiscard={() => finish(false)} />
          </>
        )}
      </div>
    </div>
  );
}

interface WordsProps extends Props {
  readonly words: string;
  readonly onEnd: (keeps: boolean) => void;
}

function Words({ session, id, isQueued, words, onEnd }: WordsProps) {
  const { prompts } = usePage();
  const hasEditor = useHasEditor();
  const key = draftKey('edit', session.sessionId, id);
  const field = useField<HTMLTextAreaElement>(fieldKey(key));
  useShownDraft(key);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !isQueued) return;
    if (event.key === 'Escape') onEnd(false);
    else if (hasEditor && event.key === 'Enter' && !event.shiftKey && !event.altKey) onEnd(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <textarea
      ref={field}
      className="prompt-words"
      data-action="editPrompt"
      aria-label={t('Prompt')}
      rows={3}
      dir="auto"
      maxLength={maxPromptLength}
      tabIndex={useTabIndex()}
      value={words}
      onChange={({ target }) => prompts.rewrite(session, id, target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
