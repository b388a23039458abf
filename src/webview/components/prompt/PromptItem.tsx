import { ArrowDown, ArrowUp, Check, Pencil, RotateCcw, X } from 'lucide-react';
import { formatMoment, formatTime } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { plainProse } from '../../../shared/text/plainText';
import type { PromptCard } from '../../../shared/protocol/prompts';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { useDraft, usePage } from '../../page';
import { fateOf } from '../../text/promptText';
import { draftKey, fieldKey } from '../../typing/draftKeys';
import { Button } from '../Button';
import { IconButton } from '../IconButton';
import { PromptEdit } from './PromptEdit';

interface Props {
  readonly session: LiveSession;
  readonly prompt: PromptCard;
  /** True if the prompt can't be moved up, or down. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** A prompt with its state and its actions. */
export function PromptItem({ session, prompt, isFirst, isLast }: Props) {
  const { sessionId } = session;
  const { id, state, text, whole, isForeign, dueAt } = prompt;
  const isMovable = state === 'queued' && dueAt === undefined;
  const shown = plainProse(text, 400);
  const { prompts, fields } = usePage();
  const isEdited = useDraft(draftKey('edit', sessionId, id)) !== undefined;
  const act = (kind: 'remove' | 'again') => () => prompts.change(sessionId, { kind, id });
  const move = (by: 1 | -1) => () => prompts.change(sessionId, { kind: 'move', id, by });
  return (
    <li className="prompt-item" data-state={state} data-foreign={isForeign}>
      {isEdited ? (
        <PromptEdit session={session} id={id} isQueued={state === 'queued'} />
      ) : (
        <p className="prompt-text as-typed" dir="auto">
          {shown}
        </p>
      )}
      <p className="prompt-fate">{fateOf(prompt, timeOf(prompt))}</p>
      {!isEdited && (
        <div className="prompt-buttons">
          {isMovable && !isFirst && (
            <IconButton name={t('Move Up')} Icon={ArrowUp} onClick={move(-1)} />
          )}
          {isMovable && !isLast && (
            <IconButton name={t('Move Down')} Icon={ArrowDown} onClick={move(1)} />
          )}
          {isMovable && isForeign === true && whole && shown === text && (
            <IconButton
              name={t('Send as It Is')}
              Icon={Check}
              onClick={() => prompts.change(sessionId, { kind: 'edit', id, text })}
            />
          )}
          {isMovable && (
            <IconButton
              name={t('Edit Prompt')}
              Icon={Pencil}
              onClick={() => {
                fields.want({ field: fieldKey(draftKey('edit', sessionId, id)) });
                prompts.edit(session, id, whole ? text : undefined);
              }}
            />
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
      )}
    </li>
  );
}

function timeOf({ at, dueAt }: PromptCard): string {
  if (dueAt !== undefined) return formatMoment(Date.parse(dueAt), Date.now());
  return formatTime(Date.parse(at));
}
