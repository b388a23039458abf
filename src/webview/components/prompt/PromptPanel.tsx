import { t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { isControlled, canPageActOn, canReceivePrompts } from '../../../shared/actions/cardFacts';
import { useBoard, usePage, usePrompts, useView } from '../../page';
import { isAwaiting, isUncertain, reasonAgainstPrompts, waitText } from '../../text/promptText';
import { useWriting } from '../../typing/useWriting';
import { Button } from '../Button';
import { PromptEdit } from './PromptEdit';
import { PromptForm } from './PromptForm';
import { PromptItem } from './PromptItem';

interface Props {
  readonly session: LiveSession;
  /** True if the box is shown without being opened first. */
  readonly isOpen?: boolean;
}

/** The prompt queue of a session, and the prompt box. */
export function PromptPanel({ session, isOpen = false }: Props) {
  const { sessionId, prompting } = session;
  const { prompts: promptQueue, place } = usePage();
  const hasControl = useBoard(({ control }) => isControlled(control, session));
  const isDisclosed = useView(({ disclosed }) => disclosed.has(`prompt/${sessionId}`));
  const open = isOpen || isDisclosed;
  const problem = usePrompts(({ problems }) => problems.get(sessionId));
  const against = useBoard(({ control }) => reasonAgainstPrompts(session, control));
  const prompts = hasControl ? (prompting?.prompts ?? []) : [];
  const { isWriting, edits } = useWriting(sessionId);
  const removedEdits = edits.filter((id) => !prompts.some((one) => one.id === id));
  const unreadCount = prompts.filter(({ state }) => state !== 'read').length;
  const canSendPrompts = canPageActOn(place, session) && canReceivePrompts(session);
  const mayWrite = isWriting || (hasControl && open && canSendPrompts);
  if (!(unreadCount > 0 || mayWrite || edits.length > 0)) return null;
  const wait = waitText(session);
  const { waitsFor } = prompting ?? {};
  const sendsLater =
    waitsFor === 'session' || (waitsFor === 'person' && !prompts.some(isUncertain));
  return (
    <div className="prompting stack gap-6 all-columns spaced small selectable">
      {prompts.length > 0 && (
        <ol className="prompt-line stack gap-4" aria-label={t('Queued prompts')}>
          {[false, true].flatMap((awaits) =>
            prompts
              .filter((prompt) => isAwaiting(prompt) === awaits)
              .map((prompt) => <PromptItem key={prompt.id} session={session} prompt={prompt} />),
          )}
        </ol>
      )}
      {removedEdits.map((id) => (
        <PromptEdit
          key={id}
          session={session}
          id={id}
          // The prompt may still be queued, because the queue is hidden while this window has no
          // control.
          isQueued={
            prompting?.prompts.some((one) => one.id === id && one.state === 'queued') === true
          }
        />
      ))}
      {hasControl && wait !== undefined && (
        <p className="prompt-note across wraps gap-4-8 muted">
          {wait}
          {sendsLater && (
            <Button
              name={waitsFor === 'session' ? t('Resume and Send') : t('Send Now')}
              action="sendOn"
              onClick={() => promptQueue.change(sessionId, { kind: 'go' })}
            />
          )}
        </p>
      )}
      {problem !== undefined && (
        <p className="prompt-note across wraps gap-4-8 muted" data-alarming="true" role="alert">
          {problem}
        </p>
      )}
      {mayWrite && <PromptForm session={session} against={against} />}
    </div>
  );
}
