import { ArrowDown, ArrowUp, Check, Pencil, RotateCcw, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { language, t } from '../../../shared/l10n';
import { plainProse } from '../../../shared/plainText';
import { maxPromptLength } from '../../../shared/promptLimits';
import type { PromptCard } from '../../../shared/prompts';
import { usePage, usePrompts } from '../../page';
import { fateOf } from '../../promptText';
import { IconButton } from '../IconButton';

interface Props {
  readonly sessionId: string;
  readonly prompt: PromptCard;
  /** Whether it cannot go further up, or down. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly tabIndex: number;
}

/** One prompt: what it says, what became of it, and what can be done with it. */
export function PromptItem({ sessionId, prompt, isFirst, isLast, tabIndex }: Props) {
  const { id, state, text, whole, isForeign } = prompt;
  const shown = plainProse(text, 400);
  const { prompts } = usePage();
  const edited = usePrompts(({ edits }) => (edits.has(id) ? (edits.get(id) ?? null) : undefined));
  const act = (kind: 'remove' | 'again') => () => prompts.change(sessionId, { kind, id });
  const move = (by: 1 | -1) => () => prompts.change(sessionId, { kind: 'move', id, by });
  const common = { tabIndex, className: 'prompt-button' };
  const isEdited = state === 'queued' && edited !== undefined;
  return (
    <li className="prompt-item" data-state={state} data-foreign={isForeign}>
      {isEdited ? (
        <Edit sessionId={sessionId} id={id} text={edited} tabIndex={tabIndex} />
      ) : (
        <p className="prompt-text" dir="auto">
          {shown}
        </p>
      )}
      <p className="prompt-fate">{fateOf(prompt, timeOf(prompt.at))}</p>
      {!isEdited && (
        <div className="prompt-buttons">
          {state === 'queued' && !isFirst && (
            <IconButton {...common} name={t('Move up')} Icon={ArrowUp} onClick={move(-1)} />
          )}
          {state === 'queued' && !isLast && (
            <IconButton {...common} name={t('Move down')} Icon={ArrowDown} onClick={move(1)} />
          )}
          {state === 'queued' && isForeign === true && whole && shown === text && (
            <IconButton
              {...common}
              name={t('Send it as it is')}
              Icon={Check}
              onClick={() => prompts.change(sessionId, { kind: 'edit', id, text })}
            />
          )}
          {state === 'queued' && (
            <IconButton
              {...common}
              name={t('Edit prompt')}
              Icon={Pencil}
              onClick={() => prompts.edit(sessionId, id, whole ? text : undefined)}
            />
          )}
          {state === 'uncertain' && (
            <IconButton
              {...common}
              name={t('Send again')}
              Icon={RotateCcw}
              onClick={act('again')}
            />
          )}
          {state !== 'handedOver' && (
            <IconButton {...common} name={t('Remove prompt')} Icon={X} onClick={act('remove')} />
          )}
        </div>
      )}
    </li>
  );
}

interface EditProps {
  readonly sessionId: string;
  readonly id: string;
  /** Null while it comes. */
  readonly text: string | null;
  readonly tabIndex: number;
}

function Edit({ sessionId, id, text, tabIndex }: EditProps) {
  const { prompts } = usePage();
  const end = (keeps: boolean) => prompts.endEdit(sessionId, id, keeps);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end(false);
    else if (event.key === 'Enter' && !event.shiftKey && !event.altKey) end(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (text === null) return <p className="prompt-text">{t('Reading all of the prompt…')}</p>;
  return (
    <div className="prompt-edit">
      <textarea
        className="prompt-words"
        data-action="editPrompt"
        aria-label={t('Prompt')}
        rows={3}
        dir="auto"
        maxLength={maxPromptLength}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the person who writes in it
        autoFocus
        tabIndex={tabIndex}
        value={text}
        onChange={({ target }) => prompts.rewrite(id, target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="prompt-end">
        <button type="button" className="primary" tabIndex={tabIndex} onClick={() => end(true)}>
          {t('Save')}
        </button>
        <button type="button" className="secondary" tabIndex={tabIndex} onClick={() => end(false)}>
          {t('Cancel')}
        </button>
      </div>
    </div>
  );
}

function timeOf(at: string): string {
  return new Date(at).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' });
}
