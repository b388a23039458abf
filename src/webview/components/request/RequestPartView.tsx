import { TriangleAlert } from 'lucide-react';
import { emptyText, type RequestPart } from '../../../shared/request/requestParts';
import { pieceOfRequest } from '../../decide/sight';
import { numbered } from '../../numbered';
import { FoldedText } from './FoldedText';

interface Props {
  readonly part: RequestPart;
  readonly place: number;
}

/** A part of a request with its name and its warning. */
export function RequestPartView({ part, place }: Props) {
  const { kind, name, field, text, choices, warning } = part;
  return (
    <div
      className="request-part stack gap-2 shrinks"
      data-kind={kind}
      data-warned={warning !== ''}
      data-short={isShort(part)}
    >
      {warning !== '' && (
        <p className="part-warning across-top gap-4 small amber bold" {...pieceOfRequest}>
          <TriangleAlert className="icon" aria-hidden="true" />
          {warning}
        </p>
      )}
      {name !== '' && (
        <p className="part-name" {...pieceOfRequest}>
          {name}
        </p>
      )}
      {field !== '' && (
        <p
          className="part-field shrinks code-size muted mono as-typed breaks"
          dir="auto"
          {...pieceOfRequest}
        >
          {field}
        </p>
      )}
      {text === '' && choices.length === 0 ? (
        <p className="muted italic" {...pieceOfRequest}>
          {emptyText()}
        </p>
      ) : (
        <FoldedText kind={kind} text={text} place={place} />
      )}
      {choices.length > 0 && (
        <ul className="choices stack gap-2" {...pieceOfRequest}>
          {numbered(choices).map(({ id, value: { label, description } }) => (
            <li key={id} dir="auto">
              <span className="choice bright bold">{label}</span>
              {description !== '' && <span className="muted"> {description}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** True if name and value fit in one row. */
function isShort({ field, text, kind }: RequestPart): boolean {
  return kind === 'code' && field.length + text.length <= 60 && !text.includes('\n');
}
