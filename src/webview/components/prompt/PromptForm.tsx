import { useId, type KeyboardEvent } from 'react';
import { fieldsOf, textOf } from '../../../shared/text/fields';
import { t } from '../../../shared/words/l10n';
import { supportsFollowUps } from '../../../shared/actions/cardFacts';
import { isAtWork, isLoaded } from '../../../shared/presentation';
import { maxPromptLength } from '../../../shared/text/promptLimits';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { fieldsToSend, parseFollowUpDraft, partiesOf } from '../../decide/followUpDraft';
import { useBoard, useDraft, useHasEditor, usePage } from '../../page';
import { promiseOfFollowUp, reasonAgainstFollowUp } from '../../text/followUpPromise';
import { useMinute } from '../../useMinute';
import { focusSession } from '../../keys/focus';
import { isUnreachable, deliveryText } from '../../../shared/board/texts/promiseText';
import { draftKey, fieldKey } from '../../typing/draftKeys';
import { useField, useShownDraft } from '../../typing/useField';
import { Button, useTabIndex } from '../Button';
import { CopyOrDiscard } from '../kept/CopyOrDiscard';
import { FollowUpRow } from './FollowUpRow';

interface Props {
  readonly session: LiveSession;
  /** Reason why nothing can be sent; undefined if sending is possible. */
  readonly against: string | undefined;
}

/**
 * Prompt box. Enter sends, as in the client, and Shift+Enter starts a line; on a phone, whose
 * keyboard has no such combination, Enter starts a line.
 */
export function PromptForm({ session, against: againstAny }: Props) {
  const { sessionId } = session;
  const { board, prompts, view } = usePage();
  const hasEditor = useHasEditor();
  const id = useId();
  const key = draftKey('prompt', sessionId);
  const kept = useDraft(key);
  const { words, alive } = fieldsOf(kept);
  const draft = textOf(words);
  const field = useField<HTMLTextAreaElement>(fieldKey(key));
  useShownDraft(key);
  const plan = usePlan(session);
  const { followUp } = plan;
  const isForOther =
    followUp !== undefined &&
    (followUp.startsNew || partiesOf(sessionId, followUp).target !== sessionId);
  // The session ended while the person was typing: Enter must not resume it.
  const isRevival = !isLoaded(session) && alive === true && !isForOther;
  const against = plan.against ?? (isForOther ? undefined : againstAny);
  const { waitsFor = 'limit' } = session.prompting ?? {};
  // A prompt that waits for a limit's reset does not delay the others.
  const queues = waitsFor !== 'limit' || isAtWork(session) || isUnreachable(session);
  const isLater = followUp === undefined ? queues : followUp.when !== 'turn' || isForOther;
  const send = () => {
    if (against === undefined && plan.isValidNow() && prompts.send(session, plan.toSend()))
      board.announcer.announce(isLater || queues ? t('Queued.') : t('Sent.'));
  };
  const closeForm = () => {
    focusSession(document.body, sessionId);
    if (view.state.get().disclosed.has(`prompt/${sessionId}`)) view.toggle(`prompt/${sessionId}`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') closeForm();
    else if (hasEditor && event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      if (isRevival) board.announcer.announce(ended());
      else if (against !== undefined) board.announcer.announce(against);
      else send();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
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
      {followUp !== undefined && (
        <FollowUpRow
          session={session}
          draft={followUp}
          onClose={() => {
            prompts.storeFollowUp(session, undefined);
            field.current?.focus();
          }}
        />
      )}
      <div className="prompt-end across wraps gap-4-6">
        <div className="prompt-promise muted">
          <span id={`${id}promise`}>
            {against ?? (isRevival ? ended() : (plan.promise ?? deliveryText(session)))}
          </span>{' '}
          <WhenButton session={session} isOpen={followUp !== undefined} />
        </div>
        <Button
          type="submit"
          primary
          name={isLater ? t('Queue') : sendLabel(session, queues)}
          action="sendPrompt"
          disabled={against !== undefined || draft.trim() === ''}
        />
        {againstAny !== undefined && draft !== '' && (
          <CopyOrDiscard words={draft} onDiscard={() => prompts.write(session, '')} />
        )}
      </div>
    </form>
  );
}

/**
 * Condition and target of the prompt in the box, with their description and the values to send.
 * There are none while their row is closed.
 */
function usePlan(session: LiveSession) {
  const followUp = parseFollowUpDraft(useDraft(draftKey('prompt', session.sessionId)));
  const isOpen = followUp !== undefined;
  // Subscribes to other sessions only while the row is open, so that their changes do not render
  // the box.
  const sessions = useBoard((board) => (isOpen ? board.sessions : undefined));
  const control = useBoard((board) => board.control);
  const now = useMinute();
  const context = followUp && {
    session,
    draft: followUp,
    find: (sessionId: string) => sessions?.get(sessionId),
    control,
    now,
  };
  const against = context && reasonAgainstFollowUp(context);
  return {
    followUp,
    against,
    promise: context && promiseOfFollowUp(context),
    toSend: () =>
      followUp && {
        target: partiesOf(session.sessionId, followUp).target,
        fields: fieldsToSend(session.sessionId, followUp),
      },
    isValidNow: () =>
      context === undefined || reasonAgainstFollowUp({ ...context, now: Date.now() }) === undefined,
  };
}

interface WhenButtonProps {
  readonly session: LiveSession;
  readonly isOpen: boolean;
}

/** Opens or closes the row with the prompt's condition and target. */
function WhenButton({ session, isOpen }: WhenButtonProps) {
  const { prompts } = usePage();
  const tabIndex = useTabIndex();
  // An older hub would ignore the condition, so its sessions get no button; an open row can still
  // be closed.
  if (!isOpen && !supportsFollowUps(session)) return null;
  return (
    <button
      type="button"
      className="quiet prompt-when"
      data-action="followUp"
      aria-expanded={isOpen}
      tabIndex={tabIndex}
      onClick={() =>
        isOpen ? prompts.storeFollowUp(session, undefined) : prompts.openFollowUpRow(session)
      }
    >
      {isOpen ? t('No Condition') : t('When…')}
    </button>
  );
}

const ended = () =>
  t('The session has ended in the meantime. The button resumes it and sends the prompt.');

function sendLabel(session: LiveSession, queues: boolean): string {
  if (!isLoaded(session)) return t('Resume and Send');
  return queues ? t('Queue') : t('Send');
}
