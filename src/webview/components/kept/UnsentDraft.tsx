import { useEffect, useId } from 'react';
import { fieldsOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { isControlled } from '../../../shared/actions/cardFacts';
import { isLoaded } from '../../../shared/presentation';
import { useBoard, useDraft, usePage } from '../../page';
import { reasonAgainstPrompts } from '../../text/promptText';
import { useStore } from '../../store';
import { requestContentHash, fieldKey, parseDraftKey } from '../../typing/draftKeys';
import { draftTexts, withText, typedTextOf } from '../../typing/draftWords';
import { useField, useShownDraft } from '../../typing/useField';
import { numbered } from '../../numbered';
import { Button, useTabIndex } from '../Button';
import { CopyOrDiscard } from './CopyOrDiscard';

interface Props {
  readonly draft: string;
  /** Session of the draft; undefined if it has left the board. */
  readonly session: LiveSession | undefined;
  readonly onCard?: boolean;
}

/**
 * Text of a draft whose form is gone, in a field that keeps the focus, with buttons to send, copy
 * or discard it.
 */
export function UnsentDraft({ draft, session, onCard = false }: Props) {
  const { board, drafts, prompts, fields } = usePage();
  const id = useId();
  useShownDraft(draft, onCard ? 'kept' : 'tray');
  const kept = useDraft(draft);
  const focused = useStore(fields.focused, (field) => field);
  const cannot = useBoard(({ control }) => reasonAgainstPrompts(session, control));
  const against = cannot ?? (isConditional(kept) ? conditionLostReason() : undefined);
  const reason = useReason(draft, session);
  const words = typedTextOf(draft, kept);
  useEffect(() => {
    if (fields.focused.get()?.startsWith(`${draft}#`) === true)
      board.announcer.announce(`${reason} ${t('Your text is kept.')}`, 'kept');
  }, [board, fields, draft, reason]);
  const send = () => {
    if (session === undefined || !prompts.add(session, words)) return;
    drafts.drop(draft);
    board.announcer.announce(t('Sent as the next prompt.'));
  };
  return (
    <div
      className={
        onCard
          ? 'kept answer stack gap-6 all-columns spaced rounded on-page small breaks selectable'
          : 'kept stack gap-6 rounded on-page small breaks'
      }
    >
      <p id={`${id}reason`} className="amber bold">
        {reason}
      </p>
      {numbered(draftTexts(draft, kept)).map(({ id: place, value: text }) => {
        const field = fieldKey(draft, place);
        if (text.trim() === '' && focused !== field) return null;
        return <UnsentField key={place} {...{ draft, place, text }} describedBy={`${id}reason`} />;
      })}
      <div className="answer-buttons across wraps gap-4-6">
        <Button
          primary
          name={
            session !== undefined && !isLoaded(session) && against === undefined
              ? t('Resume and Send as Prompt')
              : t('Send as Next Prompt')
          }
          action="sendKept"
          disabled={against !== undefined || words === ''}
          aria-describedby={`${id}${against === undefined || session === undefined ? 'reason' : 'against'}`}
          onClick={send}
        />
        <CopyOrDiscard words={words} onDiscard={() => drafts.drop(draft)} />
      </div>
      {against !== undefined && session !== undefined && (
        <p id={`${id}against`} className="answer-note small muted">
          {against}
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  readonly draft: string;
  readonly place: number;
  readonly text: string;
  readonly describedBy: string;
}

/** True if the text belongs to a follow-up, whose condition only its own form sends with it. */
function isConditional(kept: unknown): boolean {
  const { followUp, isFollowUp } = fieldsOf(kept);
  return followUp !== undefined || isFollowUp === true;
}

const conditionLostReason = () =>
  t('It was written with a condition. Open the session to send it with that.');

/** The reason why the draft has no form any longer. */
function useReason(draft: string, session: LiveSession | undefined): string {
  const hasControl = useBoard(({ control }) => session && isControlled(control, session));
  const { by } = fieldsOf(useDraft(draft));
  const name = parseDraftKey(draft);
  if (session === undefined) return t('The session is no longer on the board.');
  const { pendingRequest, agentState } = session;
  const isAnswer = name?.kind === 'message' || name?.kind === 'form';
  if (
    isAnswer &&
    pendingRequest !== undefined &&
    requestContentHash(pendingRequest) === name.part
  ) {
    if (hasControl !== true) return t('It can no longer be answered in this window.');
    return pendingRequest.call?.answerable === true
      ? t('Its card is out of sight.')
      : t('It can’t be answered here right now.');
  }
  if (!isLoaded(session) || agentState.state === 'session_ended')
    return t('The session has ended.');
  if (!isAnswer) return t('Its card is out of sight.');
  if (by === 'window') return t('Answered in another window.');
  return by === 'terminal' ? t('Answered at its terminal.') : t('Answered elsewhere.');
}

/**
 * Field of an unsent draft. No key sends it, because the person may still be typing what was meant
 * for the field that is gone.
 */
function UnsentField({ draft, place, text, describedBy }: FieldProps) {
  const { drafts } = usePage();
  const field = useField<HTMLTextAreaElement>(fieldKey(draft, place));
  return (
    <textarea
      ref={field}
      className="answer-words"
      data-action={`kept-${place}`}
      aria-label={t('Unsent text')}
      aria-describedby={describedBy}
      rows={3}
      dir="auto"
      tabIndex={useTabIndex()}
      value={text}
      onChange={({ target }) =>
        drafts.store(draft, withText(draft, drafts.get(draft), place, target.value))
      }
    />
  );
}
