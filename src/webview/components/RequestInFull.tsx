import { t } from '../../shared/l10n';
import type { LiveSession } from '../../shared/protocol';
import { requestParts, type RequestPart } from '../../shared/requestParts';
import { PlanText } from './request/PlanText';
import { useWholeRequest } from './request/useWholeRequest';

/** What a person is asked, in full and word for word: nothing of it is run or followed. */
export function RequestInFull({ session }: { readonly session: LiveSession }) {
  const whole = useWholeRequest(session);
  const request = whole ?? session.pendingRequest;
  if (request === undefined) return null;
  const parts = requestParts(request.toolName, request.toolInput);
  if (parts.length === 0) return null;
  return (
    <div className="request-parts">
      <h4 className="visually-hidden">{t('Request')}</h4>
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one request stay in place
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

function Words({ kind, text }: Pick<RequestPart, 'kind' | 'text'>) {
  if (kind === 'plan') return <PlanText text={text} />;
  if (kind !== 'text' && kind !== 'choices') return <pre className="part-code">{text}</pre>;
  return (
    <p className="part-text" dir="auto">
      {text}
    </p>
  );
}

function Part({ part }: { readonly part: RequestPart }) {
  const { kind, name, text, choices } = part;
  return (
    <div className="request-part" data-kind={kind}>
      {name !== '' && <p className="part-name">{name}</p>}
      <Words kind={kind} text={text} />
      {choices.length > 0 && (
        <ul className="choices">
          {choices.map(({ label, description }) => (
            <li key={label} dir="auto">
              <span className="choice">{label}</span>
              {description !== '' && <span className="choice-about"> {description}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
