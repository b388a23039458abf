import { ListEnd, X } from 'lucide-react';
import { isControlled } from '../../../shared/actions/cardFacts';
import { newSessionStart } from '../../../shared/board/newSessionText';
import { repeatedFields, sourceFollowUpText } from '../../../shared/board/queuedFollowUps';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { SourceFollowUp } from '../../../shared/protocol/session/followUp';
import { t } from '../../../shared/words/l10n';
import { useBoard, useDraft, usePage, usePrompts } from '../../page';
import { draftKey } from '../../typing/draftKeys';
import { useMinute } from '../../useMinute';
import { useOpenCard } from '../card/openCard';
import { IconButton } from '../IconButton';
import { PromptEdit } from './PromptEdit';
import { EditButton, HoldButton } from './PromptItem';

/** The follow-ups in the queues of other sessions that wait for this one. */
export function ThenList({ session }: { readonly session: LiveSession }) {
  // Those in the session's own queue are listed there.
  const followUps = (session.followUps ?? []).filter(
    ({ sessionId }) => sessionId !== session.sessionId,
  );
  if (followUps.length === 0) return null;
  return (
    <ul className="then-list stack gap-4 small" aria-label={t('Follow-ups')}>
      {followUps.map((followUp) => (
        <ThenItem
          key={`${followUp.sessionId}/${followUp.id}`}
          session={session}
          followUp={followUp}
        />
      ))}
    </ul>
  );
}

interface Props {
  /** Session whose state is the condition of the follow-up. */
  readonly session: LiveSession;
  readonly followUp: SourceFollowUp;
}

function ThenItem({ session, followUp }: Props) {
  const { id, held, newSession } = followUp;
  const { prompts } = usePage();
  const openCard = useOpenCard();
  const sessions = useBoard((board) => board.sessions);
  const control = useBoard((board) => board.control);
  const now = useMinute();
  const then = sourceFollowUpText(session, followUp, (one) => sessions.get(one), now);
  const { target, name, text, when, status } = then;
  const targetId = target?.sessionId ?? '';
  const prompt = target?.prompting?.prompts.find((one) => one.id === id);
  const isEdited = useDraft(draftKey('edit', targetId, id)) !== undefined;
  const problem = usePrompts(({ problems }) => problems.get(targetId));
  const sentText =
    newSession === undefined ? t('Sent {0}', when) : newSessionStart(newSession, when);
  const isChangeable = target !== undefined && isControlled(control, target);
  return (
    <li className="prompt-item grid" data-state="queued" data-held={held}>
      {target !== undefined && prompt !== undefined && isEdited ? (
        <PromptEdit session={target} id={id} isQueued={prompt.state === 'queued'} />
      ) : (
        <div>
          <p className="breaks" dir="auto">
            <ListEnd className="icon then-icon" aria-hidden="true" /> {t('Then')}{' '}
            {target === undefined || newSession !== undefined ? (
              name
            ) : (
              <button
                type="button"
                className="quiet then-target"
                onClick={() => openCard(targetId)}
              >
                {name}
              </button>
            )}
          </p>
          <p className="prompt-text clips as-typed breaks" dir="auto">
            {text}
          </p>
        </div>
      )}
      <p className="prompt-fate muted">{[sentText, ...status].join(' · ')}</p>
      {problem !== undefined && (
        <p className="prompt-note muted" data-alarming="true" role="alert">
          {problem}
        </p>
      )}
      {isChangeable && !isEdited && (
        <div className="prompt-buttons across-top">
          <HoldButton sessionId={targetId} id={id} isHeld={held === true} />
          {prompt !== undefined && repeatedFields(targetId, prompt) !== undefined && (
            <EditButton session={target} prompt={prompt} />
          )}
          <IconButton
            name={t('Remove Prompt')}
            Icon={X}
            onClick={() => prompts.change(targetId, { kind: 'remove', id })}
          />
        </div>
      )}
    </li>
  );
}
