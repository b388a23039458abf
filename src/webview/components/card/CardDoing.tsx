import { t } from '../../../shared/words/l10n';
import type { Doing } from '../../../shared/board/doing';

interface Props {
  readonly id: string;
  readonly doing: Doing;
}

/** The current activity of the session, on one line. */
export function CardDoing({ id, doing }: Props) {
  const { label, time = '', state, text, kind, about, asker } = doing;
  const words = label.slice(0, label.length - time.length).trimEnd();
  return (
    <p className="doing">
      <span
        id={id}
        className={label === '' ? 'visually-hidden' : 'doing-label'}
        dir="auto"
        title={state === undefined ? label : `${label}\n${state}`.trim()}
      >
        {time === '' ? (
          `${asker === undefined ? '' : `${asker}: `}${label}`
        ) : (
          <>
            <span className="doing-words">{words}</span>
            <span className="doing-time">{label.slice(words.length)}</span>
          </>
        )}
        {state !== undefined && (
          <span className="visually-hidden">{label === '' ? state : `. ${state}`}</span>
        )}
      </span>{' '}
      {text !== '' && (
        <span
          className="doing-text"
          data-kind={kind}
          data-about={about}
          data-leads={label === ''}
          dir="auto"
          title={text}
        >
          {about === 'prompt' && <span className="visually-hidden">{`${t('Last prompt')}: `}</span>}
          {about === 'run' && <span className="visually-hidden">{`${t('Next run')}: `}</span>}
          {text}
        </span>
      )}
    </p>
  );
}
