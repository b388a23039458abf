import { MessageSquarePlus, MessageSquareText } from 'lucide-react';
import { use, useEffect, useRef, useState, type ReactNode } from 'react';
import { t } from '../../../../shared/words/l10n';
import type { PlanLine } from '../../../decide/planLines';
import { IconButton } from '../../IconButton';
import { PlanNotes } from './planNotes';

interface Props {
  readonly line: PlanLine;
  readonly children: ReactNode;
}

/** A line of a plan with a comment button and the comment below. */
export function PlanNote({ line, children }: Props) {
  const planNotes = use(PlanNotes);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isOpened, setOpened] = useState(false);
  const { start, end } = linesOf(line);
  const note = planNotes?.notes.find((one) => one.start === start);
  const isOpen = note !== undefined || isOpened;
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);
  if (planNotes === undefined) return children;
  const otherNotes = planNotes.notes.filter((one) => one.start !== start);
  const write = (words: string) =>
    planNotes.onChange(words === '' ? otherNotes : [...otherNotes, { start, end, words }]);
  return (
    <div className="plan-line" data-noted={note !== undefined}>
      {children}
      <IconButton
        name={t('Comment on Line {0}', start + 1)}
        Icon={note === undefined ? MessageSquarePlus : MessageSquareText}
        data-action={`note-${start}`}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? field.current?.focus() : setOpened(true))}
      />
      {isOpen && (
        <textarea
          ref={field}
          className="answer-words"
          data-action={`note-words-${start}`}
          aria-label={t('Comment on line {0}', start + 1)}
          placeholder={t('What should be different here')}
          rows={2}
          dir="auto"
          value={note?.words ?? ''}
          onChange={({ target }) => write(target.value)}
          onBlur={() => setOpened(false)}
        />
      )}
    </div>
  );
}

/** Line numbers of a piece of a plan; a code block is numbered by its closing fence. */
function linesOf({ kind, number, text }: PlanLine): {
  readonly start: number;
  readonly end: number;
} {
  const count = text.split('\n').length;
  if (kind !== 'code') return { start: number, end: number + count - 1 };
  return { start: Math.max(0, number - count - 1), end: number };
}
