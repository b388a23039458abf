import type { Doing } from '../../text/doing';

/** Request as plain text in a few lines; the details have all of it. */
export function CardRequest({ doing: { kind, text } }: { readonly doing: Doing }) {
  return (
    <div className="request" title={text}>
      {kind === 'code' ? (
        <pre className="request-text" data-kind="code">
          {text}
        </pre>
      ) : (
        <p className="request-text" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
