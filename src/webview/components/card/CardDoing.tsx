import { t } from '../../../shared/words/l10n';
import type { ActivityLine } from '../../../shared/board/activityLine';
import { pieceOfRequest } from '../../decide/sight';

interface Props {
  readonly id: string;
  readonly activityLine: ActivityLine;
  /** True if the line shows a complete request, which can be answered only after it was visible. */
  readonly isPiece?: boolean;
}

/** The current activity of the session, on one line. */
export function CardDoing({ id, activityLine, isPiece = false }: Props) {
  const { label, lead = '', time = '', state, text, kind, about, asker } = activityLine;
  const words = label.slice(0, label.length - time.length).trimEnd();
  const hasNoLabel = label === '';
  return (
    <p
      className="doing across-text wraps shrinks clips small one-line"
      {...(isPiece && pieceOfRequest)}
    >
      {!hasNoLabel && (
        <span
          id={id}
          className="doing-label may-shrink clips toned bold"
          dir="auto"
          title={state === undefined ? label : `${label}\n${state}`}
        >
          {time === '' ? (
            <>
              {asker !== undefined && `${asker}: `}
              {lead !== '' && <span className="doing-lead">{lead}</span>}
              {label.slice(lead.length)}
            </>
          ) : (
            <>
              <span className="doing-words">{words}</span>
              <span className="doing-time">{label.slice(words.length)}</span>
            </>
          )}
          {state !== undefined && <span className="visually-hidden">{`. ${state}`}</span>}
        </span>
      )}{' '}
      {text !== '' && (
        <span
          className="doing-text shrinks clips muted"
          data-kind={kind}
          data-about={about}
          data-leads={hasNoLabel}
          dir="auto"
          title={text}
        >
          {hasNoLabel && <span id={id} className="visually-hidden">{`${state ?? ''}: `}</span>}
          {about === 'prompt' && <span className="visually-hidden">{`${t('Last prompt')}: `}</span>}
          {about === 'run' && <span className="visually-hidden">{`${t('Next run')}: `}</span>}
          {text}
        </span>
      )}
    </p>
  );
}
