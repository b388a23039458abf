import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { counted, t } from '../../../shared/words/l10n';
import type { LiveSession } from '../../../shared/protocol/protocol';
import type { SuggestionText } from '../../../shared/words/suggestionText';
import { decideOn } from '../../decide/decide';
import { usePage } from '../../page';
import { mustSee, requestPieces, rulePiece } from '../../decide/sight';
import { Button } from '../Button';
import type { AnswerProps } from './ToolAnswer';

interface Props extends Pick<AnswerProps, 'notYet'> {
  readonly session: LiveSession;
  readonly offers: readonly SuggestionText[];
  /** Number of suggestions that cannot be described completely. */
  readonly undescribedCount: number;
}

/**
 * Rules that can be added with the answer, each described completely, with a warning if it is
 * broad.
 */
export function AlwaysChoices({ session, offers, undescribedCount, notYet }: Props) {
  const id = useId();
  const page = usePage();
  return (
    <ul className="answer-always stack gap-4" aria-label={t('Allow, and from now on')}>
      {offers.map(({ place, text, warning }) => {
        const piece = { [mustSee]: rulePiece(place) };
        const unseen = notYet(requestPieces) ?? notYet(rulePiece(place));
        return (
          <li key={place} className="rule stack gap-2">
            <Button
              name={text}
              action={`always-${place}`}
              notYet={unseen}
              {...piece}
              aria-describedby={`${id}warning${place} ${id}unseen${place}`}
              onClick={() =>
                decideOn(page, session, { kind: 'allow', suggestions: [place] }, 'pointer')
              }
            />
            <span id={`${id}unseen${place}`} hidden>
              {unseen}
            </span>
            {warning !== '' && (
              <p
                id={`${id}warning${place}`}
                className="part-warning across-top gap-4 small amber bold"
                {...piece}
              >
                <TriangleAlert className="icon" aria-hidden="true" />
                {warning}
              </p>
            )}
          </li>
        );
      })}
      {undescribedCount > 0 && (
        <li className="answer-note small muted">
          {counted(
            undescribedCount,
            'One more is offered only in the terminal: it can’t be fully described here.',
            '{0} more are offered only in the terminal: they can’t be fully described here.',
          )}
        </li>
      )}
    </ul>
  );
}
