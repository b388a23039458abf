import {
  ArrowDown,
  ArrowUp,
  Check,
  CirclePause,
  CirclePlay,
  CornerDownRight,
  Pencil,
  RotateCcw,
  X,
} from 'lucide-react';
import { formatMoment, formatTime } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { isAtWork } from '../../../shared/presentation';
import { sessionAtHubOf } from '../../../shared/board/hubIds';
import { quoted, repeatedFields } from '../../../shared/board/queuedFollowUps';
import { plainProse } from '../../../shared/text/plainText';
import type { PromptCard } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { useBoard, useDraft, usePage } from '../../page';
import { conditionText, promptStateText, movesOf } from '../../text/promptText';
import { useMinute } from '../../useMinute';
import { draftKey, fieldKey } from '../../typing/draftKeys';
import { Button } from '../Button';
import { useOpenCard } from '../card/openCard';
import { IconButton } from '../IconButton';
import { PromptEdit } from './PromptEdit';

interface Props {
  readonly session: LiveSession;
  readonly prompt: PromptCard;
}

/** A prompt with its state and its actions. */
export function PromptItem({ session, prompt }: Props) {
  const { sessionId } = session;
  const { id, state, text, isForeign } = prompt;
  const now = useMinute();
  const isEdited = useDraft(draftKey('edit', sessionId, id)) !== undefined;
  // Selected as one string, so that changes of unrelated sessions cause no rendering.
  const condition = useBoard(({ sessions }) =>
    conditionText(session, prompt, (one) => sessions.get(one), now),
  );
  const fate = promptStateText(prompt, timeOf(prompt));
  return (
    <li
      className="prompt-item grid"
      data-state={state}
      data-foreign={isForeign}
      data-held={prompt.held}
    >
      {isEdited ? (
        <PromptEdit session={session} id={id} isQueued={state === 'queued'} />
      ) : (
        <p className="prompt-text clips as-typed breaks" dir="auto">
          {shownText(text)}
        </p>
      )}
      <p className="prompt-fate muted">
        {condition === undefined ? fate : isForeign === true ? `${fate}. ${condition}` : condition}
        <StartedSession session={session} prompt={prompt} />
      </p>
      {!isEdited && <Buttons session={session} prompt={prompt} />}
    </li>
  );
}

/** Button to the session that was started with a prompt, once the session is on the board. */
function StartedSession({ session: { sessionId }, prompt: { startedAs } }: Props) {
  const openCard = useOpenCard();
  const started = useBoard(({ sessions }) =>
    startedAs === undefined
      ? undefined
      : sessionAtHubOf(sessionId, startedAs, (one) => sessions.get(one)),
  );
  if (started === undefined) return null;
  return (
    <>
      {' · '}
      <button
        type="button"
        className="quiet then-target"
        onClick={() => openCard(started.sessionId)}
      >
        {quoted(started)}
      </button>
    </>
  );
}

function Buttons({ session, prompt }: Props) {
  const { sessionId } = session;
  const { id, state, text, whole, isForeign, dueAt, when, held } = prompt;
  const { prompts } = usePage();
  const isQueued = state === 'queued' && dueAt === undefined;
  const fields = repeatedFields(sessionId, prompt);
  const { up, down } = movesOf(session.prompting?.prompts ?? [], prompt);
  const { steers } = session.prompting ?? {};
  const isSteerable = steers === true && when === undefined && isForeign !== true;
  const act = (kind: 'remove' | 'again' | 'steer') => () => prompts.change(sessionId, { kind, id });
  return (
    <div className="prompt-buttons across-top">
      {up && (
        <IconButton
          name={t('Move Up')}
          Icon={ArrowUp}
          onClick={() => prompts.change(sessionId, up)}
        />
      )}
      {down && (
        <IconButton
          name={t('Move Down')}
          Icon={ArrowDown}
          onClick={() => prompts.change(sessionId, down)}
        />
      )}
      {isQueued && isForeign === true && whole && shownText(text) === text && fields && (
        <IconButton
          name={t('Send as It Is')}
          Icon={Check}
          onClick={() => prompts.change(sessionId, { kind: 'edit', id, text, ...fields })}
        />
      )}
      {isQueued && when !== undefined && (
        <HoldButton sessionId={sessionId} id={id} isHeld={held === true} />
      )}
      {isQueued && fields !== undefined && <EditButton session={session} prompt={prompt} />}
      {isQueued && isSteerable && isAtWork(session) && (
        <IconButton name={t('Send into This Turn')} Icon={CornerDownRight} onClick={act('steer')} />
      )}
      {state === 'uncertain' && (
        <IconButton name={t('Send Again')} Icon={RotateCcw} onClick={act('again')} />
      )}
      {dueAt !== undefined && (
        <Button name={t('Cancel')} action="cancelContinue" onClick={act('remove')} />
      )}
      {state !== 'handedOver' && dueAt === undefined && (
        <IconButton name={t('Remove Prompt')} Icon={X} onClick={act('remove')} />
      )}
    </div>
  );
}

/** Button to edit a queued prompt of a session. */
export function EditButton({ session, prompt }: Props) {
  const { id, text, whole, when } = prompt;
  const { prompts, fields } = usePage();
  return (
    <IconButton
      name={t('Edit Prompt')}
      Icon={Pencil}
      onClick={() => {
        fields.focusWhenAvailable({ field: fieldKey(draftKey('edit', session.sessionId, id)) });
        prompts.edit(session, id, whole ? text : undefined, when !== undefined);
      }}
    />
  );
}

interface HoldProps {
  /** Session whose queue contains the follow-up. */
  readonly sessionId: string;
  readonly id: string;
  readonly isHeld: boolean;
}

/** Button to hold a follow-up back, or to release it. */
export function HoldButton({ sessionId, id, isHeld }: HoldProps) {
  const { prompts } = usePage();
  return (
    <IconButton
      name={isHeld ? t('Release') : t('Hold')}
      Icon={isHeld ? CirclePlay : CirclePause}
      onClick={() => prompts.change(sessionId, { kind: 'hold', id, held: !isHeld })}
    />
  );
}

function shownText(text: string): string {
  return plainProse(text, 400);
}

function timeOf({ at, dueAt }: PromptCard): string {
  if (dueAt !== undefined) return formatMoment(Date.parse(dueAt), Date.now());
  return formatTime(Date.parse(at));
}
